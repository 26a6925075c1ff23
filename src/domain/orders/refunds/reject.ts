import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { retryOnStale } from '../../../db/commit.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import { refunds } from '../../../db/schema/orders/refunds.ts'
import { fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { transition } from '../../core/machine.ts'
import { refundMachine } from './machine.ts'
import { viewRefund } from './view.ts'

const ORDER_ENDED = guard('REFUND_ORDER_ENDED', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: "La commande est terminée : son argent doit revenir à l'acheteur. Renvoyez plutôt ce remboursement.",
})

const SECOND_PAYMENT = {
  reason: 'INVALID_TRANSITION',
  message:
    "La commande a été payée deux fois : ce paiement doit revenir à l'acheteur. Renvoyez plutôt ce remboursement.",
} as const

export const RejectRefund = z.strictObject({ reason: f.reason })

/**
 * An ADMIN ends a refund that waits or failed: nothing goes back, its money stays where it lies, and a delivered order
 * completes at the next tick (docs/states.md, Refund). 404; 409 for one that is on its way or has ended, and for that of
 * an order that is over or that was paid twice: nobody would ever have its money.
 */
export const rejectRefund = (ctx: Ctx, id: string, { reason }: z.output<typeof RejectRefund>) =>
  retryOnStale(async () => {
    const selectRefund = ctx.db.select().from(refunds).where(eq(refunds.id, id))
    const [refund] = await selectRefund
    if (!refund) fail('NOT_FOUND')
    if (refund.payinId !== null) fail('CONFLICT', SECOND_PAYMENT)
    const [[rejected]] = await commit(
      ctx,
      [
        unlessOver(ctx, refund.orderId),
        ...transition(ctx, refundMachine, refund, 'reject', { reason }),
        audited(ctx, 'refund.reject', id, { from: refund.status, reason }),
      ],
      selectRefund,
    )
    return viewRefund(rejected ?? fail('NOT_FOUND'))
  })

const unlessOver = (ctx: Ctx, orderId: string) =>
  abortWhen(
    ctx.db,
    ORDER_ENDED,
    sql`EXISTS (SELECT 1 FROM orders o WHERE o.id = ${orderId} AND o.status IN ('CANCELLED', 'REJECTED'))`,
  )
