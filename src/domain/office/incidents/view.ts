import * as z from 'zod'
import { INCIDENT_STATES, INCIDENT_STATUSES, INCIDENT_TYPES, OUTCOMES, SEVERITIES } from '#db/schema/core/incidents.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { viewAttachments } from '#domain/core/files/attachments.ts'
import { AttachmentView } from '#domain/core/files/view.ts'
import { RefundStatus } from '#domain/orders/refunds/view.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { isStaff, ROLES } from '#kernel/roles.ts'
import { iso, isoOrNull } from '#kernel/time.ts'
import { endingOf } from './by-word.ts'
import type { IncidentFile, IncidentHead } from './queries.ts'

export const IncidentType = z.enum(INCIDENT_TYPES).meta({ id: 'IncidentType' })
export const Severity = z.enum(SEVERITIES).meta({ id: 'Severity' })
export const IncidentStatus = z.enum(INCIDENT_STATUSES).meta({ id: 'IncidentStatus' })
export const Outcome = z.enum(OUTCOMES).meta({ id: 'IncidentOutcome' })

/** An incident as lists show it (docs/states.md, Incident). */
export const IncidentCard = z
  .object({
    id: f.id,
    number: z.string(),
    type: IncidentType,
    severity: Severity,
    title: z.string(),
    description: z.string(),
    orderId: f.id.nullable(),
    refundId: f.id.nullable(),
    status: IncidentStatus,
    resolution: z
      .object({ outcome: Outcome.nullable(), refundAmount: f.decimal.nullable(), note: z.string() })
      .meta({ id: 'IncidentResolution', description: "Sans outcome : ce que l'incident signalait a pris fin." })
      .nullable(),
    /** Status of the refund that the decision asked for. */
    refundStatus: RefundStatus.nullable(),
    /** Role of the person who opened the incident; null if the service did. */
    openedByRole: z.enum(ROLES).nullable(),
    /** Only for staff; null if the service opened it. */
    openedBy: f.id.nullable().optional(),
    /** Only for staff: the end of the incident, and the roles that may decide it. */
    ending: z
      .object({ ends: z.string().nullable(), resolvedBy: z.array(z.string()), dismissedBy: z.array(z.string()) })
      .meta({ id: 'IncidentEnding' })
      .optional(),
    /** The time until which the other side of the order is asked to answer; null if nobody is, or if they have. */
    answerBy: f.isoTime.nullable(),
    version: z.int(),
    createdAt: f.isoTime,
    updatedAt: f.isoTime,
  })
  .meta({ id: 'IncidentCard' })

export const IncidentView = IncidentCard.extend({
  updates: z.array(
    z
      .object({
        id: f.id,
        body: z.string(),
        attachments: z.array(AttachmentView),
        authorRole: z.enum(ROLES),
        createdAt: f.isoTime,
      })
      .meta({ id: 'IncidentUpdate' }),
  ),
}).meta({ id: 'Incident' })

export const viewIncidentCard = (ctx: Ctx, incident: IncidentHead): z.output<typeof IncidentCard> => ({
  id: incident.id,
  number: incident.number ?? '',
  type: incident.type,
  severity: incident.severity,
  title: incident.title,
  description: incident.description,
  orderId: incident.orderId,
  refundId: incident.refundId,
  status: incident.status,
  resolution: resolutionOf(incident),
  refundStatus: incident.refundStatus,
  openedByRole: incident.openedByRole,
  ...(isStaff(actorOf(ctx).role) && { openedBy: incident.openedBy, ending: endingOf(incident) }),
  answerBy: INCIDENT_STATES.open.has(incident.status) ? isoOrNull(incident.answerBy) : null,
  version: incident.version,
  createdAt: iso(incident.createdAt),
  updatedAt: iso(incident.updatedAt),
})

export const viewIncident = async (ctx: Ctx, incident: IncidentFile): Promise<z.output<typeof IncidentView>> => ({
  ...viewIncidentCard(ctx, incident),
  updates: await Promise.all(
    incident.updates.map(async ({ createdAt, attachments, ...update }) => ({
      ...update,
      attachments: await viewAttachments(ctx, attachments),
      createdAt: iso(createdAt),
    })),
  ),
})

function resolutionOf({ outcome, refundMinor, refundCurrency, note }: IncidentHead) {
  if (outcome === null && note === null) return null
  const refundAmount = refundMinor !== null && refundCurrency ? formatAmount(refundMinor, refundCurrency) : null
  return { outcome, refundAmount, note: note ?? '' }
}
