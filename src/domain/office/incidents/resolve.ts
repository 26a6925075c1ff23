import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether, type Write } from '../../../db/client.ts'
import { retryOnStale } from '../../../db/commit.ts'
import { fail, invalid } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { formatMoney } from '../../../kernel/format.ts'
import { audited, shownAmount } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { requireActiveStaff } from '../../core/guards.ts'
import { nextStatus, transition } from '../../core/machine.ts'
import { notify } from '../../core/notices/notify.ts'
import { loseParcel } from '../../orders/delivery/lose-parcel.ts'
import { clockAgain } from '../../orders/orders/clock-again.ts'
import { completeByDecision } from '../../orders/orders/complete-by-decision.ts'
import { type OrderFile, selectOrder, toOrderFile } from '../../orders/orders/queries.ts'
import { askRefund, requireSome } from '../../orders/refunds/ask.ts'
import { isOpen, refundable } from '../../orders/refunds/start.ts'
import { requireWord, unlessTooEarly } from './by-word.ts'
import { incidentMachine } from './machine.ts'
import { requireNeutral } from './neutral.ts'
import { incidentResolved } from './notices.ts'
import { incidentFor, selectIncident } from './queries.ts'
import { Outcome, viewIncident } from './view.ts'

export const ResolveIncident = z.strictObject({
  outcome: Outcome,
  refundAmount: f.amount.optional(),
  note: f.reason,
})
type Decision = z.output<typeof ResolveIncident>

/**
 * Staff decide an incident, once. For the buyer, wholly or in part, it asks for a refund that an ADMIN sends or rejects: no
 * money moves by it, and of an order that has nothing left it asks for none (docs/states.md, Incident). Of two who decide at once one is first.
 * @throws 400 for an amount that the outcome needs and lacks, or does not take; 403 for one of their own order, and for SUPPORT one
 *   of the service about money; 404; 409 for one that has ended or that its matter ends, for an amount above what is left to give back,
 *   and while the order has an open refund
 */
export const resolveIncident = (ctx: Ctx, id: string, decision: Decision) =>
  retryOnStale(async () => {
    const { outcome, note } = decision
    requireFittingAmount(decision)
    const actor = actorOf(ctx)
    const orderId = sql`(SELECT i.order_id FROM incidents i WHERE i.id = ${id})`
    const [found, orderRows] = await readTogether(ctx.db, selectIncident(ctx, id), selectOrder(ctx, orderId))
    const incident = incidentFor(actor, found)
    requireNeutral(actor, incident)
    requireWord(actor, incident, 'resolve')
    nextStatus(incidentMachine, incident.status, 'resolve')
    const order = orderRows[0] && toOrderFile(orderRows[0])
    const asked = askedOf(order, decision)
    const refund = asked && askRefund(ctx, asked.order, asked.amountMinor, note)
    const set = {
      ...{ outcome, note, refundId: refund?.id ?? incident.refundId },
      refundMinor: asked?.amountMinor ?? null,
      refundCurrency: asked?.order.currency ?? null,
    }
    const told = {
      ...{ number: incident.number ?? '', reason: note },
      opens: { incidentId: id, ...(incident.orderId !== null && { orderId: incident.orderId }) },
      ...{ outcome: incident.orderId === null ? null : outcome },
      amount: asked && { amountMinor: asked.amountMinor, currency: asked.order.currency },
    }
    const [rows] = await commit(
      ctx,
      [
        requireActiveStaff(ctx),
        ...unlessTooEarly(ctx, incident),
        ...transition(ctx, incidentMachine, incident, 'resolve', { reason: note, set }),
        ...(refund?.writes ?? []),
        ...(order ? effectOf(ctx, order, decision) : []),
        audited(ctx, 'incident.resolve', id, {
          ...{ outcome, note, refundId: refund?.id },
          ...(asked && shownAmount({ amountMinor: asked.amountMinor, currency: asked.order.currency })),
        }),
        ...incident.parties
          .filter(({ userId }) => userId !== actor.id)
          .flatMap(({ userId }) => notify(ctx, userId, incidentResolved, told)),
      ],
      selectIncident(ctx, id),
    )
    return viewIncident(ctx, incidentFor(actor, rows))
  })

/** A decision for the seller ends the order, a lost parcel too; after another one the parcel on the road has its clock again. */
function effectOf(ctx: Ctx, order: OrderFile, { outcome, note }: Decision): Write[] {
  if (outcome === 'SELLER') return completeByDecision(ctx, order, note)
  return outcome === 'LOST' ? loseParcel(ctx, order, note) : clockAgain(ctx, order)
}

function requireFittingAmount({ outcome, refundAmount }: Decision): void {
  if (outcome === 'LOST' && refundAmount !== undefined)
    invalid('refundAmount', "D'un colis perdu, tout ce qui a été payé est à rendre.")
  if (outcome === 'SPLIT' && refundAmount === undefined)
    invalid('refundAmount', "Un partage dit combien revient à l'acheteur.")
  if (outcome === 'SELLER' && refundAmount !== undefined)
    invalid('refundAmount', 'Une décision pour le vendeur ne rend rien.')
}

/** What the decision gives back, and of which order; undefined is nothing. 400, 409 */
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
    refused('Un remboursement de cette commande est déjà ouvert : attendez sa fin, ou faites-le refuser.')
  if (left === 0 && refundAmount === undefined) return undefined
  if (left === 0) refused("Cette commande n'a rien à rendre.")
  if (amountMinor > left)
    refused(`Il reste ${formatMoney({ amountMinor: left, currency })} à rendre de cette commande.`)
  requireSome(order, amountMinor, 'refundAmount')
  return { order, amountMinor }
}

const refused = (message: string) => fail('CONFLICT', { reason: 'INVALID_TRANSITION', message })
