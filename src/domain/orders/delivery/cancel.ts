import type { Write } from '../../../db/client.ts'
import type { deliveries } from '../../../db/schema/orders/deliveries.ts'
import type { Ctx } from '../../core/context.ts'
import { allows, transition } from '../../core/machine.ts'
import { deliveryMachine } from './machine.ts'

type Job = Pick<typeof deliveries.$inferSelect, 'id' | 'status' | 'version'>

/**
 * The order is cancelled: its delivery is CANCELLED, or RETURNING when the rider already has the parcel (docs/states.md,
 * Delivery). A delivery that has ended, or is on its way back, stays as it is.
 */
export const cancelDelivery = (ctx: Ctx, job: Job, reason?: string): Write[] =>
  allows(deliveryMachine, job.status, 'cancel') ? transition(ctx, deliveryMachine, job, 'cancel', { reason }) : []
