import { type SQL, sql } from 'drizzle-orm'
import { kmBetween } from '#db/km-between.ts'
import { SQUARE, SQUARES } from '#db/schema/orders/deliveries.ts'
import { MAX_ACTIVE_JOBS, NEAR_KM } from '#db/schema/orders/riders.ts'
import { KM_PER_DEGREE, type Point } from './distance.ts'

/** Most jobs of each kind that one rider sees; for near ones, squares of the map are searched from the nearest outwards. */
const MOST_SHOWN = 500

const SQUARE_KM = KM_PER_DEGREE / SQUARES
const NORTH = Math.ceil(NEAR_KM / SQUARE_KM)
/** Squares are narrower far from the equator: this many reach 15 km up to 75 degrees. */
const EAST = 12

/**
 * Whether a rider `r` sees a job `d` that waits, as `waitingFor` selects it for one rider. For a statement that has both.
 * @param km their distance, null if a place is unknown
 */
export const seesJob = (km: SQL): SQL => sql`(
  r.availability = 'ONLINE' AND r.active_jobs < ${MAX_ACTIVE_JOBS} AND (
    EXISTS (SELECT 1 FROM json_each(r.zones) j WHERE j.value = d.zone_id)
    OR (r.zones = '[]' OR d.zone_id IS NULL) AND ${km} <= ${NEAR_KM}
    OR r.zones = '[]' AND (r.lat IS NULL OR d.lat IS NULL)))`

const steps = (most: number) => Array.from({ length: 2 * most + 1 }, (_, i) => i - most)
/** The squares around a rider's own, nearest first, as steps north and east. */
const AROUND = JSON.stringify(
  steps(NORTH)
    .flatMap((north) => steps(EAST).map((east) => [north, east] as const))
    .toSorted(([a, b], [c, d]) => a * a + b * b - (c * c + d * d)),
)

const ofJob = (what: string) => sql.raw(what.replace(/\b(lat|lng)\b/, 'd.$1'))
const ofMe = (what: string) => sql.raw(what.replace(/\b(lat|lng)\b/, 'me.$1'))

/**
 * Jobs that a rider may take, as SQL (docs/states.md, Delivery): those of the rider's zones, and those of no zone within 15 km. Without
 * zones: those within 15 km or without a place, or all if the rider's place is unknown. None for a rider who is OFFLINE or has three jobs.
 */
export function waitingFor(riderId: string, from: Point | undefined): SQL {
  const km = kmBetween({ lat: sql`d.lat`, lng: sql`d.lng` }, { lat: sql`me.lat`, lng: sql`me.lng` })
  const jobs = (tables: SQL, where: SQL) => sql`SELECT * FROM (
    SELECT d.id, ${km} AS km, d.created_at FROM me CROSS JOIN ${tables}
    WHERE d.status = 'UNASSIGNED' AND ${where} LIMIT ${MOST_SHOWN})`
  const square = sql`${ofJob(SQUARE.lat)} = squares.north AND ${ofJob(SQUARE.lng)} = squares.east`
  // The index is named, because SQLite might choose the one by status, which has every waiting job.
  const bySquare = sql`deliveries d INDEXED BY deliveries_waiting_square`
  const near = sql`squares CROSS JOIN ${bySquare} ON ${square}`
  return sql`
    WITH me AS (
      SELECT coalesce(${from?.lat ?? null}, r.lat) AS lat, coalesce(${from?.lng ?? null}, r.lng) AS lng, r.zones
      FROM riders r WHERE r.id = ${riderId} AND r.availability = 'ONLINE' AND r.active_jobs < ${MAX_ACTIVE_JOBS}),
    -- Its LIMIT keeps them in their order.
    squares AS (
      SELECT ${ofMe(SQUARE.lat)} + (j.value ->> 0) AS north, ${ofMe(SQUARE.lng)} + (j.value ->> 1) AS east
      FROM me CROSS JOIN json_each(${AROUND}) j
      WHERE (abs(j.value ->> 1) - 1) * ${SQUARE_KM} * cos(radians(me.lat)) <= ${NEAR_KM} LIMIT 1000)
    ${jobs(sql`json_each(me.zones) j CROSS JOIN deliveries d ON d.zone_id = j.value`, sql`1`)}
    UNION ALL ${jobs(near, sql`me.zones <> '[]' AND d.zone_id IS NULL AND ${km} <= ${NEAR_KM}`)}
    UNION ALL ${jobs(near, sql`me.zones = '[]' AND ${km} <= ${NEAR_KM}`)}
    UNION ALL ${jobs(bySquare, sql`me.zones = '[]' AND me.lat IS NOT NULL AND ${ofJob(SQUARE.lat)} IS NULL AND ${ofJob(SQUARE.lng)} IS NULL`)}
    UNION ALL ${jobs(sql`deliveries d`, sql`me.zones = '[]' AND me.lat IS NULL`)}`
}
