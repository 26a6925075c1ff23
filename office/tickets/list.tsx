import type { TicketCard as Ticket } from '@soko/client'
import { useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { Cards } from '../ui/card.tsx'
import { Load, Pager, useLoad } from '../ui/load.tsx'
import { StateFilter } from '../ui/state-filter.tsx'
import { choices, ticketState } from '../words.ts'
import { TicketCard } from './card.tsx'

const STATES: Ticket['status'][] = ['OPEN', 'IN_PROGRESS', 'WAITING_USER', 'RESOLVED', 'CLOSED']

/** What people asked the team. */
export function TicketsPage() {
  const [page, setPage] = useState(1)
  const [status, setStatus] = useState<Ticket['status'] | ''>('')
  const loaded = useLoad(
    () => ask(() => client.tickets.index.$get({ query: { page: String(page), ...(status && { status }) } })),
    [page, status],
  )
  return (
    <>
      <h1>Tickets</h1>
      <div class="tools">
        <StateFilter
          all="Tous"
          options={choices(ticketState, ...STATES)}
          onChoice={(chosen) => {
            setPage(1)
            setStatus(chosen as Ticket['status'] | '')
          }}
        />
      </div>
      <Load of={loaded}>
        {({ tickets, pagination }) => (
          <>
            <Cards empty="Aucun ticket.">
              {tickets.map((ticket) => (
                <TicketCard key={ticket.id} ticket={ticket} reload={loaded.reload} />
              ))}
            </Cards>
            <Pager of={pagination} go={setPage} />
          </>
        )}
      </Load>
    </>
  )
}
