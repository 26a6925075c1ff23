import type { BILLING_CYCLES } from '#db/schema/shops/plans.ts'
import { fail, invalid } from '#kernel/failure.ts'
import type { PriceCurrency } from '#kernel/money.ts'
import type { PlanRow, Price } from '../plans/queries.ts'

/** Refuses a plan that is not on sale. 404 */
export const planForSale = (plan: PlanRow | undefined): PlanRow => (plan?.isActive ? plan : fail('NOT_FOUND'))

type PriceChoice = { billingCycle: (typeof BILLING_CYCLES)[number]; currency: PriceCurrency }

/**
 * The price of a plan for this cycle and currency.
 * @throws 400 if it has no such price
 */
export const priceOf = (plan: PlanRow, { billingCycle, currency }: PriceChoice): Price =>
  plan.prices.find((price) => price.billingCycle === billingCycle && price.currency === currency) ??
  invalid('billingCycle', `Le plan ${plan.name} n'a pas de prix en ${currency} pour ce cycle.`)
