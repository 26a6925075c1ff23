import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, failureOf, guard } from '#db/guard.ts'
import { INCIDENT_STATES } from '#db/schema/core/incidents.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveActor, requireActiveStaff } from '#domain/core/guards.ts'
import { allows } from '#domain/core/machine.ts'
import type { Role } from '#kernel/roles.ts'
import { incidentMachine } from './machine.ts'
import { isOfTeam, requireNeutral } from './neutral.ts'
import { type IncidentFile, partIn } from './queries.ts'

const ENDED = guard('INCIDENT_ENDED', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: 'Impossible de compléter cet incident : il est clos.',
})

type Author = {
  /** Whether they speak for the team; a team member who is a party speaks for themselves. */
  isOfTeam: boolean
  role: Role
  /** Guards of their commit: they may still act, and the incident is still open. */
  held: Write[]
}

/**
 * The person asking as an author in an open incident.
 * @throws 403 for staff in one of the service's about their own order; 409 INVALID_TRANSITION for one that has ended
 */
export function requireAuthor(ctx: Ctx, incident: IncidentFile): Author {
  const actor = actorOf(ctx)
  if (!allows(incidentMachine, incident.status, 'resolve')) throw failureOf(ENDED)
  const byTeam = isOfTeam(actor, incident)
  const part = partIn(actor, incident)
  if (!part) requireNeutral(actor, incident)
  const hasEnded = sql`EXISTS (
    SELECT 1 FROM incidents i WHERE i.id = ${incident.id} AND ${INCIDENT_STATES.ended.in('i.status')})`
  return {
    isOfTeam: byTeam,
    role: byTeam ? actor.role : (part ?? actor.role),
    held: [byTeam ? requireActiveStaff(ctx) : requireActiveActor(ctx), abortWhen(ctx.db, ENDED, hasEnded)],
  }
}
