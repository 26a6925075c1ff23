import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { BILLING_CYCLES, planPrices } from '#db/schema/shops/plans.ts'
import { shownAmount } from '#domain/core/audit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import type { Price } from './queries.ts'

const limit = (max: number) => z.int().min(0).max(max)

/** Fields of a plan that staff set. */
export const PlanFields = {
  name: f.line(2, 60),
  maxProducts: limit(1_000_000),
  maxPhotosPerProduct: limit(100),
  maxShops: limit(10_000),
  prioritySupport: z.boolean(),
  isActive: z.boolean(),
  sortOrder: z.int().min(0).max(1_000_000),
}

const PriceIn = z.strictObject({ billingCycle: z.enum(BILLING_CYCLES), currency: f.priceCurrency, amount: f.amount })
export const PricesIn = z.array(PriceIn).max(4)

/**
 * The prices in minor units, 0 for a free plan.
 * @throws 400 if a cycle and currency come twice
 */
export function pricesOf(input: z.output<typeof PricesIn>): Price[] {
  const seen = new Set<string>()
  return input.map(({ amount, ...price }, at) => {
    const key = `${price.billingCycle} ${price.currency}`
    if (seen.has(key)) invalid(`prices.${at}`, 'Ce cycle et cette devise ont déjà un prix.')
    seen.add(key)
    return { ...price, amountMinor: f.amountOf(amount, price.currency, `prices.${at}.amount`, 0) }
  })
}

/** A price as the audit record shows it. */
export const shownPrice = ({ billingCycle, ...price }: Price) => ({ billingCycle, ...shownAmount(price) })

export const insertPrices = (ctx: Ctx, planId: string, prices: Price[]): Write[] =>
  prices.length > 0 ? [ctx.db.insert(planPrices).values(prices.map((price) => ({ planId, ...price })))] : []
