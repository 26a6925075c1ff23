import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { INCIDENT_STATES } from '#db/schema/core/incidents.ts'
import { type Ctx, signatureOf } from '../context.ts'
import { IS_OPEN, isOf, lastsFor, type Matter } from './matter.ts'

/** The note of an incident whose matter is over, unless the act that ends it has a better one. */
export const OVER = "Ce qu'il signalait a pris fin."

/** FROM and WHERE of the open incidents `i` of a kind whose matter is over at that point of a commit. */
const overOf = (each: Matter): string => `
  FROM incidents i WHERE ${isOf(each)} AND ${IS_OPEN} AND i.opened_by IS NULL AND NOT ${lastsFor(each) ?? '1'}`

/** Closes the incidents of a kind whose matter is over at that point of the commit. */
export const closeOver = (ctx: Ctx, each: Matter, note = OVER): Write[] =>
  closeIncidents(ctx, sql.raw(`(SELECT i.ref ${overOf(each)})`), note)

/**
 * Resolves the open incidents with these references, with a note of what ended them, and without an outcome that nobody decided
 * (docs/states.md, Incident). If none is open, nothing happens.
 * @param refs a list or a sub-select of their references, in parentheses
 */
export function closeIncidents(ctx: Ctx, refs: SQL, note: string): Write[] {
  const { actorId, caller } = signatureOf(ctx)
  const isOpen = sql`ref IN ${refs} AND ${INCIDENT_STATES.open.in('status')}`
  return [
    ctx.db.run(sql`
      INSERT INTO history (thing_id, version, thing, event, from_status, to_status, reason, actor_id, caller, at)
      SELECT id, version + 1, 'incident', 'resolve', status, 'RESOLVED', ${note}, ${actorId}, ${caller}, ${ctx.now}
      FROM incidents WHERE ${isOpen}`),
    ctx.db.run(sql`
      UPDATE incidents SET status = 'RESOLVED', note = ${note}, version = version + 1, updated_at = ${ctx.now}
      WHERE ${isOpen}`),
  ]
}
