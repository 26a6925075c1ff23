import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { amountMinor, createdAt, currency, id, instant, json, reachedAt, updatedAt, version } from '#db/columns.ts'
import { uniqueKey } from '#db/constraint.ts'
import { stateSets } from '#db/state-sets.ts'
import { users } from '../core/users.ts'

export const RIDER_STATUSES = ['PENDING', 'ACTIVE', 'SUSPENDED', 'REJECTED'] as const

/** `approved`: staff took the application. */
export const RIDER_STATES = stateSets(RIDER_STATUSES, {
  PENDING: [],
  ACTIVE: ['approved'],
  SUSPENDED: ['approved'],
  REJECTED: [],
})

/** Most jobs of a rider. A trigger of src/db/triggers/orders.sql holds the limit if two jobs are taken at once. */
export const MAX_ACTIVE_JOBS = 3
/** Kilometres within which riders see jobs without a zone of theirs. */
export const NEAR_KM = 15

export const VEHICLES = ['MOTO', 'BICYCLE', 'CAR', 'ON_FOOT'] as const

export const riders = sqliteTable(
  'riders',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .unique('riders_user')
      .references(() => users.id),
    status: text('status', { enum: RIDER_STATUSES }).notNull(),
    /** BUSY is shown while three jobs are active. */
    availability: text('availability', { enum: ['OFFLINE', 'ONLINE'] })
      .notNull()
      .default('OFFLINE'),
    vehicleType: text('vehicle_type', { enum: VEHICLES }).notNull(),
    vehiclePlate: text('vehicle_plate'),
    /** Ids of delivery zones. */
    zones: json<string[]>('zones').notNull(),
    /** Triggers keep both numbers. */
    activeJobs: integer('active_jobs').notNull().default(0),
    completedCount: integer('completed_count').notNull().default(0),
    /** Number and sum of its visible reviews: triggers keep both. */
    ratingCount: integer('rating_count').notNull().default(0),
    ratingSum: integer('rating_sum').notNull().default(0),
    lat: real('lat'),
    lng: real('lng'),
    locatedAt: instant('located_at'),
    /** The last time at which buyers were told of the place. */
    placeToldAt: instant('place_told_at'),
    reachedAt: reachedAt(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    /** Riders who may be told of a job: no column of it changes with their place. */
    index('riders_online').on(t.updatedAt).where(sql`availability = 'ONLINE' AND status = 'ACTIVE'`),
    index('riders_newest').on(t.createdAt, t.id),
    index('riders_status_newest').on(t.status, t.createdAt, t.id),
    check('riders_jobs', sql`active_jobs >= 0`),
  ],
)

uniqueKey([riders.userId], 'Vous avez déjà une candidature de livreur.')

/** Earnings and jobs of a rider in a day of Lubumbashi and Kigali: a trigger on the transfers that pay them keeps both. */
export const riderDays = sqliteTable(
  'rider_days',
  {
    riderId: text('rider_id').notNull(),
    /** YYYY-MM-DD */
    day: text('day').notNull(),
    currency: currency(),
    earnedMinor: amountMinor('earned_minor'),
    deliveries: integer('deliveries').notNull(),
  },
  (t) => [primaryKey({ columns: [t.riderId, t.day, t.currency] })],
)
