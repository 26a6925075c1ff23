import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, failureOf, guard } from '#db/guard.ts'
import type { refunds } from '#db/schema/orders/refunds.ts'
import type { Ctx } from '#domain/core/context.ts'

const REFUND_IN_DOUBT = guard('REFUND_IN_DOUBT', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message:
    "Une personne a décidé qu'un remboursement a échoué, et l'opérateur ne l'a pas encore dit : rien n'est renvoyé avant, l'acheteur l'aurait deux fois.",
})

/**
 * People said that a refund of this failed, and its gateway has not (docs/money.md, Refunds): sent again, also as another
 * refund, it could arrive twice. CROSS walks from what it gives back.
 */
export const isInDoubt = (orderId: SQL | string, payinId: SQL | string | null): SQL => sql`EXISTS (
  SELECT 1 FROM refunds f CROSS JOIN gateway_transactions t ON t.subject_id = f.id
  WHERE f.order_id = ${orderId} AND f.payin_id IS ${payinId} AND t.purpose = 'REFUND' AND t.status = 'failed'
    AND t.decided_at IS NOT NULL AND t.agreed_at IS NULL)`

/** Ends the commit of a try while a try before it is in doubt. 409 */
export const unlessInDoubt = (
  ctx: Ctx,
  { orderId, payinId }: Pick<typeof refunds.$inferSelect, 'orderId' | 'payinId'>,
): Write => abortWhen(ctx.db, REFUND_IN_DOUBT, isInDoubt(orderId, payinId))

/** Refuses now what `unlessInDoubt` would refuse in the commit. 409 */
export function requireNoDoubt({ isRefundInDoubt }: { isRefundInDoubt: boolean }): void {
  if (isRefundInDoubt) throw failureOf(REFUND_IN_DOUBT)
}
