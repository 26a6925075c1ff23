import type { Write } from '#db/client.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { send } from '#domain/money/gateways/attempts/send.ts'
import { fail } from '#kernel/failure.ts'
import { type OrderFile, selectOrder, toOrderFile } from './queries.ts'

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
  const [rows] = await commit(ctx, writes, selectOrder(ctx.db, id))
  if (refund) ctx.later(() => send(ctx, refund))
  return toOrderFile(rows[0] ?? fail('NOT_FOUND'))
}
