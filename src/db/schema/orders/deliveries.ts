import { sql } from 'drizzle-orm'
import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { currencies } from '../../../kernel/money.ts'
import { createdAt, id, json, reachedAt, updatedAt, version } from '../../columns.ts'
import type { Address } from '../shops/profiles.ts'
import { orders } from './orders.ts'
import { riders } from './riders.ts'
import { deliveryZones } from './zones.ts'

export const DELIVERY_STATUSES = [
  'UNASSIGNED',
  'ASSIGNED',
  'PICKED_UP',
  'DELIVERED',
  'FAILED_ATTEMPT',
  'RETURNING',
  'RETURNED',
  'CANCELLED',
] as const

/** Where a delivery starts or ends. */
export type DeliveryPlace = { name: string; phone: string | null; address: string | Address | null }

export const deliveries = sqliteTable(
  'deliveries',
  {
    id: id(),
    orderId: text('order_id')
      .notNull()
      .unique('deliveries_order')
      .references(() => orders.id),
    status: text('status', { enum: DELIVERY_STATUSES }).notNull(),
    riderId: text('rider_id').references(() => riders.id),
    pickup: json<DeliveryPlace>('pickup').notNull(),
    dropoff: json<DeliveryPlace>('dropoff').notNull(),
    /** The open zone of the shop's city, if there is one. */
    zoneId: text('zone_id').references(() => deliveryZones.id),
    lat: real('lat'),
    lng: real('lng'),
    feeMinor: integer('fee_minor').notNull(),
    riderEarningMinor: integer('rider_earning_minor').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    failureReason: text('failure_reason'),
    reachedAt: reachedAt(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('deliveries_open').on(t.createdAt).where(sql`status = 'UNASSIGNED'`),
    index('deliveries_rider').on(t.riderId, t.createdAt, t.id),
    index('deliveries_rider_status').on(t.riderId, t.status, t.createdAt, t.id),
  ],
)
