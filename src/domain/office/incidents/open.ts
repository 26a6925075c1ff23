import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether, type Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { incidentParties } from '#db/schema/core/incident-parties.ts'
import { INCIDENT_STATES, incidents } from '#db/schema/core/incidents.ts'
import { recordAct } from '#domain/core/audit.ts'
import { requireWithin, selectTries, withinQuota } from '#domain/core/codes/attempts.ts'
import { commit } from '#domain/core/commit.ts'
import { type Actor, actorOf, type Ctx } from '#domain/core/context.ts'
import { isInOffice, requireActiveActor, requireActiveStaff } from '#domain/core/guards.ts'
import { ADMINS_IN_OFFICE } from '#domain/core/incidents/open.ts'
import { recordCreation } from '#domain/core/machine.ts'
import { notify, tellInApp } from '#domain/core/notices/notify.ts'
import { type OrderFile, partOf, selectOrder, toOrderFile, wasPaid } from '#domain/orders/orders/queries.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { INCIDENTS_A_DAY, INCIDENTS_OF_NO_ORDER, INCIDENTS_OF_STAFF_A_DAY } from '#kernel/limits.ts'
import { isStaff } from '#kernel/roles.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { incidentOfOrder, incidentReported } from './notices.ts'
import { incidentFor, selectIncident } from './queries.ts'
import { IncidentType, Severity, viewIncident } from './view.ts'

const TOO_MANY_INCIDENTS = guard('TOO_MANY_INCIDENTS', 'TOO_MANY_REQUESTS', {
  message: "Vous avez ouvert beaucoup d'incidents. Réessayez demain.",
  retryAfter: 3600,
})
const OPEN_ALREADY = {
  reason: 'ALREADY_EXISTS',
  message: 'Un incident de cette commande est déjà ouvert : ajoutez-y ce que vous avez à dire.',
} as const

const ONE_OPEN = guard('ONE_OPEN_INCIDENT', 'CONFLICT', {
  reason: 'ALREADY_EXISTS',
  message:
    "Vous avez déjà un incident ouvert qui n'est d'aucune commande payée : écrivez-y la suite. Pour autre chose, ouvrez un ticket.",
})
const ONE_A_DAY = guard('ONE_INCIDENT_A_DAY', 'TOO_MANY_REQUESTS', {
  message:
    "Vous avez déjà ouvert un incident aujourd'hui qui n'est d'aucune commande payée. Ouvrez un ticket : l'équipe le lit aussi.",
  retryAfter: 3600,
})

/** The time in which the other side of an order is asked to answer, and the time after which they are reminded. */
const ANSWER_MS = 48 * HOUR_MS
const REMIND_MS = 24 * HOUR_MS

export const OpenIncident = z.strictObject({
  type: IncidentType,
  title: f.line(3, 120),
  description: f.prose(1, 5000),
  orderId: f.idIn.optional(),
  severity: Severity.optional(),
})

/**
 * Opens an incident, of the person's order or of none (docs/states.md, Incident). ADMINs and SUPPORT are told in the app, and the ADMINs by
 * the hour's digest; the parties of the order are told, and the side that did not open it is asked to answer within 48 hours. A buyer's incident within 48 hours of the delivery keeps the order from completing.
 * @throws 403 for a severity from a person outside staff; 404 for another person's order; 409 ALREADY_EXISTS while people have one open of
 *   the order, or this person has one of no paid order; 429
 */
