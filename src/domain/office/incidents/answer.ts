import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether, type Write } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { guard } from '#db/guard.ts'
import { incidentUpdates } from '#db/schema/core/incident-parties.ts'
import { incidents } from '#db/schema/core/incidents.ts'
import { recordAct } from '#domain/core/audit.ts'
import { withinQuota } from '#domain/core/codes/attempts.ts'
import { commit } from '#domain/core/commit.ts'
import { type Actor, actorOf, type Ctx } from '#domain/core/context.ts'
import { attach, attachmentIds, requireUnsent, selectUploads } from '#domain/core/files/attachments.ts'
import { transition } from '#domain/core/machine.ts'
import { notifySeldom, tellInApp } from '#domain/core/notices/notify.ts'
import * as f from '#kernel/fields.ts'
import { INCIDENT_WORDS_A_DAY } from '#kernel/limits.ts'
import type { Role } from '#kernel/roles.ts'
import { MOST_EVIDENCE } from '../evidence.ts'
import { requireAuthor } from './author.ts'
import { incidentMachine } from './machine.ts'
import { incidentAnswered, incidentWord } from './notices.ts'
import { type IncidentFile, incidentFor, selectIncident } from './queries.ts'
import { viewIncident } from './view.ts'

const TOO_MANY_WORDS = guard('TOO_MANY_INCIDENT_WORDS', 'TOO_MANY_REQUESTS', {
  message: 'Vous avez beaucoup écrit. Réessayez demain.',
  retryAfter: 3600,
})

export const AnswerIncident = z.strictObject({ body: f.prose(1, 5000), attachments: attachmentIds(MOST_EVIDENCE) })

/**
 * Adds an update of a party or of staff to an open incident; the first one of the team begins the investigation (docs/states.md, Incident).
 * The other parties are told, of the team's updates also by mail, but seldom. Parallel updates are all kept.
 * @throws 403 for staff in one of the service's about their own order; 404 also for a file that is not the author's own of this incident;
 *   409 INVALID_TRANSITION for one that has ended, IN_USE for a file that went with an update already; 429
 */
export const answerIncident = (ctx: Ctx, id: string, { body, attachments }: z.output<typeof AnswerIncident>) =>
  retryOnStale(async () => {
    const actor = actorOf(ctx)
    const [found, uploads] = await readTogether(ctx.db, selectIncident(ctx, id), selectUploads(ctx, id, attachments))
    const incident = incidentFor(actor, found)
    const { isOfTeam: byTeam, role: authorRole, held } = requireAuthor(ctx, incident)
    requireUnsent(attachments, uploads)
    const quota = { key: `incident-words:${actor.id}`, ...INCIDENT_WORDS_A_DAY }
    const updateId = ctx.ids.v7()
    const [rows] = await commit(
      ctx,
      [
        ...held,
        ...(byTeam ? [recordAct(ctx, 'incident.answer', id)] : withinQuota(ctx, quota, TOO_MANY_WORDS)),
        ...(byTeam && incident.status === 'OPEN' ? transition(ctx, incidentMachine, incident, 'investigate') : []),
        ctx.db
          .update(incidents)
          .set({ updatedAt: ctx.now, ...(isAwaited(actor, incident) && { answerBy: null, remindAt: null }) })
          .where(eq(incidents.id, id)),
        ctx.db.insert(incidentUpdates).values({
          ...{ id: updateId, incidentId: id, authorId: actor.id, authorRole, body },
          createdAt: ctx.now,
        }),
        ...attach(ctx, id, updateId, attachments),
        ...tellParties(ctx, incident, actor.id, byTeam ? undefined : authorRole),
      ],
      selectIncident(ctx, id),
    )
    return viewIncident(ctx, incidentFor(actor, rows))
  })

/** Whether the incident waits for an answer of this person: the side of its order that did not open it. */
const isAwaited = ({ id }: Actor, { openedBy, traders }: IncidentFile) => id !== openedBy && traders.includes(id)

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
