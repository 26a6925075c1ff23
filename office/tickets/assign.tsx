import type { Ticket } from '@soko/client'
import { ask, client } from '../api.ts'
import { useMe } from '../role.ts'
import { Act } from '../ui/act.tsx'
import { useLoad } from '../ui/load.tsx'

type Props = { ticket: Ticket; reload: () => void }

/** Takes a ticket, also from a colleague, or hands it to a colleague. */
export function Assign({ ticket: { id, assigneeId }, reload }: Props) {
  const me = useMe()
  const colleagues = useLoad(readColleagues, [])
  const assign = client.tickets[':id'].assign
  const others = (colleagues.data ?? []).filter((each) => each.value !== me.id && each.value !== assigneeId)
  return (
    <>
      {assigneeId !== me.id && (
        <Act
          label="Prendre"
          title={assigneeId ? 'Prendre ce ticket à votre collègue ?' : 'Prendre ce ticket ?'}
          tone="yes"
          run={(_) => ask(() => assign.$post({ param: { id }, json: {} }))}
          done="Le ticket est à vous."
          onDone={reload}
        >
          <p>Vous y répondez désormais ; la personne ne reçoit rien avant votre message.</p>
        </Act>
      )}
      {others.length > 0 && (
        <Act
          label="Confier"
          title="Confier ce ticket à un collègue"
          fields={[{ name: 'assigneeId', label: 'Collègue', kind: 'select', options: others }]}
          run={({ assigneeId = '' }) => ask(() => assign.$post({ param: { id }, json: { assigneeId } }))}
          done="Le ticket est confié."
          onDone={reload}
        />
      )}
    </>
  )
}

async function readColleagues() {
  const query = { limit: '100' }
  const [support, admins] = await Promise.all([
    ask(() => client.users.index.$get({ query: { ...query, role: 'SUPPORT' } })),
    ask(() => client.users.index.$get({ query: { ...query, role: 'ADMIN' } })),
  ])
  return [...support.users, ...admins.users]
    .filter(({ isBlocked }) => !isBlocked)
    .map(({ id: value, name: label }) => ({ value, label }))
}
