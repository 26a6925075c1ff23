import { eq } from 'drizzle-orm'
import type * as z from 'zod'
import { readTogether } from '../../../db/client.ts'
import { refunds } from '../../../db/schema/orders/refunds.ts'
import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../../core/context.ts'
import { refuse } from '../../core/machine.ts'
import { bookDecision } from '../../money/gateways/book-decision.ts'
import { selectLatestAttempt } from '../../money/gateways/queries.ts'
import type { Resolve } from '../../money/gateways/resolve.ts'
import { refundMachine } from './machine.ts'
import { viewRefund } from './view.ts'

/**
 * An ADMIN decides about a refund that no gateway answers for, or that one takes back (docs/money.md, Corrections): about
 * its last try. 404; 409 for one's own while another ADMIN is in office, INVALID_TRANSITION for a decision that its state does
 * not have, and where nothing was ever sent
 */
export async function resolveRefund(ctx: Ctx, id: string, decision: z.output<typeof Resolve>) {
  const selectRefund = ctx.db.select().from(refunds).where(eq(refunds.id, id))
  await bookDecision(ctx, id, decision, async () => {
    const [[refund], [attempt]] = await readTogether(ctx.db, selectRefund, selectLatestAttempt(ctx, id))
    if (!refund) fail('NOT_FOUND')
    return attempt ?? refuse(refundMachine, refund.status, 'succeed')
  })
  const [decided] = await selectRefund
  return viewRefund(decided ?? fail('NOT_FOUND'))
}
