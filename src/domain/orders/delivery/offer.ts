import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortUnlessChanged, guard, isBroken } from '#db/guard.ts'
import { kmBetween } from '#db/km-between.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { toDevices } from '#domain/core/notices/to-devices.ts'
import { isWanted } from '#domain/core/notices/wanted.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { deliveryOffered } from './notices.ts'
import { seesJob } from './waiting.ts'

/** Riders who are told at once, the nearest; and later, if nobody took the job. */
const NEAREST = 10
const REST = 40
/** Most riders that an offer looks at: those ONLINE who last began their day. */
const MOST_LOOKED_AT = 1000
/** Time in ms that the nearest riders have alone. */
const ALONE_MS = MINUTE_MS

const OFFER_MOVED = guard('OFFER_MOVED', 'CONFLICT')

/** The time at which the other riders are told of a job that opens now. */
export const restIsToldAt = ({ now }: Ctx): number => now + ALONE_MS

/**
 * Tells the nearest riders of a job that opens, behind the write that opens it (docs/states.md, Delivery). Riders who would see it among the
 * available jobs, and have a device: a push of a minute, nothing else. It is in no feed, because the list of jobs is what is true.
 */
export const offerToNearest = (ctx: Ctx, id: string): Write[] => offer(ctx, id, NEAREST, sql`1`)

/** Selects jobs that nobody took in their first minute. */
export const dueOffers = (ctx: Ctx, limit: number) =>
  ctx.db.all<{ id: string; dueAt: number }>(sql`
    SELECT d.id, d.rest_told_at AS "dueAt" FROM deliveries d
    WHERE d.status = 'UNASSIGNED' AND d.rest_told_at <= ${ctx.now} ORDER BY d.rest_told_at LIMIT ${limit}`)

/** Tells the other riders of a job, once. If somebody takes it meanwhile, nobody is told. */
export async function offerToRest(ctx: Ctx, { id, dueAt }: { id: string; dueAt: number }): Promise<void> {
  const isNew = sql`NOT EXISTS (
    SELECT 1 FROM outbox o JOIN push_devices w ON w.id = o.recipient
    WHERE o.matter = ${id} AND w.user_id = u.id AND o.created_at >= ${dueAt - ALONE_MS})`
  try {
    await commit(ctx, [
      ctx.db.run(sql`
        UPDATE deliveries SET rest_told_at = NULL WHERE id = ${id} AND rest_told_at = ${dueAt} AND status = 'UNASSIGNED'`),
      abortUnlessChanged(ctx.db, OFFER_MOVED),
      ...offer(ctx, id, REST, isNew),
    ])
  } catch (error) {
    if (!isBroken(error, OFFER_MOVED)) throw error
  }
}

/** @param isToBeTold whether a person `u` is told */
function offer(ctx: Ctx, id: string, most: number, isToBeTold: SQL): Write[] {
  const km = kmBetween({ lat: sql`d.lat`, lng: sql`d.lng` }, { lat: sql`r.lat`, lng: sql`r.lng` })
  const nearest = sql`
    SELECT r.user_id FROM deliveries d CROSS JOIN (
      SELECT * FROM riders INDEXED BY riders_online WHERE availability = 'ONLINE' AND status = 'ACTIVE'
      ORDER BY updated_at DESC LIMIT ${MOST_LOOKED_AT}) r CROSS JOIN users u ON u.id = r.user_id
    WHERE d.id = ${id} AND d.status = 'UNASSIGNED' AND ${seesJob(km)}
      AND u.role = 'RIDER' AND u.blocked_at IS NULL AND u.deleted_at IS NULL AND ${isWanted(deliveryOffered.kind, 'push')}
      AND EXISTS (SELECT 1 FROM push_devices v CROSS JOIN sessions s ON s.id = v.session_id
        WHERE v.user_id = u.id AND s.expires_at > ${ctx.now} AND s.ends_at > ${ctx.now}) AND ${isToBeTold}
    ORDER BY ${km} IS NULL, ${km} LIMIT ${most}`
  const told = toDevices(
    ctx,
    sql`FROM users u WHERE u.id IN (${nearest})`,
    deliveryOffered,
    [{ opens: { deliveryId: id } }],
    id,
  )
  return told ? [told] : []
}
