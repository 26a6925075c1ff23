import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { incidentUpdates } from '#db/schema/core/incident-parties.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveStaff } from '#domain/core/guards.ts'
import { transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { requireSeen } from '#domain/core/seen.ts'
import { clockAgain } from '#domain/orders/orders/clock/clock-again.ts'
import { selectOrderOf, toOrderFile } from '#domain/orders/orders/queries.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'
import { requireWord, unlessTooEarly } from './by-word.ts'
import { incidentMachine } from './machine.ts'
import { requireNeutral } from './neutral.ts'
import { incidentDismissed } from './notices.ts'
import { incidentFor, selectIncident } from './queries.ts'
import { viewIncident } from './view.ts'

export const DismissIncident = z.strictObject({ note: f.reason.optional(), updatedAt: f.isoTime.optional() })

/**
 * Ends an incident without consequences; a note becomes its last update (docs/states.md, Incident).
 * @throws 403 for one of the actor's own order, and to SUPPORT for one of the service about money; 404; 409 INVALID_TRANSITION for one that
 *   has ended, and to an ADMIN for one about money; VERSION_MISMATCH if somebody wrote to it since `updatedAt`
 */
export const dismissIncident = (ctx: Ctx, id: string, { note, updatedAt }: z.output<typeof DismissIncident>) =>
  retryOnStale(async () => {
    const actor = actorOf(ctx)
    const orderId = sql`(SELECT i.order_id FROM incidents i WHERE i.id = ${id})`
    const [found, [order]] = await readTogether(ctx.db, selectIncident(ctx, id), selectOrderOf(ctx, orderId))
    const incident = incidentFor(actor, found)
    requireNeutral(actor, incident)
    requireWord(actor, incident, 'dismiss')
    const number = incident.number ?? ''
    const moves = transition(ctx, incidentMachine, incident, 'dismiss', { reason: note })
    requireSeen(updatedAt, iso(incident.updatedAt))
    const word = { id: ctx.ids.v7(), incidentId: id, authorId: actor.id, authorRole: actor.role, createdAt: ctx.now }
    const [rows] = await commit(
      ctx,
      [
        requireActiveStaff(ctx),
        ...unlessTooEarly(ctx, incident),
        ...moves,
        ...(note ? [ctx.db.insert(incidentUpdates).values({ ...word, body: note })] : []),
        ...(order ? clockAgain(ctx, toOrderFile(order)) : []),
        recordAct(ctx, 'incident.dismiss', id, { note }),
        ...incident.parties
          .filter(({ userId }) => userId !== actor.id)
          .flatMap(({ userId }) =>
            notify(ctx, userId, incidentDismissed, { number, reason: note, opens: { incidentId: id } }),
          ),
      ],
      selectIncident(ctx, id),
    )
    return viewIncident(ctx, incidentFor(actor, rows))
  })
