import { sql } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { kmBetween } from './km-between.ts'
import { SQUARE } from './schema/orders/deliveries.ts'
import { MAX_ACTIVE_JOBS, NEAR_KM } from './schema/orders/riders.ts'

// The people who hear of a change, as the triggers of live messages ask for them (docs/live.md).

/** Most riders who hear of one job, the nearest first. */
const MOST_OF_A_JOB = 100

/** Selects the parties of an order: buyer, seller once something was paid for it, and the rider who has it. */
export const partiesOf = (orderId: string) => `
    SELECT o.buyer_id FROM orders o WHERE o.id = ${orderId}
    UNION ALL SELECT sp.user_id FROM orders o JOIN seller_profiles sp ON sp.id = o.seller_profile_id
      WHERE o.id = ${orderId} AND o.paid_currency IS NOT NULL
    UNION ALL SELECT r.user_id FROM deliveries d JOIN riders r ON r.id = d.rider_id WHERE d.order_id = ${orderId}`

const dialect = new SQLiteSyncDialect()
const inline = (text: string) => sql.raw(text)
const km = (job: string) =>
  dialect.sqlToQuery(
    kmBetween({ lat: inline(`${job}.lat`), lng: inline(`${job}.lng`) }, { lat: inline('r.lat'), lng: inline('r.lng') }),
  ).sql
const hasNoSquare = (job: string) =>
  Object.values(SQUARE)
    .map((side) => `${side.replace(/\b(lat|lng)\b/, `${job}.$1`)} IS NULL`)
    .join(' AND ')

/**
 * Selects the listening riders who may take a job as it is in the row `job`, by the same rule as their lists (`waitingFor`).
 * @param before the rider who had it before, whose number of jobs may still count it
 */
export const ridersWhoSee = (job: string, before: string) => `
    SELECT l.user_id FROM live_listeners l JOIN riders r ON r.id = l.rider_id
    WHERE l.rider_id IS NOT NULL AND r.status = 'ACTIVE' AND r.availability = 'ONLINE'
      AND (r.active_jobs < ${MAX_ACTIVE_JOBS} OR r.id IS ${before}) AND r.id IS NOT ${job}.rider_id
      AND (EXISTS (SELECT 1 FROM rider_zones z WHERE z.zone_id = ${job}.zone_id AND z.rider_id = r.id)
        OR (r.zones = '[]' OR ${job}.zone_id IS NULL) AND ${km(job)} <= ${NEAR_KM}
        OR r.zones = '[]' AND (r.lat IS NULL OR ${hasNoSquare(job)}))
    ORDER BY ${km(job)} IS NULL, ${km(job)} LIMIT ${MOST_OF_A_JOB}`

/** An instant of the database as answers show it. */
export const isoOf = (instant: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${instant} / 1000.0, 'unixepoch')`
