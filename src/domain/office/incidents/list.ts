import { and, desc, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { countOf, readPage } from '#db/read-page.ts'
import { incidentParties } from '#db/schema/core/incident-parties.ts'
import { incidents } from '#db/schema/core/incidents.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { incidentHead } from './queries.ts'
import { IncidentStatus, Severity, viewIncidentCard } from './view.ts'

export const ListIncidents = z.strictObject({
  ...f.pageQuery,
  status: IncidentStatus.optional(),
  severity: Severity.optional(),
  orderId: f.idIn.optional(),
})
export const ListMyIncidents = z.strictObject({ ...f.pageQuery, orderId: f.idIn.optional() })

/** Lists every incident for staff, people's and the service's, the newest first (docs/states.md, Incident). */
export async function listIncidents(ctx: Ctx, { status, severity, orderId, ...page }: z.output<typeof ListIncidents>) {
  const filter = and(
    orderId ? eq(incidents.orderId, orderId) : undefined,
    status && eq(incidents.status, status),
    severity && eq(incidents.severity, severity),
  )
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    ctx.db.select(incidentHead).from(incidents).where(filter).orderBy(desc(incidents.createdAt), desc(incidents.id)),
    orderId ? countOf(ctx.db, incidents, filter) : totalOf(ctx.db, counterName('incidents', { status, severity })),
  )
  return { incidents: rows.map((incident) => viewIncidentCard(ctx, incident)), pagination }
}

/** Lists the incidents that the signed-in person is a party of, the newest first. */
export async function listMyIncidents(ctx: Ctx, { orderId, ...page }: z.output<typeof ListMyIncidents>) {
  const { id: userId } = actorOf(ctx)
  if (orderId) return listMineOfOrder(ctx, userId, orderId, page)
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    ctx.db
      .select(incidentHead)
      .from(incidentParties)
      .innerJoin(incidents, eq(incidents.id, incidentParties.incidentId))
      .where(eq(incidentParties.userId, userId))
      .orderBy(desc(incidentParties.openedAt), desc(incidentParties.incidentId)),
    totalOf(ctx.db, counterName('incidentsOfPerson', { userId })),
  )
  return { incidents: rows.map((incident) => viewIncidentCard(ctx, incident)), pagination }
}

/** Lists them for one order: it has few, so they are found by the order, and others' incidents are left out. */
async function listMineOfOrder(ctx: Ctx, userId: string, orderId: string, page: { page: number; limit: number }) {
  const isTheirs = sql`EXISTS (
    SELECT 1 FROM incident_parties p WHERE p.incident_id = incidents.id AND p.user_id = ${userId})`
  const filter = and(eq(incidents.orderId, orderId), isTheirs)
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    ctx.db.select(incidentHead).from(incidents).where(filter).orderBy(desc(incidents.createdAt), desc(incidents.id)),
    countOf(ctx.db, incidents, filter),
  )
  return { incidents: rows.map((incident) => viewIncidentCard(ctx, incident)), pagination }
}
