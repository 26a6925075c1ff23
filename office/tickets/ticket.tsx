import type { Ticket, UpdateTicketBody } from '@soko/client'
import { ask, client } from '../api.ts'
import { OrderAbout } from '../orders/about.tsx'
import { when } from '../show.ts'
import { ticketState, toneOf } from '../states.ts'
import { Act } from '../ui/act.tsx'
import { Attachments } from '../ui/attachments.tsx'
import { Facts, Tag } from '../ui/card.tsx'
import type { FieldSpec } from '../ui/fields.tsx'
import { Form } from '../ui/form.tsx'
import { draftFor } from '../ui/kept.ts'
import { Load, useLoad } from '../ui/load.tsx'
import { PersonName } from '../ui/people.tsx'
import { say } from '../ui/said.tsx'
import { choices, priority, roleWord, ticketCategory } from '../words.ts'
import { Assign } from './assign.tsx'

/** A ticket: its messages, an answer or a note between colleagues, and the buttons that change its state. */
export function TicketPage({ id }: { id: string }) {
  const loaded = useLoad(() => ask(() => client.tickets[':id'].$get({ param: { id } })), [id])
  return (
    <>
      <p>
        <a class="back" href="#/tickets">
          Tous les tickets
        </a>
      </p>
      <Load of={loaded}>{(ticket) => <Shown ticket={ticket} reload={loaded.reload} />}</Load>
    </>
  )
}

type Props = { ticket: Ticket; reload: () => void }

const Shown = ({ ticket, reload }: Props) => (
  <>
    <div class="head">
      <h1>{ticket.subject}</h1>
      <Tag tone={toneOf(ticket.status)}>{ticketState(ticket.status)}</Tag>
    </div>
    <Buttons ticket={ticket} reload={reload} />
    <section class="panel">
      <Facts
        of={[
          ['Numéro', ticket.number],
          ['Sujet', ticketCategory(ticket.category)],
          ['Priorité', priority(ticket.priority)],
          ['De', ticket.userId && <PersonName id={ticket.userId} hasPhone />],
          ['Chez', ticket.assigneeId && <PersonName id={ticket.assigneeId} />],
          ['Écrit', when(ticket.createdAt)],
        ]}
      />
      <OrderAbout id={ticket.orderId} />
    </section>
    <section class="panel">
      <h2>Messages</h2>
      <ol class="story">
        {ticket.messages.map((message) => (
          <li key={message.id}>
            <p class="text">{message.body}</p>
            <Attachments of={message.attachments} />
            <p class="soft">
              {when(message.createdAt)}, {roleWord(message.senderRole)}{' '}
              {message.isInternal && <Tag tone="wait">entre collègues</Tag>}
            </p>
          </li>
        ))}
      </ol>
      {ticket.status !== 'CLOSED' && <Answer key={ticket.messages.length} ticket={ticket} reload={reload} />}
    </section>
  </>
)

const Answer = ({ ticket, reload }: Props) => (
  <Form
    draft={draftFor(`ticket ${ticket.id}`)}
    fields={[
      { name: 'body', label: 'Message', kind: 'area', maxLength: 5000 },
      { name: 'isInternal', label: 'Entre collègues : la personne ne le lira pas', kind: 'check' },
    ]}
    submit="Envoyer"
    run={({ body = '', isInternal }) => {
      const json = { body, ...(isInternal === 'yes' && { isInternal: true }) }
      return ask(() => client.tickets[':id'].messages.$post({ param: { id: ticket.id }, json }))
    }}
    onDone={() => {
      say('Message envoyé.')
      reload()
    }}
  />
)

const NOTE: FieldSpec = { name: 'note', label: 'Note', kind: 'area', isOptional: true }
function Buttons({ ticket, reload }: Props) {
  const { id, status, updatedAt } = ticket
  const param = { id }
  const of = client.tickets[':id']
  const withNote = (note: string | undefined) => (note ? { note } : {})
  return (
    <div class="buttons">
      {status !== 'CLOSED' && status !== 'RESOLVED' && <Assign ticket={ticket} reload={reload} />}
      {status !== 'CLOSED' && status !== 'RESOLVED' && (
        <Act
          label="Marquer résolu"
          title="Déclarer ce ticket résolu ?"
          tone="yes"
          fields={[NOTE]}
          run={({ note }) => ask(() => of.resolve.$post({ param, json: { ...withNote(note), updatedAt } }))}
          done="Le ticket est résolu."
          onDone={reload}
        />
      )}
      {status === 'RESOLVED' && (
        <Act
          label="Rouvrir"
          title="Rouvrir ce ticket ?"
          fields={[NOTE]}
          run={({ note }) => ask(() => of.reopen.$post({ param, json: withNote(note) }))}
          done="Le ticket est rouvert."
          onDone={reload}
        />
      )}
      {status !== 'CLOSED' && (
        <Act
          label="Fermer le ticket"
          title="Fermer ce ticket pour de bon ?"
          tone="no"
          fields={[NOTE]}
          run={({ note }) => ask(() => of.close.$post({ param, json: { ...withNote(note), updatedAt } }))}
          done="Le ticket est fermé."
          onDone={reload}
        />
      )}
      {status !== 'CLOSED' && (
        <Act
          label="Priorité et sujet"
          title="Priorité et sujet"
          fields={[
            {
              name: 'priority',
              label: 'Priorité',
              kind: 'select',
              value: ticket.priority,
              options: choices(priority, ...priority.all),
            },
            {
              name: 'category',
              label: 'Sujet',
              kind: 'select',
              value: ticket.category,
              options: choices(ticketCategory, ...ticketCategory.all),
            },
          ]}
          submit="Enregistrer"
          run={(values) => ask(() => of.$put({ param, json: values as UpdateTicketBody }))}
          done="Ticket classé."
          onDone={reload}
        />
      )}
    </div>
  )
}
