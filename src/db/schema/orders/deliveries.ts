import { sql } from 'drizzle-orm'
import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant, json, reachedAt, updatedAt, version } from '#db/columns.ts'
import { stateSets } from '#db/state-sets.ts'
import { currencies } from '#kernel/money.ts'
import type { Address } from '../shops/profiles.ts'
import { type Area, orders } from './orders.ts'
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

/**
 * `open`: it goes on. `ended`: it is over. `job`: a rider has it as a job. `carried`: the rider has the parcel. `failed`: the parcel
 * turned back. `made`: the way was driven to its end and earns a share. `charged`: its fee is due. `pickedUp`: a rider has, or had,
 * the parcel.
 */
export const DELIVERY_STATES = stateSets(DELIVERY_STATUSES, {
  UNASSIGNED: ['open'],
  ASSIGNED: ['open', 'job'],
  PICKED_UP: ['open', 'job', 'carried', 'pickedUp'],
  DELIVERED: ['ended', 'made', 'charged', 'pickedUp'],
  FAILED_ATTEMPT: ['open', 'job', 'carried', 'pickedUp'],
  RETURNING: ['open', 'job', 'carried', 'failed', 'charged', 'pickedUp'],
  RETURNED: ['ended', 'failed', 'made', 'charged', 'pickedUp'],
  CANCELLED: ['ended'],
})

/** An end of a delivery; `area` is a written address without its street. */
export type DeliveryPlace = { name: string; phone: string | null; address: string | Address | null; area?: Area | null }

/** Squares of a degree, on each side. */
export const SQUARES = 20
/** The square of the map that a delivery starts in, as its index has it; null if its place is unknown. */
export const SQUARE = {
  lat: `CAST((lat + 90) * ${SQUARES} AS INTEGER)`,
  lng: `CAST((lng + 180) * ${SQUARES} AS INTEGER)`,
} as const

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
    /** Times that a rider who was offline reports for each status; `reachedAt` is when we heard of it. */
    occurredAt: json<Record<string, number>>('occurred_at').notNull().default({}),
    /**
     * The time since which a parcel on its way back from a cancelled order is lost sight of: the job no longer counts among its rider's.
     */
    overdueAt: instant('overdue_at'),
    /** The time at which riders beyond the nearest are told that it waits; null once they were. */
    restToldAt: instant('rest_told_at'),
  },
  (t) => [
    /** Waiting jobs, by the square of the map that they start in. */
    index('deliveries_waiting_square')
      .on(sql`${sql.raw(SQUARE.lat)}`, sql`${sql.raw(SQUARE.lng)}`, t.zoneId)
      .where(sql`status = 'UNASSIGNED'`),
    index('deliveries_offered').on(t.restToldAt).where(sql`status = 'UNASSIGNED' AND rest_told_at IS NOT NULL`),
    index('deliveries_newest').on(t.createdAt),
    index('deliveries_status').on(t.status, t.createdAt),
    index('deliveries_zone').on(t.zoneId, t.createdAt),
    index('deliveries_zone_status').on(t.zoneId, t.status, t.createdAt),
    index('deliveries_rider').on(t.riderId, t.createdAt),
    index('deliveries_rider_status').on(t.riderId, t.status, t.createdAt),
  ],
)
