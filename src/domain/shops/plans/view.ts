import * as z from 'zod'
import { BILLING_CYCLES } from '#db/schema/shops/plans.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import type { PlanRow } from './queries.ts'

export const PlanView = z
  .object({
    id: f.id,
    slug: z.string(),
    name: z.string(),
    maxProducts: z.int(),
    maxPhotosPerProduct: z.int(),
    maxShops: z.int(),
    prioritySupport: z.boolean(),
    isActive: z.boolean(),
    sortOrder: z.int(),
    prices: z.array(z.object({ billingCycle: z.enum(BILLING_CYCLES), currency: f.priceCurrency, amount: f.decimal })),
    version: z.int(),
  })
  .meta({ id: 'Plan' })
export type PlanView = z.output<typeof PlanView>

export const viewPlan = ({
  createdAt: _made,
  updatedAt: _changed,
  prices,
  ...plan
}: PlanRow): z.output<typeof PlanView> => ({
  ...plan,
  prices: prices.map(({ billingCycle, currency, amountMinor }) => ({
    billingCycle,
    currency,
    amount: formatAmount(amountMinor, currency),
  })),
})
