import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { DELIVERY_STATES } from '#db/schema/orders/deliveries.ts'
import type { Ctx } from '#domain/core/context.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { orderRefundUnderWay } from '../notices.ts'
import type { OrderFile } from '../queries.ts'

const REFUND_UNDER_WAY = guard('REFUND_UNDER_WAY', 'CONFLICT', {
  reason: 'REQUEST_IN_PROGRESS',
  message:
    "Un remboursement de toute la commande est en cours : gardez les articles jusqu'à ce qu'il aboutisse ou échoue.",
})

/** Aborts a commit that would hand goods on while the whole rest of their payment is on its way back to the buyer. @throws 409 */
export const unlessRefunding = (ctx: Ctx, orderId: string): Write =>
  abortWhen(
    ctx.db,
    REFUND_UNDER_WAY,
    sql`EXISTS (SELECT 1 FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.order_id = ${orderId}
      AND r.payin_id IS NULL AND r.status = 'PROCESSING' AND r.amount_minor >= o.total_minor - o.refunded_minor)`,
  )

/** Tells the seller and the rider of an order that its whole refund begins: they must not hand the goods on. */
export function tellRefundUnderWay(ctx: Ctx, { number, sellerUserId, delivery }: OrderFile): Write[] {
  const isCarried = delivery?.riderId && DELIVERY_STATES.open.has(delivery.status)
  const rider = sql`(SELECT r.user_id FROM riders r WHERE r.id = ${delivery?.riderId ?? null})`
  return [
    ...notify(ctx, sellerUserId, orderRefundUnderWay, { number }),
    ...(isCarried ? notify(ctx, rider, orderRefundUnderWay, { number, opens: { deliveryId: delivery.id } }) : []),
  ]
}
