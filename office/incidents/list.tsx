import type { IncidentCard as Incident } from '@soko/client'
import { ask, client } from '../api.ts'
import { incidentState } from '../states.ts'
import { Cards } from '../ui/card.tsx'
import { useKept } from '../ui/kept.ts'
import { Load, Pager, useLoad } from '../ui/load.tsx'
import { StateFilter } from '../ui/state-filter.tsx'
import { choices } from '../words.ts'
import { IncidentCard } from './card.tsx'

/** Every incident, also those that are decided. */
export function IncidentsPage() {
  const [page, setPage] = useKept('incidents : page', 1)
  const [status, setStatus] = useKept<Incident['status'] | ''>('incidents : état', '')
  const loaded = useLoad(
    () => ask(() => client.incidents.index.$get({ query: { page: String(page), ...(status && { status }) } })),
    [page, status],
  )
  return (
    <>
      <h1>Incidents</h1>
      <div class="tools">
        <StateFilter
          all="Tous"
          options={choices(incidentState, ...incidentState.all)}
          value={status}
          onChoice={(chosen) => {
            setPage(1)
            setStatus(chosen as Incident['status'] | '')
          }}
        />
      </div>
      <Load of={loaded}>
        {({ incidents, pagination }) => (
          <>
            <Cards empty="Aucun incident.">
              {incidents.map((incident) => (
                <IncidentCard key={incident.id} incident={incident} reload={loaded.reload} />
              ))}
            </Cards>
            <Pager of={pagination} go={setPage} />
          </>
        )}
      </Load>
    </>
  )
}

/** The incidents of an order, on the order's own page; nothing if there was none. */
export function IncidentsOfOrder({ orderId, reload }: { orderId: string; reload: () => void }) {
  const loaded = useLoad(() => ask(() => client.incidents.index.$get({ query: { orderId } })), [orderId])
  if (loaded.data?.incidents.length === 0) return null
  const onChanged = () => {
    loaded.reload()
    reload()
  }
  return (
    <section class="panel">
      <h2>Incidents</h2>
      <Load of={loaded}>
        {({ incidents }) => (
          <Cards>
            {incidents.map((incident) => (
              <IncidentCard key={incident.id} incident={incident} reload={onChanged} isOnOrder />
            ))}
          </Cards>
        )}
      </Load>
    </section>
  )
}
