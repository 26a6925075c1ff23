import { type SQL, sql } from 'drizzle-orm'
import { ridersWho } from '../orders/riders/as-earner.ts'
import { sellersWho } from '../shops/profiles/as-earner.ts'

// A registry: what money asks of the areas above it. Each of them says it in a file of its own, and nothing else of money knows them.

export { comparePrices, productsAfter } from '../catalogue/products/compared-prices.ts'
export { isOfBuyer, orderOfRefund, ordersOfPayins, payinsOfBuyer } from '../orders/orders/payins/paid-by.ts'
export { requireUnsealed } from '../orders/sealing/require-unsealed.ts'
export { businessNameOf } from '../shops/profiles/as-earner.ts'
export { isOfSubscriber, payinsOfSubscriber } from '../shops/subscriptions/paid-by.ts'

/** Whoever has a wallet: SELECT of kind, id, user_id and at of those of whom `condition` is true, which are `e` in it. */
export const earnersWho = (condition: SQL): SQL => sql`${sellersWho(condition)} UNION ALL ${ridersWho(condition)}`
