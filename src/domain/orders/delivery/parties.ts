import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import type { Notice, NoticeFacts } from '#domain/core/notices/notice.ts'
import { notify } from '#domain/core/notices/notify.ts'

/** Tells the seller of an order, in the commit that causes it. */
export const tellSeller = <Facts>(
  ctx: Ctx,
  orderId: string,
  notice: Notice<Facts>,
  ...given: NoticeFacts<Facts>
): Write[] =>
  notify(
    ctx,
    sql`(SELECT sp.user_id FROM orders o JOIN seller_profiles sp ON sp.id = o.seller_profile_id WHERE o.id = ${orderId})`,
    notice,
    ...given,
  )

/** Tells the buyer and the seller of an order, in the commit that causes it. */
export const tellParties = <Facts>(
  ctx: Ctx,
  orderId: string,
  notice: Notice<Facts>,
  ...given: NoticeFacts<Facts>
): Write[] => [
  ...notify(ctx, sql`(SELECT o.buyer_id FROM orders o WHERE o.id = ${orderId})`, notice, ...given),
  ...tellSeller(ctx, orderId, notice, ...given),
]
