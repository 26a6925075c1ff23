import { gte, inArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { counterName } from '#db/counters.ts'
import { counters } from '#db/schema/core/counters.ts'
import { BILLING_CYCLES } from '#db/schema/shops/plans.ts'
import { SUBSCRIPTION_STATES, subscriptionDays } from '#db/schema/shops/subscriptions.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount, PRICE_CURRENCIES, type PriceCurrency } from '#kernel/money.ts'
import { periodQuery, reportDays } from '#kernel/period.ts'

export const SubscriptionStats = z.strictObject(periodQuery)

export const SubscriptionStatsView = z
  .object({
    active: z.int(),
    grace: z.int(),
    expired: z.int(),
    cancelled: z.int(),
    new: z.int(),
    churnRate: z.number(),
    mrr: z.array(z.object({ currency: f.priceCurrency, amount: f.decimal })),
  })
  .meta({ id: 'SubscriptionStats' })

const STATES = SUBSCRIPTION_STATES.shown.states.map((status) => counterName('subscriptions', { status }))
/**
 * The name of a counter that triggers keep: the sum last paid for ACTIVE subscriptions of a currency and cycle. In grace nothing is paid.
 */
const paidEach = (currency: PriceCurrency, cycle: (typeof BILLING_CYCLES)[number]) => `mrr:${currency}:${cycle}`
const PAID = PRICE_CURRENCIES.flatMap((currency) => BILLING_CYCLES.map((cycle) => paidEach(currency, cycle)))

/**
 * Counts the subscriptions in each state now, with their monthly revenue; and those that began, and the share that ended, in the days of a
 * period (docs/money.md, Figures of subscriptions).
 * @throws 400 over 366 days
 */
export async function showSubscriptionStats(
  ctx: Ctx,
  query: z.output<typeof SubscriptionStats>,
): Promise<z.output<typeof SubscriptionStatsView>> {
  const { first, last } = reportDays(query, ctx.now)
  const upTo = (what: string) =>
    sql<number>`coalesce(sum(${sql.raw(what)}) FILTER (WHERE subscription_days.day <= ${last}), 0)`
  const [kept, [days]] = await readTogether(
    ctx.db,
    ctx.db
      .select()
      .from(counters)
      .where(inArray(counters.name, [...STATES, ...PAID])),
    ctx.db
      .select({
        started: upTo('started').as('started'),
        ended: upTo('ended').as('ended'),
        more: sql<number>`coalesce(sum(started - ended), 0)`.as('more'),
      })
      .from(subscriptionDays)
      .where(gte(subscriptionDays.day, first)),
  )
  const values = new Map(kept.map(({ name, value }) => [name, value]))
  const [active = 0, grace = 0, expired = 0, cancelled = 0] = STATES.map((name) => values.get(name) ?? 0)
  const { started = 0, ended = 0, more = 0 } = days ?? {}
  const monthly = (currency: PriceCurrency) =>
    (values.get(paidEach(currency, 'MONTHLY')) ?? 0) + twelfth(values.get(paidEach(currency, 'YEARLY')) ?? 0)
  return {
    ...{ active, grace, expired, cancelled, new: started },
    churnRate: rateOf(ended, active + grace - more + started),
    mrr: PRICE_CURRENCIES.map((currency) => ({ currency, amount: formatAmount(monthly(currency), currency) })),
  }
}

/** A twelfth, rounded half up to the minor unit. */
const twelfth = (minor: number) => Math.floor((minor + 6) / 12)

/** A share, rounded half up to four decimals; 0 of none. */
const rateOf = (part: number, whole: number) =>
  whole > 0 ? Math.floor((20_000 * part + whole) / (2 * whole)) / 10_000 : 0
