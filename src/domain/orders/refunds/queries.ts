import { eq } from 'drizzle-orm'
import { refunds } from '../../../db/schema/orders/refunds.ts'
import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../../core/context.ts'
import type { RefundRow } from './row.ts'

/** The statement of one refund: for `readTogether`, or behind the writes of a commit. */
export const selectRefund = (ctx: Ctx, id: string) => ctx.db.select().from(refunds).where(eq(refunds.id, id))

/** A refund, whatever it gives back. 404 */
export async function getRefund(ctx: Ctx, id: string): Promise<RefundRow> {
  const [refund] = await selectRefund(ctx, id)
  return refund ?? fail('NOT_FOUND')
}
