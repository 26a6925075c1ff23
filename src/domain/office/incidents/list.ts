import { and, desc, eq, getTableColumns } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '../../../db/counters.ts'
import { countOf, readPage } from '../../../db/read-page.ts'
import { incidents } from '../../../db/schema/core/incidents.ts'
import { incidentParties } from '../../../db/schema/office/incidents.ts'
import * as f from '../../../kernel/fields.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { IncidentStatus, Severity, viewIncidentCard } from './view.ts'

export const ListIncidents = z.strictObject({
  ...f.pageQuery,
  status: IncidentStatus.optional(),
  severity: Severity.optional(),
  orderId: f.idIn.optional(),
})
export const ListMyIncidents = z.strictObject(f.pageQuery)

/** Every incident, people's and the service's own, newest first, for staff (docs/states.md, Incident). */
export async function listIncidents(ctx: Ctx, { status, severity, orderId, ...page }: z.output<typeof ListIncidents>) {
  const filter = and(
    orderId ? eq(incidents.orderId, orderId) : undefined,
    status && eq(incidents.status, status),
    severity && eq(incidents.severity, severity),
  )
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    ctx.db.select().from(incidents).where(filter).orderBy(desc(incidents.createdAt), desc(incidents.id)),
    orderId ? countOf(ctx.db, incidents, filter) : totalOf(ctx.db, counterName('incidents', { status, severity })),
  )
  return { incidents: rows.map((incident) => viewIncidentCard(ctx, incident)), pagination }
}

/** What the caller opened, and what was opened of the orders they bought or sold, newest first. */
export async function listMyIncidents(ctx: Ctx, page: z.output<typeof ListMyIncidents>) {
  const { id: userId } = actorOf(ctx)
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    ctx.db
      .select(getTableColumns(incidents))
      .from(incidentParties)
      .innerJoin(incidents, eq(incidents.id, incidentParties.incidentId))
      .where(eq(incidentParties.userId, userId))
      .orderBy(desc(incidentParties.openedAt), desc(incidentParties.incidentId)),
    totalOf(ctx.db, counterName('incidentsOfPerson', { userId })),
  )
  return { incidents: rows.map((incident) => viewIncidentCard(ctx, incident)), pagination }
}
