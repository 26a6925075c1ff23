import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { nextStatus, transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { checkHandoverCode } from '#domain/orders/delivery/check-handover-code.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { CONFIRMATION_MS } from '../clock/due.ts'
import { commitOrder } from '../commit-order.ts'
import { orderMachine } from '../machine.ts'
import { orderDelivered } from '../notices.ts'
import { unlessRefunding } from '../outcomes/refund-under-way.ts'
import { findOrder } from '../queries.ts'
import { type OrderView, viewOrder } from '../view.ts'

export const HandoverOrder = z.strictObject({ code: f.code6 })

/** The buyer collects in the shop and shows their code: the order is delivered (docs/states.md, Order). 401, 404, 409, 429. */
export async function handoverOrder(
  ctx: Ctx,
  id: string,
  { code }: z.output<typeof HandoverOrder>,
): Promise<OrderView> {
  const changed = await retryOnStale(async () => {
    const order = await findOrder(ctx, id)
    if (order?.sellerProfileId !== sellerOf(ctx).sellerProfileId) fail('NOT_FOUND')
    if (order.fulfillmentMethod !== 'PICKUP') {
      fail('CONFLICT', {
        reason: 'INVALID_TRANSITION',
        message: 'Cette commande est livrée par un livreur. Dites-lui le code de retrait.',
      })
    }
    nextStatus(orderMachine, order.status, 'handover')
    const forgotten = await checkHandoverCode(ctx, 'pickup', id, code)
    return commitOrder(ctx, id, [
      unlessRefunding(ctx, id),
      ...forgotten,
      ...transition(ctx, orderMachine, order, 'handover', { set: { dueAt: ctx.now + CONFIRMATION_MS } }),
      ...notify(ctx, order.buyerId, orderDelivered, { number: order.number }),
    ])
  })
  return viewOrder(ctx, changed)
}
