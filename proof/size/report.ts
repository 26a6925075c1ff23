import type { Cost, Measured } from './measure.ts'

/** Rows more than at 1,000 orders that are no growth: a page that was not full, an index one level deeper. */
const SLACK = { factor: 1.1, rows: 40 }

/** Names of what may read more at size, the most rows, and why. */
const GROWS: [RegExp, number, string][] = [
  [/^admin: \/(deliveries|transactions|refunds|ledger\/accounts|gatewayB\/transactions)/, 1_200, 'counts up to 1,000'],
  [/^\w+: .*[?&]search=/, 7_000, 'a search looks at the best thousand of what has the words'],
  [/stock\/movements$/, 1_200, 'counts up to 1,000 movements'],
  [/^\w+: \/(dashboard|reports)\//, 1_400, 'a row for each day, currency and state of the period'],
  [/^admin: \/reports\/(products|sellers)/, 50_000, 'ranks all that sold in the period'],
  [/^\w+: \/(wallet\/statement|riders\/me\/earnings)$/, 10_000, 'every line of a month of one wallet'],
  [/^job \*\/5 \* \* \* \*: takeBackup$/, 300_000, 'a run takes a share of what changed'],
  [/^job (\* \* \* \* \*|17 \* \* \* \*): /, 20_000, 'works off what is due of the last hours, which are busier'],
]

const hasGrown = (few: Cost, many: Cost) => many.read > few.read * SLACK.factor + SLACK.rows
const mayGrow = (name: string, read: number) => GROWS.some(([pattern, most]) => pattern.test(name) && read <= most)

/** Operation by operation: rows at 1,000 orders, at many, and the ratio. */
export function tableOf(few: Measured, many: Measured): string {
  const lines = Object.entries(many.costs).map(([name, cost]) => {
    const before = few.costs[name]
    const ratio = before && before.read > 0 ? (cost.read / before.read).toFixed(1) : ''
    const ms = cost.ms === undefined ? '' : Math.round(cost.ms)
    return `| ${name} | ${cost.trips} | ${before?.read ?? ''} | ${cost.read} | ${ratio} | ${cost.written} | ${ms} |`
  })
  return [
    `| What | Trips | Rows read at ${few.orders} orders | at ${many.orders} | Ratio | Written | ms |`,
    '|---|---|---|---|---|---|---|',
    ...lines,
    '',
    `${many.orders} orders: ${(many.bytes / 1e9).toFixed(2)} GB; ${few.orders}: ${(few.bytes / 1e9).toFixed(3)} GB`,
  ].join('\n')
}

/** Faults: an operation that refuses, or reads more at size without a reason; a statement that walks; a law that is broken. */
export function faultsIn(few: Measured, many: Measured): string[] {
  return [
    ...[few, many].flatMap(({ orders, costs, walks, broken }) => [
      ...Object.entries(costs).flatMap(([name, { status }]) =>
        status < 300 ? [] : [`${orders} orders: ${name}: ${status}`],
      ),
      ...walks.map((walk) => `${orders} orders: walks a table: ${walk.slice(0, 300)}`),
      ...broken.map((law) => `${orders} orders: law broken: ${law}`),
    ]),
    ...Object.entries(many.costs).flatMap(([name, cost]) => {
      const before = few.costs[name]
      if (!before || !hasGrown(before, cost) || mayGrow(name, cost.read)) return []
      return [`${name}: ${before.read} rows at ${few.orders} orders, ${cost.read} at ${many.orders}`]
    }),
  ]
}
