import type { Count, Counted, Line } from './count.ts'
import { ASSUMED, type Counts, PLAN_PRICE, PRICES } from './prices.ts'

const KEYS = ['requests', 'trips', 'rowsRead', 'rowsWritten', 'mails', 'sms'] as const
const MONTH_DAYS = 30.4

/** Sums lines; of those that a cache near the phone may answer, only the share that reaches the Worker. */
function sumOf(lines: Line[]): Count {
  const total = {} as Record<keyof Count, number>
  for (const { times, isNear, count } of lines) {
    const share = isNear ? 1 - ASSUMED.cacheHitPercent / 100 : 1
    for (const [key, value] of Object.entries(count)) {
      total[key as keyof Count] = (total[key as keyof Count] ?? 0) + value * times * share
    }
  }
  return total
}

function countsOf(lines: Line[], visits = 0, storedGbMonths = 0): Counts {
  const { trips: _, ...sum } = sumOf(lines)
  const pictures = visits * ASSUMED.picturesPerVisit * (1 - ASSUMED.pictureHitPercent / 100)
  const requests = sum.requests + pictures
  const r2Reads = sum.r2Reads + pictures
  return { ...sum, requests, r2Reads, storedGbMonths, cpuMs: requests * ASSUMED.cpuMsPerRequest }
}

const times = (counts: Counts, factor: number) =>
  Object.fromEntries(Object.entries(counts).map(([key, value]) => [key, value * factor])) as Counts
const plus = (...all: Counts[]) =>
  Object.fromEntries(
    Object.keys(PRICES).map((key) => [key, all.reduce((sum, one) => sum + one[key as keyof Counts], 0)]),
  ) as Counts

const dollars = (counts: Counts, key: keyof Counts) => (counts[key] / PRICES[key].per) * PRICES[key].price
const short = (value: number) =>
  value === 0 ? '0' : value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)))
const money = (value: number) => (value === 0 ? '0' : value < 0.01 ? value.toFixed(6) : value.toFixed(2))

/** GB-months that an order takes in the database, from the table of growth.md (Room for years), over seven years. */
export function storedGbMonthsOf(growth: string): number {
  const rows = [...growth.matchAll(/^\| ([\w, ]+?) \| (\d+) days?,? ?[\d, a-z]*\| ([\d,]+) \|/gm)]
  if (rows.length < 4) throw new Error('docs/growth.md, Room for years, has no table of what is kept for how many days')
  const kept = rows.reduce((sum, [, , days, bytes]) => sum + Number(days) * Number(bytes?.replaceAll(',', '')), 0)
  const sealed = 1_000 * (7 * 365 - 94)
  return (kept + sealed) / MONTH_DAYS / 1e9
}

const lineOf = ({ name, times, isNear, count }: Line) =>
  `| ${name}${isNear ? ' (cache)' : ''} | ${times} | ${KEYS.map((key) => count[key]).join(' | ')} |`

/** The page of what an order, a visit and a month cost. */
export function pageOf({ order, visit, clock }: Counted, growth: string): string {
  const perOrder = countsOf(order, 1, storedGbMonthsOf(growth))
  const perVisit = countsOf(visit, 1)
  const ofClock = countsOf(clock)
  const { ordersPerMonth, visitsPerOrder } = ASSUMED
  const month = plus(times(perOrder, ordersPerMonth), times(perVisit, ordersPerMonth * visitsPerOrder), ofClock)
  const above = (key: keyof Counts) =>
    (Math.max(0, month[key] - PRICES[key].included) / PRICES[key].per) * PRICES[key].price
  const keys = Object.keys(PRICES) as (keyof Counts)[]
  const head = `| What | Times | Requests | Trips | Rows read | Rows written | Mails | SMS |\n|---|---|---|---|---|---|---|---|`
  const withoutMessages = keys.filter((key) => key !== 'mails' && key !== 'sms')
  return `# Cost

What an order, a visit and a month take of the platform. \`npm run cost\` plays them on a market of 1,000 orders in workerd, counts requests, rows, messages and calls of
bindings, and writes this page; \`npm run cost -- --check\` fails if a count has moved by more than a tenth. Prices and what is assumed stand in \`proof/cost/prices.ts\`.

## In dollars

| What | Unit price | An order | $ | 1,000 visits | $ | The clock, a month | A month at ${ordersPerMonth.toLocaleString('en')} orders | $ above what is included |
|---|---|---|---|---|---|---|---|---|
${keys
  .map((key) => {
    const { name, price, per } = PRICES[key]
    const cells = [perOrder[key], times(perVisit, 1000)[key]]
    return `| ${name} | ${price} / ${per.toLocaleString('en')} | ${short(cells[0] ?? 0)} | ${money(dollars(perOrder, key))} | ${short(cells[1] ?? 0)} | ${money(dollars(times(perVisit, 1000), key))} | ${short(ofClock[key])} | ${short(month[key])} | ${money(above(key))} |`
  })
  .join('\n')}
| **in all** | | | **${money(keys.reduce((sum, key) => sum + dollars(perOrder, key), 0))}** | | **${money(keys.reduce((sum, key) => sum + dollars(times(perVisit, 1000), key), 0))}** | | plan ${PLAN_PRICE} | **${money(PLAN_PRICE + keys.reduce((sum, key) => sum + above(key), 0))}** |
| without messages | | | ${money(withoutMessages.reduce((sum, key) => sum + dollars(perOrder, key), 0))} | | ${money(withoutMessages.reduce((sum, key) => sum + dollars(times(perVisit, 1000), key), 0))} | | | ${money(PLAN_PRICE + withoutMessages.reduce((sum, key) => sum + above(key), 0))} |

- Assumed: ${ASSUMED.cacheHitPercent} of 100 shared reads (marked *cache* below) are answered by a cache near the phone, and ${ASSUMED.pictureHitPercent} of 100 of the ${ASSUMED.picturesPerVisit} pictures of a visit; ${visitsPerOrder} visits for an order; a request takes ${ASSUMED.cpuMsPerRequest} ms of CPU.
- An order's storage is that of its whole life, seven years (growth.md, Room for years). A month of D1 at its steady size is ${short(5)} to 10 GB.
- Nobody of this story follows live: each open connection costs one request of an object, each live message another. A phone that takes pushes gets them in place of mails or SMS, and pushes cost nothing.
- The clock's rows are of a market of 1,000 orders; what its laws read at 1,000,000 says [proof.md](proof.md).
- Gateways take their fee of each payment; that is of the books (money.md), not of this page.

## An order

Each person's requests from the first page to the money, with the callback of the gateway.

${head}
${order.map(lineOf).join('\n')}

## A visit

${head}
${visit.map(lineOf).join('\n')}

## The clock

A run of each expression when nothing is due; times are those of a month.

${head}
${clock.map(lineOf).join('\n')}
`
}
