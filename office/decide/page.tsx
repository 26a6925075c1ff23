import type { ComponentType } from 'preact'
import { useCallback, useState } from 'preact/hooks'
import { DESK, FINANCE, type StaffRole, useMay } from '../role.ts'
import { ExpenseQueue } from './expenses.tsx'
import { IncidentQueue } from './incidents.tsx'
import { KycQueue } from './kyc.tsx'
import { MovementQueue } from './movements.tsx'
import { ProductQueue } from './products.tsx'
import { RefundQueue } from './refunds.tsx'
import { ReportQueue } from './reports.tsx'
import { ReviewQueue } from './reviews.tsx'
import { RiderQueue } from './riders.tsx'
import { ShopQueue } from './shops.tsx'
import { TicketQueue } from './tickets.tsx'

export type QueueProps = {
  id: string
  title: string
  onTotal: (id: string, total: number | undefined) => void
  /** The number of decisions made on this page: each may change other lists too. */
  turn: number
  onDecided: () => void
}

const QUEUES: { id: string; title: string; roles: StaffRole[]; Show: ComponentType<QueueProps> }[] = [
  { id: 'incidents', title: 'Incidents', roles: DESK, Show: IncidentQueue },
  { id: 'remboursements', title: 'Remboursements', roles: FINANCE, Show: RefundQueue },
  { id: 'depenses', title: 'Dépenses', roles: FINANCE, Show: ExpenseQueue },
  { id: 'mouvements', title: 'Mouvements bloqués', roles: FINANCE, Show: MovementQueue },
  { id: 'tickets', title: 'Tickets', roles: DESK, Show: TicketQueue },
  { id: 'identites', title: 'Identités de vendeurs', roles: DESK, Show: KycQueue },
  { id: 'livreurs', title: 'Livreurs', roles: DESK, Show: RiderQueue },
  { id: 'boutiques', title: 'Boutiques', roles: DESK, Show: ShopQueue },
  { id: 'produits', title: 'Produits', roles: DESK, Show: ProductQueue },
  { id: 'signalements', title: 'Signalements', roles: DESK, Show: ReportQueue },
  { id: 'avis', title: 'Avis', roles: DESK, Show: ReviewQueue },
]

/** Everything that waits for a decision of the team: the number of each kind, then each thing with its buttons. */
export function DecidePage() {
  const may = useMay()
  const [totals, setTotals] = useState<Record<string, number | undefined>>({})
  const onTotal = useCallback<QueueProps['onTotal']>((id, total) => setTotals((all) => ({ ...all, [id]: total })), [])
  const [turn, setTurn] = useState(0)
  const onDecided = useCallback(() => setTurn((turns) => turns + 1), [])
  const queues = QUEUES.filter(({ roles }) => may(roles))
  const known = Object.values(totals)
  const isLoading = known.length === 0 || known.some((total) => total === undefined)
  /** The number of a kind. A kind may have several lists, whose ids begin with the kind's id. */
  const totalOf = (id: string) => {
    const all = Object.entries(totals).filter(([name]) => name.startsWith(id))
    return all.reduce((sum, [, total]) => sum + (total ?? 0), 0)
  }
  return (
    <>
      <h1>À décider</h1>
      <ul class="chips">
        {queues.map(({ id, title }) => (
          <li key={id}>
            <button type="button" class="chip" disabled={totalOf(id) === 0} onClick={() => goTo(id)}>
              {title} <strong>{isLoading && totalOf(id) === 0 ? '…' : totalOf(id)}</strong>
            </button>
          </li>
        ))}
      </ul>
      {isLoading && <p class="soft">Chargement…</p>}
      {!isLoading && known.every((total) => total === 0) && <p class="notice good">Rien n'attend : tout est décidé.</p>}
      {queues.map(({ id, title, Show }) => (
        <Show key={id} id={id} title={title} onTotal={onTotal} turn={turn} onDecided={onDecided} />
      ))}
    </>
  )
}

function goTo(id: string): void {
  const section = document.querySelector<HTMLElement>(`[id^="file-${id}"]`)
  section?.scrollIntoView()
  section?.focus({ preventScroll: true })
}
