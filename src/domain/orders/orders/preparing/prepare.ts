import { retryOnStale } from '#db/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import { FULFILMENT_MS } from '../clock/due.ts'
import { commitOrder } from '../commit-order.ts'
import { orderMachine } from '../machine.ts'
import { findOrder } from '../queries.ts'
import { type OrderView, viewOrder } from '../view.ts'

/** The seller starts preparing (docs/states.md, Order). 404, 409. */
export async function prepareOrder(ctx: Ctx, id: string): Promise<OrderView> {
  const changed = await retryOnStale(async () => {
    const order = await findOrder(ctx, id)
    if (order?.sellerProfileId !== sellerOf(ctx).sellerProfileId) fail('NOT_FOUND')
    const set = { dueAt: ctx.now + FULFILMENT_MS }
    return commitOrder(ctx, id, transition(ctx, orderMachine, order, 'prepare', { set }))
  })
  return viewOrder(ctx, changed)
}
