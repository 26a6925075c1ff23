import { type SQL, sql } from 'drizzle-orm'
import { isPictureOff } from '../catalogue/products/off-air.ts'
import { isReviewPictureOff } from '../orders/reviews/off-air.ts'
import { ridersWho } from '../orders/riders/as-earner.ts'
import { sellersWho } from '../shops/profiles/as-earner.ts'
import { isBannerOff, isLogoOff } from '../shops/shops/off-air.ts'

// A registry: what core asks of the areas above it. Each of them says it in a file of its own, and nothing else of core knows them.

export { payoutNumbersOf } from '../money/wallet/payout-numbers.ts'
export { idOfOrder } from '../orders/orders/payins/paid-by.ts'
export { isUnverified } from '../shops/profiles/as-earner.ts'

/** The ids that a person's wallets are kept under. */
export const earningsOf = (userId: string): SQL => {
  const isTheirs = sql`e.user_id = ${userId}`
  return sql`SELECT earner.id FROM (${sellersWho(isTheirs)} UNION ALL ${ridersWho(isTheirs)}) earner`
}

/** The conditions that take a public picture off the air, by the beginning of its key; other kinds stay. */
export const OFF_AIR: Record<string, (key: string) => SQL> = {
  product: isPictureOff,
  logo: isLogoOff,
  banner: isBannerOff,
  review: isReviewPictureOff,
  avatar: (key) =>
    sql`EXISTS (SELECT 1 FROM users u WHERE u.avatar_key = ${key} AND (u.blocked_at IS NOT NULL OR u.deleted_at IS NOT NULL))`,
}
