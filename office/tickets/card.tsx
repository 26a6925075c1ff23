import type { TicketCard as Ticket } from '@soko/client'
import { ask, client } from '../api.ts'
import { ago } from '../show.ts'
import { ticketState, toneOf } from '../states.ts'
import { Act } from '../ui/act.tsx'
import { Card, Facts, Tag } from '../ui/card.tsx'
import { PersonName } from '../ui/people.tsx'
import { priority, ticketCategory } from '../words.ts'

/** A ticket in a list: people take it here, and answer it on its own page. */
export function TicketCard({ ticket, reload }: { ticket: Ticket; reload: () => void }) {
  const { id, number, subject, category, status, assigneeId, goesFirst, createdAt } = ticket
  return (
    <Card
      of={id}
      title={<a href={`#/tickets/${id}`}>{subject}</a>}
      tag={
        <>
          <Tag tone={toneOf(status)}>{ticketState(status)}</Tag>
          {ticket.priority !== 'NORMAL' && <Tag tone={toneOf(ticket.priority)}>{priority(ticket.priority)}</Tag>}
          {goesFirst && <Tag tone="good">prioritaire</Tag>}
        </>
      }
      buttons={
        !assigneeId &&
        status !== 'RESOLVED' &&
        status !== 'CLOSED' && (
          <Act
            label="Prendre"
            title={`Prendre le ticket ${number} ?`}
            tone="yes"
            run={(_) => ask(() => client.tickets[':id'].assign.$post({ param: { id }, json: {} }))}
            done="Le ticket est à vous."
            onDone={reload}
          >
            <p>Vous y répondez désormais ; la personne ne reçoit rien avant votre message.</p>
          </Act>
        )
      }
    >
      <Facts
        of={[
          ['Numéro', number],
          ['De', ticket.userId && <PersonName id={ticket.userId} />],
          ['Sujet', ticketCategory(category)],
          ['Écrit', ago(createdAt)],
        ]}
      />
    </Card>
  )
}