export async function openIncident(ctx: Ctx, input: z.output<typeof OpenIncident>) {
  const actor = actorOf(ctx)
  const byStaff = isStaff(actor.role)
  if (input.severity && !byStaff) fail('FORBIDDEN', { message: "La gravité est choisie par l'équipe." })
  const { orderId = null } = input
  const quota = { key: `incidents:${actor.id}`, ...(byStaff ? INCIDENTS_OF_STAFF_A_DAY : INCIDENTS_A_DAY) }
  const [[made], orderRows, [open]] = await readTogether(
    ctx.db,
    selectTries(ctx, quota),
    selectOrder(ctx.db, orderId ?? ''),
    ctx.db
      .select({ id: incidents.id })
      .from(incidents)
      .where(
        and(
          eq(incidents.orderId, orderId ?? ''),
          inArray(incidents.status, INCIDENT_STATES.open.states),
          isNotNull(incidents.openedBy),
        ),
      ),
  )
  const order = orderRows[0] && toOrderFile(orderRows[0])
  if (orderId !== null && !(order && partOf(actor, order))) fail('NOT_FOUND')
  if (open) fail('CONFLICT', OPEN_ALREADY)
  requireWithin(ctx, { ...quota, max: quota.max - 1 }, made, TOO_MANY_INCIDENTS.message)

  const id = ctx.ids.v7()
  const { type, title, description, severity = 'MEDIUM' } = input
  const parties = partiesOf(ctx, id, actor, order)
  const isAnswered = order !== undefined && isTrader(actor.id, order) && parties.length > 1
  const [rows] = await commit(
    ctx,
    [
      byStaff ? requireActiveStaff(ctx) : requireActiveActor(ctx),
      ...withinQuota(ctx, quota, TOO_MANY_INCIDENTS),
      ...(byStaff || (order && wasPaid(order)) ? [] : oneOfNoOrder(ctx, actor.id)),
      ...(byStaff ? [recordAct(ctx, 'incident.open', id, { orderId })] : []),
      ctx.db.insert(incidents).values({
        ...{ id, type, severity, title, description, orderId, ref: id, openedBy: actor.id },
        ...(isAnswered && { answerBy: ctx.now + ANSWER_MS, remindAt: ctx.now + REMIND_MS }),
        createdAt: ctx.now,
        updatedAt: ctx.now,
      }),
      recordCreation(ctx, 'incident', id, 'OPEN', 'open'),
      ctx.db.insert(incidentParties).values(parties),
      ...tellInApp(ctx, ADMINS_IN_OFFICE, incidentReported, { title, opens: { incidentId: id } }),
      ...tellInApp(ctx, sql`${isInOffice('SUPPORT')} AND u.id <> ${actor.id}`, incidentReported, {
        ...{ title, opens: { incidentId: id } },
      }),
      ...(order
        ? parties
            .filter(({ userId }) => userId !== actor.id)
            .flatMap(({ userId }) =>
              notify(ctx, userId, incidentOfOrder, {
                order: order.number,
                hours: isAnswered ? ANSWER_MS / HOUR_MS : undefined,
                opens: { incidentId: id, orderId: order.id },
              }),
            )
        : []),
    ],
    selectIncident(ctx, id),
  )
  return viewIncident(ctx, incidentFor(actor, rows))
}

/** Whether a person bought or sold the order. */
const isTrader = (personId: string, { buyerId, sellerUserId }: OrderFile) =>
  personId === buyerId || personId === sellerUserId

/** Limits incidents without a paid order to one open and one a day: they cost only the team's time, and tickets serve for the rest. */
const oneOfNoOrder = (ctx: Ctx, personId: string): Write[] => [
  abortWhen(
    ctx.db,
    ONE_OPEN,
    sql`EXISTS (
      SELECT 1 FROM incidents i WHERE i.opened_by = ${personId} AND ${INCIDENT_STATES.open.in('i.status')}
        AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = i.order_id AND o.paid_currency IS NOT NULL))`,
  ),
  ...withinQuota(ctx, { key: `incidents:of-no-order:${personId}`, ...INCIDENTS_OF_NO_ORDER }, ONE_A_DAY),
]

/** The parties of an incident: the person who opens it, the buyer of its order, and the seller if the order was paid. */
function partiesOf(ctx: Ctx, incidentId: string, actor: Actor, order: OrderFile | undefined) {
  const parts = new Map<string, (typeof incidentParties.$inferInsert)['part']>([[actor.id, actor.role]])
  if (order && wasPaid(order)) parts.set(order.sellerUserId, 'SELLER')
  if (order) parts.set(order.buyerId, 'BUYER')
  return [...parts].map(([userId, part]) => ({ incidentId, userId, part, openedAt: ctx.now }))
}
