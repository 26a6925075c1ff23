import { eq, getTableColumns, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { incidentParties, incidentUpdates } from '../../../db/schema/core/incident-parties.ts'
import { incidents } from '../../../db/schema/core/incidents.ts'
import { fail } from '../../../kernel/failure.ts'
import { isStaff, type Role } from '../../../kernel/roles.ts'
import type { Actor, Ctx } from '../../core/context.ts'
import type { RefundStatus as RefundStatuses } from '../../orders/refunds/view.ts'
import { latestTexts } from '../latest.ts'

type RefundStatus = z.output<typeof RefundStatuses>
export type IncidentRow = typeof incidents.$inferSelect
/** As lists show it, with what whoever opened it is in it. */
export type IncidentHead = IncidentRow & { openedByRole: Role | null; refundStatus: RefundStatus | null }
type Party = Pick<typeof incidentParties.$inferSelect, 'userId' | 'part'>
type Update = Pick<typeof incidentUpdates.$inferSelect, 'id' | 'authorRole' | 'body' | 'createdAt'>

/** An incident with who reads it, who bought and sold its order, and what was written to it, the oldest first. */
export type IncidentFile = IncidentHead & { parties: Party[]; traders: string[]; updates: Update[] }

/** A member of the team who left it is in no incident any more: there is what they were then. */
const openedByRole = sql<Role | null>`coalesce((SELECT p.part FROM incident_parties p
  WHERE p.incident_id = incidents.id AND p.user_id = incidents.opened_by), incidents.opened_as)`

/** What became of the refund that the decision asked for. */
const refundStatus = sql<RefundStatus | null>`(SELECT r.status FROM refunds r WHERE r.id = incidents.refund_id)`

/** What a list of incidents selects. */
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
  sql`json_object('id', w.id, 'authorRole', w.author_role, 'body', w.body, 'createdAt', w.created_at)`,
)

/** The statement of one incident: for `readTogether`, or behind the writes of a commit. */
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

type Selected = Awaited<ReturnType<typeof selectIncident>>

/** The incident that was selected, as whoever asks may read it: a stranger's is 404. */
export function incidentFor(actor: Actor, [row]: Selected): IncidentFile {
  if (!row) fail('NOT_FOUND')
  const file = {
    ...{ ...row.incident, openedByRole: row.openedByRole, refundStatus: row.refundStatus },
    ...{ parties: JSON.parse(row.parties), updates: JSON.parse(row.updates) },
    traders: JSON.parse(row.traders ?? '[]'),
  }
  if (!partIn(actor, file) && !isStaff(actor.role)) fail('NOT_FOUND')
  return file
}

/** What somebody is in an incident; undefined is nothing. */
export const partIn = ({ id }: Pick<Actor, 'id'>, { parties }: IncidentFile): Role | undefined =>
  parties.find(({ userId }) => userId === id)?.part
