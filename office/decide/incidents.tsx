import { ask, client } from '../api.ts'
import { IncidentCard } from '../incidents/card.tsx'
import type { QueueProps } from './page.tsx'
import { Queue } from './queue.tsx'

/** Incidents that nobody has decided yet, of orders and of the service itself. */
export const IncidentQueue = (props: QueueProps) => (
  <>
    <Incidents {...props} status="OPEN" />
    <Incidents {...props} id="incidents-examen" title="Incidents en examen" status="INVESTIGATING" />
  </>
)

const Incidents = ({ status, ...props }: QueueProps & { status: 'OPEN' | 'INVESTIGATING' }) => (
  <Queue
    {...props}
    read={async (page) => {
      const { incidents, pagination } = await ask(() => client.incidents.index.$get({ query: { status, ...page } }))
      return { items: incidents, pagination }
    }}
    item={(incident, reload) => <IncidentCard key={incident.id} incident={incident} reload={reload} />}
  />
)
