import * as z from 'zod'
import { DELIVERY_STATUSES } from '#db/schema/orders/deliveries.ts'
import { CHANNELS } from '#db/schema/orders/messages.ts'
import { ORDER_STATUSES } from '#db/schema/orders/orders.ts'
import * as f from '#kernel/fields.ts'
import { NotificationView } from './view.ts'

const message = <Type extends string, Facts extends z.ZodRawShape>(type: Type, facts: Facts) =>
  z.object({ type: z.literal(type), ...facts })

/** A live message (docs/live.md, Messages), as the triggers of src/db/triggers write it. */
export const LiveMessage = z
  .discriminatedUnion('type', [
    message('hello', {}),
    message('notification', { notification: NotificationView }),
    message('order', { id: f.id, status: z.enum(ORDER_STATUSES), version: z.int() }),
    message('delivery', { id: f.id, status: z.enum(DELIVERY_STATUSES) }),
    message('message', { orderId: f.id, channel: z.enum(CHANNELS), id: f.id }),
    message('job', { deliveryId: f.id }),
    message('jobGone', { deliveryId: f.id }),
    message('location', { orderId: f.id, lat: z.number(), lng: z.number(), at: f.isoTime }),
    message('end', { reason: z.string() }),
  ])
  .meta({ id: 'LiveMessage' })
export type LiveMessage = z.output<typeof LiveMessage>
