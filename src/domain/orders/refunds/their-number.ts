import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import type { Ctx } from '../../core/context.ts'

const NOT_THEIRS = {
  field: 'phoneNumber',
  message: "Ce numéro n'est ni un numéro vérifié de l'acheteur, ni celui qui a payé une de ses commandes.",
}
const NUMBER_NOT_THEIRS = guard('NUMBER_NOT_THEIRS', 'VALIDATION_ERROR', {
  message: NOT_THEIRS.message,
  details: [NOT_THEIRS],
})

/** Whether a number is a verified one of the buyer, or has paid an order of theirs: CROSS walks from their orders. */
const isTheirs = (buyerId: string, phone: string): SQL => sql`(EXISTS (
  SELECT 1 FROM users u WHERE u.id = ${buyerId} AND u.phone = ${phone} AND u.phone_verified_at IS NOT NULL) OR EXISTS (
  SELECT 1 FROM orders o CROSS JOIN payin_shares w ON w.order_id = o.id CROSS JOIN gateway_transactions g ON g.id = w.payin_id
  WHERE o.buyer_id = ${buyerId} AND g.phone = ${phone} AND g.status IN ('succeeded', 'reversed')))`

/** A refund goes to nobody but its buyer: held in the commit that asks for the code, and in that which sends it. 400 */
export const requireTheirNumber = (ctx: Ctx, buyerId: string, phone: string): Write =>
  abortWhen(ctx.db, NUMBER_NOT_THEIRS, sql`NOT ${isTheirs(buyerId, phone)}`)
