import type { Series, StaffOrderFile } from '@soko/client'
import { ask, client } from '../api.ts'
import { FINANCE, useMay } from '../role.ts'
import { day, daysAgo, money } from '../show.ts'
import { orderState } from '../states.ts'
import { Facts } from '../ui/card.tsx'
import { Choice } from '../ui/choice.tsx'
import type { Option } from '../ui/fields.tsx'
import { useKept } from '../ui/kept.ts'
import { Load, useLoad } from '../ui/load.tsx'
import { CURRENCIES } from '../words.ts'
import { Chart } from './chart.tsx'
import { Reports } from './reports.tsx'

const RANGES: Option[] = [
  { value: '30', label: '30 jours' },
  { value: '90', label: '3 mois' },
  { value: '365', label: '1 an' },
]
const COUNTED = { orders: 'Commandes', deliveries: 'Livraisons', users: 'Inscriptions' } as const
const MONEYED = { sales: 'Ventes', refunds: 'Remboursements' } as const

/** The state of the market: everything that is on its way now, and curves by day; money for finance only. */
export function FiguresPage() {
  const may = useMay()
  const [days, setDays] = useKept('chiffres : jours', '30')
  const [currency, setCurrency] = useKept('chiffres : monnaie', 'USD')
  const from = daysAgo(Number(days) - 1)
  return (
    <>
      <h1>Chiffres</h1>
      <div class="tools">
        <Choice label="Période" options={RANGES} value={days} onChoice={setDays} />
        {may(FINANCE) && <Choice label="Monnaie" options={CURRENCIES} value={currency} onChoice={setCurrency} />}
      </div>
      <Summary from={from} />
      {may(FINANCE) &&
        Object.entries(MONEYED).map(([metric, title]) => (
          <Curve
            key={metric}
            metric={metric as Metric}
            title={`${title} en ${currency}`}
            from={from}
            currency={currency}
          />
        ))}
      {Object.entries(COUNTED).map(([metric, title]) => (
        <Curve key={metric} metric={metric as Metric} title={title} from={from} />
      ))}
      <Reports from={from} />
    </>
  )
}

type Metric = Series['metric']
type Currency = NonNullable<Series['currency']>

function Summary({ from }: { from: string }) {
  const loaded = useLoad(() => ask(() => client.dashboards.admin.$get({ query: { from } })), [from])
  return (
    <section class="panel">
      <h2>Depuis le {day(from)}</h2>
      <Load of={loaded}>
        {({ orders, sales = [] }) => {
          const counts = Object.entries(orders.byStatus).filter(([, count]) => count > 0)
          if (counts.length === 0) return <p class="soft">Aucune commande.</p>
          return (
            <>
              {sales.length > 0 && (
                <>
                  <h3>Ventes</h3>
                  <Facts of={sales.map(({ amount, currency }) => [`En ${currency}`, money(amount, currency)])} />
                </>
              )}
              <h3>Commandes, par état</h3>
              <Facts
                of={counts.map(([status, count]) => [orderState(status as StaffOrderFile['status']), String(count)])}
              />
            </>
          )
        }}
      </Load>
    </section>
  )
}

type CurveProps = { metric: Metric; title: string; from: string; currency?: string }

function Curve({ metric, title, from, currency }: CurveProps) {
  const query = { metric, from, ...(currency && { currency: currency as Currency }) }
  const loaded = useLoad(() => ask(() => client.dashboards.admin.timeseries.$get({ query })), [metric, from, currency])
  const show = (value: string | number) => (currency ? money(value, currency) : String(value))
  return (
    <section class="panel">
      <h2>{title}</h2>
      <Load of={loaded}>
        {({ points, total }) => (
          <>
            <p class="amount">{show(total)}</p>
            <Chart
              points={points.map(({ date, value }) => ({ day: date, value: Number(value) }))}
              name={title}
              show={show}
            />
          </>
        )}
      </Load>
    </section>
  )
}
