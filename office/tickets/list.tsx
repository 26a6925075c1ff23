import type { TicketCard as Ticket } from '@soko/client'
import { ask, client } from '../api.ts'
import { ticketState } from '../states.ts'
import { Cards } from '../ui/card.tsx'
import { useKept } from '../ui/kept.ts'
import { Load, Pager, useLoad } from '../ui/load.tsx'
import { StateFilter } from '../ui/state-filter.tsx'
import { choices } from '../words.ts'
import { TicketCard } from './card.tsx'

/** Questions of people to the team. */
export function TicketsPage() {
  const [page, setPage] = useKept('tickets : page', 1)
  const [status, setStatus] = useKept<Ticket['status'] | ''>('tickets : état', '')
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
          options={choices(ticketState, ...ticketState.all)}
          value={status}
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
