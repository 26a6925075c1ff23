import { sql } from 'drizzle-orm'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { recordReading } from '../reading.ts'
import { incidentFor, selectIncident } from './queries.ts'
import { viewIncident } from './view.ts'

/**
 * Shows an incident to its parties and to staff, whose reading of other people's words is recorded (docs/states.md, Incident).
 * @throws 404 also for everybody else
 */
export async function showIncident(ctx: Ctx, id: string) {
  const actor = actorOf(ctx)
  const ofOthers = sql`FROM incidents i WHERE i.id = ${id} AND i.opened_by IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM incident_parties p WHERE p.incident_id = i.id AND p.user_id = ${actor.id})`
  const [rows] = await commit(ctx, await recordReading(ctx, 'incident.read', id, ofOthers), selectIncident(ctx, id))
  return viewIncident(ctx, incidentFor(actor, rows))
}
