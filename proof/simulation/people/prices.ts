import type { Currency } from '../../../src/kernel/money.ts'
import { type Simulation, say } from '../simulation.ts'
import { type Command, type Commands, pickFrom } from './plan.ts'

/* No verb sets a price, a rate or a fee yet: they are written as those verbs will write them. */

/** Something that costs otherwise from now on. */
const change = (weight: number, write: (simulation: Simulation) => string | undefined): Command => ({
  weight,
  plan(simulation) {
    const what = write(simulation)
    if (what === undefined) return undefined
    say(simulation, `${simulation.step} ${what}`)
    return []
  },
})

/** Around what a dollar is worth, in minor units. */
const PRICES = { USD: [107, 333, 1250, 2990], CDF: [1, 50, 1300, 279_999, 2_800_050] } as const

const PAIRS: [Currency, Currency, number][] = [
  ['USD', 'CDF', 280_000_000_000],
  ['USD', 'RWF', 130_000_000_000],
  ['CDF', 'USD', 35_714],
  ['CDF', 'RWF', 46_428_571],
]

export const prices: Commands = {
  changePrice: change(2, ({ store, random, now }) => {
    type Row = { id: string; currency: 'USD' | 'CDF' }
    const variant = pickFrom(
      { random },
      store.rows<Row>('SELECT v.id, p.currency FROM variants v JOIN products p ON p.id = v.product_id ORDER BY v.id'),
    )
    if (!variant) return undefined
    const minor = random.pick<number>(PRICES[variant.currency]) + random.below(100)
    const sql = 'UPDATE variants SET price_minor = ?, version = version + 1, updated_at = ? WHERE id = ?'
    store.run({ sql, params: [minor, now, variant.id] })
    return `${variant.id} costs ${minor} ${variant.currency}`
  }),
  /** Up to a fifth up or down; now and then known before it is in force. */
  changeRate: change(1.5, ({ store, random, now }) => {
    const [base, quote, around] = random.pick(PAIRS)
    const scaled = Math.round(around * (0.8 + random.next() * 0.4))
    const effectiveAt = random.chance(0.8) ? now : now + random.below(3_600_000)
    const sql = `INSERT INTO exchange_rates (id, base_currency, quote_currency, rate_scaled, source, effective_at, created_at)
      VALUES (?, ?, ?, ?, 'test', ?, ?)`
    store.run({ sql, params: [`r-${random.hex(16)}`, base, quote, scaled, effectiveAt, now] })
    return `one ${base} is ${scaled / 1e8} ${quote}`
  }),
  changeFee: change(0.5, ({ store, random }) => {
    const [currency, minor] = random.pick([
      ['USD', 151],
      ['USD', 99],
      ['CDF', 350_050],
      ['CDF', 1],
    ] as const)
    store.run({ sql: 'UPDATE delivery_zones SET fee_currency = ?, fee_minor = ?', params: [currency, minor] })
    return `a delivery costs ${minor} ${currency}`
  }),
}
