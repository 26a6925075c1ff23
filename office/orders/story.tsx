import type { StaffOrderFile } from '@soko/client'
import { ask, client } from '../api.ts'
import { accountWords, transferWords } from '../money/ledger-words.ts'
import { money, when } from '../show.ts'
import { orderState } from '../states.ts'
import { Form } from '../ui/form.tsx'
import { draftFor } from '../ui/kept.ts'
import { say } from '../ui/said.tsx'
import { orderEvent, roleWord } from '../words.ts'

/** The events of an order, from its first state to its last. */
export const Timeline = ({ events }: { events: StaffOrderFile['history'] }) => (
  <section class="panel">
    <h2>Histoire</h2>
    <ol class="story">
      {events.map((event) => (
        <li key={`${event.at}${event.event}`}>
          <strong>{event.from === event.to ? orderEvent(event.event) : orderState(event.to)}</strong>
          {event.reason && <p class="text">{event.reason}</p>}
          <p class="soft">
            {when(event.at)}, {roleWord(event.actorRole)}
          </p>
        </li>
      ))}
    </ol>
  </section>
)

/** The team's own notes about an order. */
export const Notes = ({ order, reload }: { order: StaffOrderFile; reload: () => void }) => (
  <section class="panel">
    <h2>Notes de l'équipe</h2>
    <ol class="story">
      {order.notes.map((note) => (
        <li key={note.id}>
          <p class="text">{note.body}</p>
          <p class="soft">{when(note.createdAt)}</p>
        </li>
      ))}
    </ol>
    <Form
      key={order.notes.length}
      draft={draftFor(`note ${order.id}`)}
      fields={[{ name: 'body', label: "Note, que seule l'équipe lira", kind: 'area', maxLength: 2000 }]}
      submit="Noter"
      run={({ body = '' }) =>
        ask(() => client.staffOrders[':id'].notes.$post({ param: { id: order.id }, json: { body } }))
      }
      onDone={() => {
        say('Note écrite.')
        reload()
      }}
    />
  </section>
)

/** The ledger's transfers of an order. */
export const Transfers = ({ transfers }: { transfers: StaffOrderFile['transfers'] }) => (
  <section class="panel">
    <h2>Au grand livre</h2>
    {transfers.length === 0 ? (
      <p class="soft">Aucun virement.</p>
    ) : (
      <ul class="lines">
        {transfers.map((transfer) => (
          <li key={transfer.id}>
            <span>
              {transferWords(transfer.kind)}{' '}
              <span class="soft">
                {when(transfer.createdAt)}, {accountWords(transfer.from)} → {accountWords(transfer.to)}
              </span>
            </span>
            <span class="end">{money(transfer.amount, transfer.currency)}</span>
          </li>
        ))}
      </ul>
    )}
  </section>
)
