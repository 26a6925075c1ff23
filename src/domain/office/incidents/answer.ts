import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { abortWhen, failureOf, guard } from '#db/guard.ts'
import { incidentUpdates } from '#db/schema/core/incident-parties.ts'
import { INCIDENT_STATES, incidents } from '#db/schema/core/incidents.ts'
import { recordAct } from '#domain/core/audit.ts'
import { withinQuota } from '#domain/core/codes/attempts.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveActor, requireActiveStaff } from '#domain/core/guards.ts'
import { allows, transition } from '#domain/core/machine.ts'
import { notifySeldom, tellInApp } from '#domain/core/notices/notify.ts'
import * as f from '#kernel/fields.ts'
import { INCIDENT_WORDS_A_DAY } from '#kernel/limits.ts'
import type { Role } from '#kernel/roles.ts'
import { incidentMachine } from './machine.ts'
import { isOfTeam, requireNeutral } from './neutral.ts'
import { incidentAnswered, incidentWord } from './notices.ts'
import { type IncidentFile, incidentFor, partIn, selectIncident } from './queries.ts'
import { viewIncident } from './view.ts'

const TOO_MANY_WORDS = guard('TOO_MANY_INCIDENT_WORDS', 'TOO_MANY_REQUESTS', {
  message: 'Vous avez beaucoup écrit. Réessayez demain.',
  retryAfter: 3600,
})
const ENDED = guard('INCIDENT_ENDED', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: 'Impossible de compléter cet incident : il est clos.',
})

export const AnswerIncident = z.strictObject({ body: f.prose(1, 5000) })

/**
 * Adds an update of a party or of staff to an open incident; the first one of the team begins the investigation (docs/states.md, Incident).
 * The other parties are told, of the team's updates also by mail, but seldom. Parallel updates are all kept.
 * @throws 403 for staff in one of the service's about their own order; 404; 409 INVALID_TRANSITION for one that has ended; 429
 */
export const answerIncident = (ctx: Ctx, id: string, { body }: z.output<typeof AnswerIncident>) =>
  retryOnStale(async () => {
    const actor = actorOf(ctx)
    const incident = incidentFor(actor, await selectIncident(ctx, id))
    if (!allows(incidentMachine, incident.status, 'resolve')) throw failureOf(ENDED)
    const byTeam = isOfTeam(actor, incident)
    const part = partIn(actor, incident)
    if (!part) requireNeutral(actor, incident)
    const authorRole = byTeam ? actor.role : (part ?? actor.role)
    const hasEnded = sql`EXISTS (SELECT 1 FROM incidents i WHERE i.id = ${id} AND ${INCIDENT_STATES.ended.in('i.status')})`
    const quota = { key: `incident-words:${actor.id}`, ...INCIDENT_WORDS_A_DAY }
    const [rows] = await commit(
      ctx,
      [
        byTeam ? requireActiveStaff(ctx) : requireActiveActor(ctx),
        abortWhen(ctx.db, ENDED, hasEnded),
        ...(byTeam ? [recordAct(ctx, 'incident.answer', id)] : withinQuota(ctx, quota, TOO_MANY_WORDS)),
        ...(byTeam && incident.status === 'OPEN' ? transition(ctx, incidentMachine, incident, 'investigate') : []),
        ctx.db.update(incidents).set({ updatedAt: ctx.now }).where(eq(incidents.id, id)),
        ctx.db.insert(incidentUpdates).values({
          ...{ id: ctx.ids.v7(), incidentId: id, authorId: actor.id, authorRole, body },
          createdAt: ctx.now,
        }),
        ...tellParties(ctx, incident, actor.id, byTeam ? undefined : authorRole),
      ],
      selectIncident(ctx, id),
    )
    return viewIncident(ctx, incidentFor(actor, rows))
  })

function tellParties(ctx: Ctx, { id, parties, number }: IncidentFile, but: string, from: Role | undefined): Write[] {
  const facts = { number: number ?? '', opens: { incidentId: id } }
  return parties
    .filter(({ userId }) => userId !== but)
    .flatMap(({ userId }) =>
      from
        ? tellInApp(ctx, sql`u.id = ${userId}`, incidentWord, { ...facts, from })
        : notifySeldom(ctx, userId, id, incidentAnswered, facts),
    )
}
