import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { DELIVERY_STATES } from '#db/schema/orders/deliveries.ts'
import type { Ctx } from '#domain/core/context.ts'
import { allows, transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import type { OrderFile } from '../orders/queries.ts'
import { deliveryMachine } from './machine.ts'
import { deliveryCalledOff, deliveryTurnedBack } from './notices.ts'

/**
 * The order is cancelled: its delivery is CANCELLED, or RETURNING when the rider already has the parcel, and the rider is
 * told (docs/states.md, Delivery). A delivery that has ended, or is on its way back, stays as it is.
 */
export function cancelDelivery(ctx: Ctx, { delivery, number }: Pick<OrderFile, 'delivery' | 'number'>): Write[] {
  if (!delivery || !allows(deliveryMachine, delivery.status, 'cancel')) return []
  const { riderId, status } = delivery
  const notice = DELIVERY_STATES.carried.has(status) ? deliveryTurnedBack : deliveryCalledOff
  return [
    ...transition(ctx, deliveryMachine, delivery, 'cancel'),
    ...(riderId === null
      ? []
      : notify(ctx, sql`(SELECT r.user_id FROM riders r WHERE r.id = ${riderId})`, notice, {
          number,
          opens: { deliveryId: delivery.id },
        })),
  ]
}
