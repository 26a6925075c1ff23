import { readTogether } from '#db/client.ts'
import { ATTEMPT_STATES } from '#db/schema/money/gateways.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { pollGateway } from '#domain/money/gateways/readings/poll.ts'
import { viewPayin } from '#domain/money/payins/view.ts'
import { fail } from '#kernel/failure.ts'
import { selectLatestPayin } from '../payins/payin-shares.ts'
import { findOrder, selectOrder, toOrderFile } from '../queries.ts'
import { viewOrder } from '../view.ts'

/** The buyer asks what became of the payment: the gateway is asked if its verdict is not known yet. */
export async function checkOrderPayment(ctx: Ctx, id: string) {
  const [rows, attempts] = await readTogether(ctx.db, selectOrder(ctx.db, id), selectLatestPayin(ctx, id))
  const order = rows[0] && toOrderFile(rows[0])
  const [latest] = attempts
  if (order?.buyerId !== actorOf(ctx).id || !latest) fail('NOT_FOUND')
  const payin = ATTEMPT_STATES.askable.has(latest.status) ? await pollGateway(ctx, latest, 'checkStatus') : latest
  const fresh = payin.version === latest.version ? order : ((await findOrder(ctx, id)) ?? order)
  return { order: viewOrder(ctx, fresh), payin: viewPayin(payin) }
}
