import { ask, client } from '../api.ts'
import { TicketCard } from '../tickets/card.tsx'
import type { QueueProps } from './page.tsx'
import { Queue } from './queue.tsx'

/** What people asked the team and nobody took yet: those whose plan goes first come first. */
export const TicketQueue = (props: QueueProps) => (
  <Queue
    {...props}
    read={async (page) => {
      const { tickets, pagination } = await ask(() => client.tickets.index.$get({ query: { status: 'OPEN', ...page } }))
      return { items: tickets, pagination }
    }}
    item={(ticket, reload) => <TicketCard key={ticket.id} ticket={ticket} reload={reload} />}
  />
)
