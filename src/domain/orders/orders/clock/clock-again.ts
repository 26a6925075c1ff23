import type { Write } from '#db/client.ts'
import { DELIVERY_STATES } from '#db/schema/orders/deliveries.ts'
import type { Ctx } from '#domain/core/context.ts'
import { revise } from '#domain/core/machine.ts'
import { orderMachine } from '../machine.ts'
import type { OrderFile } from '../queries.ts'
import { FULFILMENT_MS } from './due.ts'

/**
 * The end of an incident of an order whose parcel is on the road, or back without its seller's word: 72 hours begin again, so that
 * nobody has to remember it (docs/states.md, Timers of an order).
 */
export function clockAgain(ctx: Ctx, order: OrderFile): Write[] {
  const { delivery, status, dueAt } = order
  const isOnTheRoad = DELIVERY_STATES.carried.has(delivery?.status)
  const isBack = delivery?.status === 'RETURNED' && (status === 'RETURNING' || dueAt !== null)
  if (!isOnTheRoad && !isBack) return []
  return revise(ctx, orderMachine, order, 'clockAgain', { set: { dueAt: ctx.now + FULFILMENT_MS } })
}
