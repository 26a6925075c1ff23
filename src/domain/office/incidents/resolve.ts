import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether, type Write } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { guard } from '#db/guard.ts'
import { recordAct, shownAmount } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveStaff } from '#domain/core/guards.ts'
import { nextStatus, transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { decideOwn } from '#domain/core/own-matter.ts'
import { requireSeen } from '#domain/core/seen.ts'
import { loseParcel } from '#domain/orders/delivery/lose-parcel.ts'
import { clockAgain } from '#domain/orders/orders/clock/clock-again.ts'
import { completeByDecision } from '#domain/orders/orders/outcomes/complete-by-decision.ts'
import { type OrderFile, selectOrderOf, toOrderFile } from '#domain/orders/orders/queries.ts'
import { requestAmount, requireSome } from '#domain/orders/refunds/approval/request-amount.ts'
import { isOpen, isWaiting, refundable } from '#domain/orders/refunds/owed-to-buyer.ts'
import type { OwnRefund } from '#domain/orders/refunds/refund.ts'
import { fail, invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { formatMoney } from '#kernel/format.ts'
import { iso } from '#kernel/time.ts'
import { requireWord, unlessTooEarly } from './by-word.ts'
import { incidentMachine } from './machine.ts'
import { requireNeutral } from './neutral.ts'
import { incidentResolved } from './notices.ts'
import { type IncidentFile, incidentFor, selectIncident } from './queries.ts'
import { Outcome, viewIncident } from './view.ts'

const OWN_INCIDENT = guard('OWN_INCIDENT', 'FORBIDDEN', {
  message: "Vous avez ouvert cet incident : quelqu'un d'autre de l'équipe le tranche pour le vendeur.",
})

export const ResolveIncident = z.strictObject({
  outcome: Outcome,
  refundAmount: f.amount.optional(),
  note: f.reason,
  updatedAt: f.isoTime.optional(),
})
type Decision = z.output<typeof ResolveIncident>

/**
 * Decides an incident, once (docs/states.md, Incident). A decision for the buyer asks for a refund of what is left, or a part; an ADMIN
 * sends or rejects it, so no money moves here. If two decide at once, the first counts.
 * @throws 400 for an amount that the outcome lacks or does not take; 403 for one of the actor's own order, for the seller if the actor
 *   opened it, and to SUPPORT for one of the service about money; 404; 409 for one that has ended or that its matter ends, for an amount
 *   above what is left, and while the order has an open refund; VERSION_MISMATCH if somebody wrote to it since `updatedAt`
 */
export const resolveIncident = (ctx: Ctx, id: string, decision: Decision) =>
  retryOnStale(async () => {
    const { outcome, note } = decision
    requireFittingAmount(decision)
    const actor = actorOf(ctx)
    const orderId = sql`(SELECT i.order_id FROM incidents i WHERE i.id = ${id})`
    const [found, orderRows] = await readTogether(ctx.db, selectIncident(ctx, id), selectOrderOf(ctx, orderId))
    const incident = incidentFor(actor, found)
    requireNeutral(actor, incident)
    requireWord(actor, incident, 'resolve')
    nextStatus(incidentMachine, incident.status, 'resolve')
    requireSeen(decision.updatedAt, iso(incident.updatedAt))
    const order = orderRows[0] && toOrderFile(orderRows[0])
    const { row: refund, writes } = effectOf(ctx, order, decision)
    const set = {
      ...{ outcome, note, refundId: refund?.id ?? incident.refundId },
      refundMinor: refund?.amountMinor ?? null,
      refundCurrency: refund?.currency ?? null,
    }
    const told = {
      ...{ number: incident.number ?? '', reason: note },
      opens: { incidentId: id, ...(incident.orderId !== null && { orderId: incident.orderId }) },
      ...{ outcome: incident.orderId === null ? null : outcome },
      amount: refund && isWaiting(refund) ? refund : undefined,
    }
    const [rows] = await commit(
      ctx,
      [
        requireActiveStaff(ctx),
        ...unlessTooEarly(ctx, incident),
        ...(outcome === 'SELLER' ? decideAlone(ctx, incident) : []),
        ...transition(ctx, incidentMachine, incident, 'resolve', { reason: note, set }),
        ...writes,
        recordAct(ctx, 'incident.resolve', id, {
          ...{ outcome, note, refundId: refund?.id },
          ...(refund && shownAmount(refund)),
        }),
        ...incident.parties
          .filter(({ userId }) => userId !== actor.id)
          .flatMap(({ userId }) => notify(ctx, userId, incidentResolved, told)),
      ],
      selectIncident(ctx, id),
    )
    return viewIncident(ctx, incidentFor(actor, rows))
  })

/** Refuses a decision for the seller by the person who opened the incident, unless they are the only administrator. 403 */
const decideAlone = (ctx: Ctx, { id, orderId, number }: IncidentFile): Write[] =>
  decideOwn(
    ctx,
    {
      broken: OWN_INCIDENT,
      isTheirs: sql`EXISTS (SELECT 1 FROM incidents i WHERE i.id = ${id} AND i.opened_by = ${actorOf(ctx).id} AND i.order_id IS NOT NULL)`,
    },
    { key: `incident:${id}`, what: `incident ${number}`, ...(orderId !== null && { orderId }) },
  )

/**
 * The effect of a decision on the order: for the seller, or of a lost parcel, it ends the order; after another one, the clock of a parcel
 * on the road starts again.
 * @returns the refund that gives the money back, and the writes
 */
function effectOf(ctx: Ctx, order: OrderFile | undefined, decision: Decision): { row?: OwnRefund; writes: Write[] } {
  const { outcome, note } = decision
  const asked = askedOf(order, decision)
  if (!order) return { writes: [] }
  switch (outcome) {
    case 'SELLER':
      return { writes: completeByDecision(ctx, order, note) }
    case 'LOST':
      return loseParcel(ctx, order, note)
    case 'BUYER':
    case 'SPLIT': {
      const refund = asked === undefined ? undefined : requestAmount(ctx, order, asked, note)
      return { ...refund, writes: [...(refund?.writes ?? []), ...clockAgain(ctx, order)] }
    }
  }
}

function requireFittingAmount({ outcome, refundAmount }: Decision): void {
  if (outcome === 'LOST' && refundAmount !== undefined)
    invalid('refundAmount', "D'un colis perdu, tout ce qui a été payé est à rendre.")
  if (outcome === 'SPLIT' && refundAmount === undefined)
    invalid('refundAmount', "Un partage dit combien revient à l'acheteur.")
  if (outcome === 'SELLER' && refundAmount !== undefined)
    invalid('refundAmount', 'Une décision pour le vendeur ne rend rien.')
}

/**
 * The amount to refund in minor units; undefined for none.
 * @throws 400, 409
 */
function askedOf(order: OrderFile | undefined, { outcome, refundAmount }: Decision) {
  if (outcome === 'LOST' && !order)
    invalid('outcome', "Cet incident n'est pas celui d'une commande : aucun colis n'est perdu.")
  if (outcome === 'SELLER' || outcome === 'LOST') return undefined
  if (!order) {
    if (refundAmount !== undefined)
      invalid('refundAmount', "Cet incident n'est pas celui d'une commande : rien n'est à rendre.")
    return undefined
  }
  const { currency } = order
  const left = order.paidBy?.isTakenBack ? 0 : refundable(order)
  const amountMinor = refundAmount === undefined ? left : f.amountOf(refundAmount, currency, 'refundAmount')
  if (order.refunds.some(isOpen))
    refuseWith('Un remboursement de cette commande est déjà ouvert : attendez sa fin, ou faites-le refuser.')
  if (left === 0 && refundAmount === undefined) return undefined
  if (left === 0) refuseWith("Cette commande n'a rien à rendre.")
  if (amountMinor > left)
    refuseWith(`Il reste ${formatMoney({ amountMinor: left, currency })} à rendre de cette commande.`)
  requireSome(order, amountMinor, 'refundAmount')
  return amountMinor
}

const refuseWith = (message: string) => fail('CONFLICT', { reason: 'INVALID_TRANSITION', message })
