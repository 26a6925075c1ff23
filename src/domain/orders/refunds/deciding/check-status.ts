import { readTogether } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { selectLatestAttempt } from '#domain/money/gateways/queries.ts'
import { pollGateway } from '#domain/money/gateways/readings/poll.ts'
import { fail } from '#kernel/failure.ts'
import { getRefund, selectRefund } from '../queries.ts'
import { viewRefund } from '../view.ts'

/** Asks the gateway what became of a refund that was sent, and applies the answer (docs/states.md, Unknown outcomes). 404 */
export async function checkRefund(ctx: Ctx, id: string) {
  const [[refund], [attempt]] = await readTogether(ctx.db, selectRefund(ctx, id), selectLatestAttempt(ctx, id))
  if (!refund) fail('NOT_FOUND')
  if (!attempt) return viewRefund(ctx, refund)
  await pollGateway(ctx, attempt, 'checkStatus')
  return viewRefund(ctx, await getRefund(ctx, id))
}
