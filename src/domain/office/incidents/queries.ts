import { eq, getTableColumns, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { incidentParties, incidentUpdates } from '#db/schema/core/incident-parties.ts'
import { incidents } from '#db/schema/core/incidents.ts'
import type { Actor, Ctx } from '#domain/core/context.ts'
import { type Attachment, attachedTo } from '#domain/core/files/attachments.ts'
import type { RefundStatus as RefundStatuses } from '#domain/orders/refunds/view.ts'
import { fail } from '#kernel/failure.ts'
import { isStaff, type Role } from '#kernel/roles.ts'
import { latestTexts } from '../latest.ts'

type RefundStatus = z.output<typeof RefundStatuses>
export type IncidentRow = typeof incidents.$inferSelect
/** An incident for lists, with the role of the person who opened it and the status of its refund. */
export type IncidentHead = IncidentRow & { openedByRole: Role | null; refundStatus: RefundStatus | null }
type Party = Pick<typeof incidentParties.$inferSelect, 'userId' | 'part'>
type Update = Pick<typeof incidentUpdates.$inferSelect, 'id' | 'authorRole' | 'body' | 'createdAt'> & {
  attachments: Attachment[]
}

/** An incident with its parties, the buyer and seller of its order, and its updates, the oldest first. */
export type IncidentFile = IncidentHead & { parties: Party[]; traders: string[]; updates: Update[] }

/**
 * The role of the person who opened the incident: as a party, or, for a team member who has left and is no party any more, the role of
 * then.
 */
const openedByRole = sql<Role | null>`coalesce((SELECT p.part FROM incident_parties p
  WHERE p.incident_id = incidents.id AND p.user_id = incidents.opened_by), incidents.opened_as)`

/** The status of the refund that the decision asked for. */
const refundStatus = sql<RefundStatus | null>`(SELECT r.status FROM refunds r WHERE r.id = incidents.refund_id)`

/** The columns of a list of incidents. */
export const incidentHead = {
  ...getTableColumns(incidents),
  openedByRole: openedByRole.as('opened_by_role'),
  refundStatus: refundStatus.as('refund_status'),
}

const partiesJson = sql<string>`(
  SELECT json_group_array(json_object('userId', p.user_id, 'part', p.part)) FROM incident_parties p WHERE p.incident_id = incidents.id)`
const tradersJson = sql<string>`(
  SELECT json_array(o.buyer_id, sp.user_id) FROM orders o JOIN seller_profiles sp ON sp.id = o.seller_profile_id
  WHERE o.id = incidents.order_id)`
const updatesJson = latestTexts(
  sql`incident_updates w WHERE w.incident_id = incidents.id`,
  sql`json_object('id', w.id, 'authorRole', w.author_role, 'body', w.body, 'createdAt', w.created_at,
    'attachments', json(${attachedTo(sql`w.id`)}))`,
)

/** Selects one incident: for `readTogether`, or behind the writes of a commit. */
export const selectIncident = (ctx: Ctx, id: string) =>
  ctx.db
    .select({
      incident: incidents,
      openedByRole: openedByRole.as('opened_by_role'),
      refundStatus: refundStatus.as('refund_status'),
      parties: partiesJson.as('parties'),
      traders: tradersJson.as('traders'),
      updates: updatesJson.as('updates'),
    })
    .from(incidents)
    .where(eq(incidents.id, id))

type IncidentSelection = Awaited<ReturnType<typeof selectIncident>>

/**
 * The selected incident, if the actor may read it: a party or staff.
 * @throws 404 for everybody else
 */
export function incidentFor(actor: Actor, [row]: IncidentSelection): IncidentFile {
  if (!row) fail('NOT_FOUND')
  const file = {
    ...{ ...row.incident, openedByRole: row.openedByRole, refundStatus: row.refundStatus },
    ...{ parties: JSON.parse(row.parties), updates: JSON.parse(row.updates) },
    traders: JSON.parse(row.traders ?? '[]'),
  }
  if (!partIn(actor, file) && !isStaff(actor.role)) fail('NOT_FOUND')
  return file
}

/** The role of a person in an incident; undefined if they are no party. */
export const partIn = ({ id }: Pick<Actor, 'id'>, { parties }: IncidentFile): Role | undefined =>
  parties.find(({ userId }) => userId === id)?.part
