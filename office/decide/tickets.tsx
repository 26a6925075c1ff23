import { ask, client } from '../api.ts'
import { TicketCard } from '../tickets/card.tsx'
import type { QueueProps } from './page.tsx'
import { Queue } from './queue.tsx'

/** Questions of people to the team: those that nobody took yet, then those in work; people whose plan goes first come first. */
export const TicketQueue = (props: QueueProps) => (
  <>
    <Tickets {...props} status="OPEN" />
    <Tickets {...props} id="tickets-en-cours" title="Tickets en cours" status="IN_PROGRESS" />
  </>
)

const Tickets = ({ status, ...props }: QueueProps & { status: 'OPEN' | 'IN_PROGRESS' }) => (
  <Queue
    {...props}
    read={async (page) => {
      const { tickets, pagination } = await ask(() => client.tickets.index.$get({ query: { status, ...page } }))
      return { items: tickets, pagination }
    }}
    item={(ticket, reload) => <TicketCard key={ticket.id} ticket={ticket} reload={reload} />}
  />
)
