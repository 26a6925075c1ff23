import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { allows, revise, transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { fail } from '#kernel/failure.ts'
import { orderMachine } from '../orders/machine.ts'
import { tellCancelled } from '../orders/outcomes/tell-cancelled.ts'
import type { OrderFile } from '../orders/queries.ts'
import { requestRefund } from '../refunds/of-orders/request-refund.ts'
import { isOpen } from '../refunds/owed-to-buyer.ts'
import type { OwnRefund } from '../refunds/refund.ts'
import { deliveryMachine } from './machine.ts'
import { deliveryLost } from './notices.ts'

/**
 * Notes that a parcel is lost. If the order had already ended, only the job ends.
 * @returns the refund that gives the money back, and the writes
 * @throws 409 INVALID_TRANSITION if no rider has the parcel
 */
export function loseParcel(ctx: Ctx, order: OrderFile, reason: string): { row?: OwnRefund; writes: Write[] } {
  const { delivery, number } = order
  if (!delivery)
    fail('CONFLICT', { reason: 'INVALID_TRANSITION', message: "Cette commande n'a pas de colis en route." })
  const set = { cancelledBy: 'STAFF', cancellationReason: reason, dueAt: null } as const
  const rider = sql`(SELECT r.user_id FROM riders r WHERE r.id = ${delivery.riderId})`
  const writes = [
    ...transition(ctx, deliveryMachine, delivery, 'lose', { reason }),
    ...notify(ctx, rider, deliveryLost, { number, opens: { deliveryId: delivery.id } }),
  ]
  if (!allows(orderMachine, order.status, 'lose')) {
    const ended = revise(ctx, orderMachine, order, 'parcelLost', { reason, set: { dueAt: null } })
    const row = order.refunds.find(isOpen)
    const refund = row ? { row, writes: [] } : requestRefund(ctx, order, reason)
    return { ...refund, writes: [...writes, ...ended, ...refund.writes] }
  }
  const refund = requestRefund(ctx, { ...order, ...set, status: 'CANCELLED' }, reason)
  const ended = transition(ctx, orderMachine, order, 'lose', { reason, set })
  return { ...refund, writes: [...writes, ...ended, ...refund.writes, ...tellCancelled(ctx, order, reason)] }
}
