import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../../core/context.ts'
import { allows, revise, transition } from '../../core/machine.ts'
import { notify } from '../../core/notices/notify.ts'
import { orderMachine } from '../orders/machine.ts'
import type { OrderFile } from '../orders/queries.ts'
import { tellCancelled } from '../orders/tell-cancelled.ts'
import { requestRefund } from '../refunds/start.ts'
import { deliveryMachine } from './machine.ts'
import { deliveryLost } from './notices.ts'

/**
 * The writes of a parcel that is lost, whoever says so. Of an order that had ended before, only the job ends.
 * @throws 409 INVALID_TRANSITION if no rider has the parcel
 */
export function loseParcel(ctx: Ctx, order: OrderFile, reason: string): Write[] {
  const { delivery, number } = order
  if (!delivery)
    fail('CONFLICT', { reason: 'INVALID_TRANSITION', message: "Cette commande n'a pas de colis en route." })
  const ends = allows(orderMachine, order.status, 'lose')
  const set = { cancelledBy: 'STAFF', cancellationReason: reason, dueAt: null } as const
  const rider = sql`(SELECT r.user_id FROM riders r WHERE r.id = ${delivery.riderId})`
  return [
    ...transition(ctx, deliveryMachine, delivery, 'lose', { reason }),
    ...(ends
      ? [
          ...transition(ctx, orderMachine, order, 'lose', { reason, set }),
          ...requestRefund(ctx, { ...order, ...set, status: 'CANCELLED' }, reason),
          ...tellCancelled(ctx, order, reason),
        ]
      : revise(ctx, orderMachine, order, 'parcelLost', { reason, set: { dueAt: null } })),
    ...notify(ctx, rider, deliveryLost, { number, opens: { deliveryId: delivery.id } }),
  ]
}
