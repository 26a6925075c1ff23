import { fail } from '../../../kernel/failure.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { handoverCode } from '../delivery/handover-code.ts'
import { findOrder, partOf } from './queries.ts'
import { viewOrder } from './view.ts'

/** An order, for its buyer, its seller, its rider and staff; 404 for everybody else (docs/states.md, Who sees an order). */
export async function showOrder(ctx: Ctx, id: string) {
  const order = await findOrder(ctx, id)
  const part = order && partOf(actorOf(ctx), order)
  if (!part) fail('NOT_FOUND')
  const isReady = order.status === 'READY_FOR_PICKUP'
  const owner = order.fulfillmentMethod === 'PICKUP' ? 'buyer' : 'seller'
  return viewOrder(ctx, order, isReady && part === owner ? { pickupCode: await handoverCode(ctx, 'pickup', id) } : {})
}
