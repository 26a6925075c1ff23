import type { Write } from '../../db/client.ts'
import { commit } from '../../db/commit.ts'
import { fail } from '../../kernel/failure.ts'
import type { Ctx } from '../context.ts'
import type { GatewayTransaction } from '../gateways/intend.ts'
import { send } from '../gateways/send.ts'
import { sendOutbox } from '../notices/send.ts'
import { fileOf, type OrderFile, orderById } from './queries.ts'

/**
 * Commits what moves an order and answers the order as it now is. What people are told, and the refund that the commit
 * intends, are sent after the answer; if this process dies first, the cron sends them.
 */
export async function commitOrder(
  ctx: Ctx,
  id: string,
  writes: Write[],
  refund?: GatewayTransaction,
): Promise<OrderFile> {
  const [rows] = await commit(ctx, writes, orderById(ctx, id))
  ctx.later(async () => {
    await sendOutbox(ctx)
    if (refund) await send(ctx, refund)
  })
  return fileOf(rows[0] ?? fail('NOT_FOUND'))
}
