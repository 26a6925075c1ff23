import { expect, it } from 'vitest'
import { REPORTS } from '#domain/office/reports/reports.ts'
import { ShowReport, showReport } from '#domain/office/reports/show.ts'
import { CURRENCIES } from '#kernel/money.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { DAY, dayOf, type Fact, facts, groupOf, type Name, random, trade } from './trade.ts'

const domain = openDomain(addMarket)

type Query = { from: string; to: string; groupBy?: 'day' | 'week' | 'month'; currency?: Fact['currency'] }
type Row = Record<string, string | number>
const text = (minor: number, currency: Fact['currency']) =>
  (minor / 10 ** CURRENCIES[currency].decimals).toFixed(CURRENCIES[currency].decimals)

/** The rows of a report, in no order, as a person with a pencil finds them. */
function byHand(name: Name, { from, to, groupBy, currency }: Query): Row[] {
  const { of, figures } = REPORTS[name]
  const meant = facts[name].filter(
    (fact) => fact.day >= from && fact.day <= to && (currency === undefined || fact.currency === currency),
  )
  const rows = Map.groupBy(meant, ({ day, id, ...fact }) => {
    const period = groupBy ? groupOf(day, groupBy) : of ? '' : day
    return `${period}|${id ?? ''}|${fact.currency}`
  })
  return [...rows].map(([key, all]) => {
    const [period = '', id = ''] = key.split('|')
    const [{ currency: own, name: called }] = all as [Fact]
    const sums = Object.entries(figures).map(([figure, { isMoney }]) => {
      const sum = all.reduce((total, fact) => total + (fact.figures[figure] ?? 0), 0)
      return [figure, isMoney ? text(sum, own) : sum]
    })
    const thing = of ? { [of.id]: id, [of.name.key]: called ?? '' } : {}
    return { ...(period && { period }), ...thing, currency: own, ...Object.fromEntries(sums) }
  })
}

const byText = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
const someDay = (from: number) => dayOf(NOW - from * DAY)
const QUERIES: Query[] = Array.from({ length: 25 }, (_, i) => {
  const last = random.below(300)
  const groupBy = random.pick([undefined, 'day', 'week', 'month'] as const)
  const currency = random.chance(0.3) ? random.pick(['USD', 'CDF'] as const) : undefined
  const long = i === 0 ? 365 : random.below(366)
  return { from: someDay(last + long), to: someDay(last), ...(groupBy && { groupBy }), ...(currency && { currency }) }
})

it('the reports say of 500 random orders, refunds and payments what one finds by hand', {
  timeout: 60_000,
}, async () => {
  trade(domain)
  for (const name of Object.keys(REPORTS) as Name[]) {
    expect(facts[name].length, name).toBeGreaterThan(50)
    for (const query of QUERIES) {
      const said = await showReport(domain.ctx, REPORTS[name], ShowReport.parse(query))
      const what = `${name} ${JSON.stringify(query)}`
      expect([...said.rows].sort(byText), what).toEqual(byHand(name, query).sort(byText))
      for (const total of said.totals as Row[])
        for (const figure of Object.keys(REPORTS[name].figures)) {
          const own = (said.rows as Row[]).filter(({ currency }) => currency === total.currency)
          const sum = own.reduce((all, row) => all + Math.round(Number(row[figure]) * 100), 0)
          expect(sum, `${what} ${figure}`).toBe(Math.round(Number(total[figure]) * 100))
        }
      expect((said.totals as Row[]).map(({ currency }) => currency)).toEqual(
        [...new Set((said.rows as Row[]).map(({ currency }) => currency))].sort(),
      )
    }
  }
})
