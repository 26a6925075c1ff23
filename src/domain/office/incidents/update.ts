import * as z from 'zod'
import { EVERY_TURN, retryOnStale } from '#db/commit.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveStaff } from '#domain/core/guards.ts'
import { allows, revise } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { incidentMachine } from './machine.ts'
import { requireNeutral } from './neutral.ts'
import { incidentFor, selectIncident } from './queries.ts'
import { IncidentType, Severity, viewIncident } from './view.ts'

export const UpdateIncident = z.strictObject({
  type: IncidentType.optional(),
  severity: Severity.optional(),
  title: f.line(3, 120).optional(),
  version: f.version.optional(),
})

const ENDED = {
  reason: 'INVALID_TRANSITION',
  message: 'Cet incident est clos : il ne se modifie plus.',
} as const

/**
 * Changes the type, severity or title of an incident; the description stays as its author wrote it (docs/states.md, Incident).
 * @throws 403 for one of the actor's own order; 404; 409 INVALID_TRANSITION for one that has ended, VERSION_MISMATCH if it changed since
 *   `version`
 */
export const updateIncident = (ctx: Ctx, id: string, input: z.output<typeof UpdateIncident>) =>
  retryOnStale(async () => {
    const { version, ...set } = input
    const actor = actorOf(ctx)
    const incident = incidentFor(actor, await selectIncident(ctx, id))
    requireNeutral(actor, incident)
    if (!allows(incidentMachine, incident.status, 'dismiss')) fail('CONFLICT', ENDED)
    if (version !== undefined && version !== incident.version) fail('CONFLICT', 'VERSION_MISMATCH')
    if (Object.keys(set).length === 0) return viewIncident(ctx, incident)
    const [rows] = await commit(
      ctx,
      [
        requireActiveStaff(ctx),
        ...revise(ctx, incidentMachine, incident, 'edit', { set }),
        recordAct(ctx, 'incident.update', id, set),
      ],
      selectIncident(ctx, id),
    )
    return viewIncident(ctx, incidentFor(actor, rows))
  }, EVERY_TURN)
