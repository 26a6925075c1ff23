import { sql } from 'drizzle-orm'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { recordReading } from '../reading.ts'
import { incidentFor, selectIncident } from './queries.ts'
import { viewIncident } from './view.ts'

/**
 * An incident, for whoever opened it, the buyer and the seller of its order, and staff, whose reading of what others wrote is
 * written down; 404 for everybody else (docs/states.md, Incident).
 */
export async function showIncident(ctx: Ctx, id: string) {
  const actor = actorOf(ctx)
  const ofOthers = sql`FROM incidents i WHERE i.id = ${id} AND i.opened_by IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM incident_parties p WHERE p.incident_id = i.id AND p.user_id = ${actor.id})`
  const [rows] = await commit(ctx, await recordReading(ctx, 'incident.read', id, ofOthers), selectIncident(ctx, id))
  return viewIncident(ctx, incidentFor(actor, rows))
}
