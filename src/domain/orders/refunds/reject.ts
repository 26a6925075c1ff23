import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { retryOnStale } from '../../../db/commit.ts'
import { refunds } from '../../../db/schema/orders/refunds.ts'
import { fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { transition } from '../../core/machine.ts'
import { refundMachine } from './machine.ts'
import { viewRefund } from './view.ts'

export const RejectRefund = z.strictObject({ reason: f.reason })

/**
 * An ADMIN ends a refund that waits or failed: nothing goes back, its money stays where it lies, and a delivered order
 * completes at the next tick (docs/states.md, Refund). 404; 409 for one that is on its way or has ended.
 */
export const rejectRefund = (ctx: Ctx, id: string, { reason }: z.output<typeof RejectRefund>) =>
  retryOnStale(async () => {
    const selectRefund = ctx.db.select().from(refunds).where(eq(refunds.id, id))
    const [refund] = await selectRefund
    if (!refund) fail('NOT_FOUND')
    const [[rejected]] = await commit(
      ctx,
      [
        ...transition(ctx, refundMachine, refund, 'reject', { reason }),
        audited(ctx, 'refund.reject', id, { from: refund.status, reason }),
      ],
      selectRefund,
    )
    return viewRefund(rejected ?? fail('NOT_FOUND'))
  })
