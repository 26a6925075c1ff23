import { type SQL, sql } from 'drizzle-orm'
import { INCIDENT_STATES } from '#db/schema/core/incidents.ts'
import { PAYOUT_STATES } from '#db/schema/money/payouts.ts'
import { TICKET_STATES } from '#db/schema/office/tickets.ts'
import { DELIVERY_STATES } from '#db/schema/orders/deliveries.ts'
import { ORDER_STATES } from '#db/schema/orders/orders.ts'
import { REFUND_STATES } from '#db/schema/orders/refunds.ts'

/** Things with an end that a notification may be about: its id in `data`, the table, and whether the thing `m` goes on. */
const MATTERS: [id: string, table: string, isOpen: SQL][] = [
  ['orderId', 'orders', ORDER_STATES.open.in('m.status')],
  ['deliveryId', 'deliveries', DELIVERY_STATES.open.in('m.status')],
  ['refundId', 'refunds', REFUND_STATES.open.in('m.status')],
  ['payoutId', 'payouts', PAYOUT_STATES.open.in('m.status')],
  ['incidentId', 'incidents', INCIDENT_STATES.open.in('m.status')],
  ['ticketId', 'tickets', TICKET_STATES.open.in('m.status')],
  ['bookingId', 'bookings', sql`m.status = 'REQUESTED'`],
]

/** Whether nothing that a notification is about goes on, or has changed since `since`. What has no end ends when it was told. */
export const isOverSince = (since: number): SQL =>
  sql.join(
    MATTERS.map(
      ([id, table, isOpen]) => sql`NOT EXISTS (
        SELECT 1 FROM ${sql.identifier(table)} m
        WHERE m.id = notifications.data ->> ${id} AND (m.updated_at > ${since} OR ${isOpen}))`,
    ),
    sql` AND `,
  )
