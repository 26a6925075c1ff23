import { useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { ago } from '../show.ts'
import { Attachments } from '../ui/attachments.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Load, useLoad } from '../ui/load.tsx'
import { roleWord } from '../words.ts'

/** The updates that were written on an incident. */
export function Story({ id, number }: { id: string; number: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Échanges
      </button>
      {isOpen && (
        <Dialog title={`Incident ${number}`} onClose={() => setOpen(false)}>
          <Updates id={id} />
          <div class="buttons">
            <button type="button" onClick={() => setOpen(false)}>
              Fermer
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}

function Updates({ id }: { id: string }) {
  const loaded = useLoad(() => ask(() => client.incidents[':id'].$get({ param: { id } })), [id])
  return (
    <Load of={loaded}>
      {({ updates }) =>
        updates.length === 0 ? (
          <p class="soft">Rien n'a été écrit.</p>
        ) : (
          <ol class="story">
            {updates.map((each) => (
              <li key={each.id}>
                <p class="text">{each.body}</p>
                <Attachments of={each.attachments} />
                <p class="soft">
                  {roleWord(each.authorRole)}, {ago(each.createdAt)}
                </p>
              </li>
            ))}
          </ol>
        )
      }
    </Load>
  )
}
