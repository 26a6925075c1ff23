import type { Ctx } from '#domain/core/context.ts'
import { createRate } from '#domain/money/rates/create.ts'
import { deleteRate } from '#domain/money/rates/delete.ts'
import { SetRate } from '#domain/money/rates/fields.ts'
import { PreviewConversion, previewConversion } from '#domain/money/rates/preview.ts'
import { UpdateRate, updateRate } from '#domain/money/rates/update.ts'
import { upsertRate } from '#domain/money/rates/upsert.ts'
import { type Currency, formatRate, RATE_SCALE } from '#kernel/money.ts'
import { iso } from '#kernel/time.ts'
import { type Simulation, say } from '../../simulation.ts'
import { act, type Command, type Commands, pickFrom } from '../plan.ts'

/* No verb sets a fee yet: it is written as that verb will write it; prices change between two requests, never within one. */

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

/**
 * Up to a fifth up or down, known before it is in force: whoever read the rates before it is there pays at those, and the
 * prices are checked at what is in force when the order was begun.
 */
const rate = (weight: number, name: string, run: (ctx: Ctx, input: SetRate) => Promise<unknown>): Command => ({
  weight,
  plan({ random, people, now }) {
    const [baseCurrency, quoteCurrency, around] = random.pick(PAIRS)
    const text = formatRate({ times: Math.round(around * (0.8 + random.next() * 0.4)), over: RATE_SCALE })
    const effectiveAt = iso(now + 60_000 * (1 + random.below(60)))
    const confirmJump = random.chance(0.5)
    const input = SetRate.parse({ baseCurrency, quoteCurrency, rate: text, effectiveAt, confirmJump })
    return act(name, random.pick(people.admins), input, (ctx) => run(ctx, input))
  },
})

/** Makes an act of finance on a rate before it is in force. */
const ofTomorrow = (
  weight: number,
  name: string,
  run: (ctx: Ctx, id: string, simulation: Simulation) => Promise<unknown>,
): Command => ({
  weight,
  plan(simulation) {
    const sql = 'SELECT id FROM exchange_rates WHERE effective_at > ? ORDER BY id'
    const found = pickFrom(simulation, simulation.store.rows<{ id: string }>(sql, simulation.now + 60_000))
    const admin = simulation.random.pick(simulation.people.admins)
    return found && act(name, admin, found.id, (ctx) => run(ctx, found.id, simulation))
  },
})

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
  createRate: rate(0.7, 'createRate', (ctx, input) => createRate(ctx, input)),
  upsertRate: rate(0.7, 'upsertRate', (ctx, input) => upsertRate(ctx, input)),
  updateRate: ofTomorrow(0.4, 'updateRate', (ctx, id, { random }) =>
    updateRate(ctx, id, UpdateRate.parse({ isActive: random.chance(0.8), source: 'BCC' })),
  ),
  deleteRate: ofTomorrow(0.2, 'deleteRate', (ctx, id) => deleteRate(ctx, id)),
  previewConversion: {
    weight: 0.2,
    plan({ people, random }) {
      const input = PreviewConversion.parse({ amount: '12.50', from: 'USD', to: random.pick(['CDF', 'RWF']) })
      return act('previewConversion', random.pick(people.buyers), input, (ctx) => previewConversion(ctx, input))
    },
  },
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
