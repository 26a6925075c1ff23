import { sql } from 'drizzle-orm'
import { readTogether, type Write } from '../../../db/client.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { refunds } from '../../../db/schema/orders/refunds.ts'
import { formatMoney } from '../../../kernel/format.ts'
import type { Ctx } from '../../core/context.ts'
import { openIncident } from '../../core/incidents/open.ts'
import { transition } from '../../core/machine.ts'
import { paymentOf } from '../orders/money.ts'
import { type PayinShare, selectShares, toShare } from '../orders/payin-shares.ts'
import { type OrderFile, selectOrdersOfPayin, toOrderFile } from '../orders/queries.ts'
import { giveBackApart, phoneGets } from '../orders/through-gateway.ts'
import { bookAsGiven, fromCash } from './book-as-given.ts'
import { closeFailedTries } from './close-incidents.ts'
import { refundMachine } from './machine.ts'
import type { RefundRow } from './row.ts'
import { secondTakenAsGiven } from './second-payin.ts'
import { kindOf, refundable, waits } from './start.ts'

const TAKEN_BACK = "Paiement repris par l'opérateur"

/** The refund that a reversal counts on as being on its way ends at the same time: the reversal is asked for again. */
const REFUND_MOVED = guard('REFUND_MOVED', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS' })

/**
 * The operator took back what a buyer had paid (docs/money.md, Corrections). A refund of this payment that waits or failed
 * is done by it. Where another payment lies apart, that one pays the order from now on, and the seller loses nothing; else the
 * whole order is given back, from where its money lies. What was given back before is our loss. A person hears of it.
 */
export async function reverseOrderPayin(ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> {
  const [shares, rows, all] = await readTogether(
    ctx.db,
    selectShares(ctx, tx.id),
    selectOrdersOfPayin(ctx, tx.id),
    selectRefundsOfPayin(ctx, tx.id),
  )
  return shares.map(toShare).flatMap((share) => {
    const found = rows.find(({ order: { id } }) => id === share.orderId)
    const refunds = all.filter(({ orderId }) => orderId === share.orderId)
    return reverseShare(ctx, share, found && toOrderFile(found), refunds)
  })
}

function reverseShare(ctx: Ctx, share: PayinShare, order: OrderFile | undefined, refunds: RefundRow[]): Write[] {
  const own = refunds.filter(({ payinId }) => payinId === null)
  const seconds = refunds.filter(({ payinId }) => payinId !== null)
  const { writes, said } = order ? takenBack(ctx, order, share, own, seconds) : ourLoss(ctx, share, undefined)
  return [
    ...writes,
    openIncident(ctx, {
      ref: `reversed:${share.ref}`,
      severity: 'HIGH',
      orderId: share.orderId,
      title: "Paiement d'une commande repris par un opérateur",
      description: `${formatMoney(share)} (${share.reference}) ont été repris. ${said} Voyez avec l'acheteur et le vendeur de ${order?.number ?? 'la commande'}.`,
    }),
  ]
}

/** All refunds of the orders that a payin is for. */
const selectRefundsOfPayin = (ctx: Ctx, payinId: string) =>
  ctx.db
    .select()
    .from(refunds)
    .where(sql`refunds.order_id IN (SELECT w.order_id FROM payin_shares w WHERE w.payin_id = ${payinId})`)

type Booked = { writes: Write[]; said: string }

function takenBack(ctx: Ctx, order: OrderFile, tx: PayinShare, own: RefundRow[], seconds: RefundRow[]): Booked {
  const mine = seconds.find(({ payinId, status }) => payinId === tx.id && status !== 'REJECTED')
  if (mine) {
    return waits(mine)
      ? { writes: secondTakenAsGiven(ctx, mine, order, tx), said: `Le remboursement ${mine.id} est conclu par là.` }
      : ourLoss(ctx, tx, mine)
  }
  if (order.paidBy?.id !== tx.id || !paymentOf(order)) {
    return { writes: giveBackApart(ctx, order, tx), said: 'Ce second paiement était gardé à part.' }
  }
  const waiting = own.find(waits)
  const gone = own.find(({ status }) => status === 'PROCESSING') ?? own.find(({ status }) => status === 'SUCCEEDED')
  const isReturned = order.cancelledBy === 'RETURN'
  const amountMinor = isReturned && waiting ? waiting.amountMinor : refundable(order)
  const isEarned = isReturned && !waiting && order.refundedMinor > 0
  if (gone?.status === 'PROCESSING' || isEarned || amountMinor === 0) return ourLoss(ctx, tx, gone)
  const other = waiting || order.refundedMinor > 0 ? undefined : seconds.find(waits)
  if (!other) return asGiven(ctx, order, tx, waiting, amountMinor)
  return {
    writes: [
      ...transition(ctx, refundMachine, other, 'reject', { reason: TAKEN_BACK }),
      ...closeFailedTries(ctx, other, TAKEN_BACK),
      ...giveBackApart(ctx, order, tx),
    ],
    said: `L'autre paiement de la commande la paie désormais, et le remboursement ${other.id} n'a plus lieu.`,
  }
}

/** It was given back already; what is still on its way must be so when this is booked, and comes to our cash if it fails. */
const ourLoss = (ctx: Ctx, tx: PayinShare, refund: RefundRow | undefined): Booked => ({
  writes: [
    ...(refund
      ? [
          abortWhen(
            ctx.db,
            REFUND_MOVED,
            sql`EXISTS (SELECT 1 FROM refunds r WHERE r.id = ${refund.id} AND r.version <> ${refund.version})`,
          ),
        ]
      : []),
    ...fromCash(ctx, tx, 'payin:reversed'),
  ],
  said: 'Ils manquent à notre caisse.',
})

/** What is left of the order is given back by the reversal, and a refund that waited is done by it; the rest is our loss. */
function asGiven(ctx: Ctx, order: OrderFile, tx: PayinShare, waiting: RefundRow | undefined, minor: number): Booked {
  const kind = kindOf(order, minor)
  const adopted = waiting && { ...waiting, amountMinor: minor, kind }
  const done = waiting ? `Le remboursement ${waiting.id} est conclu par là.` : 'La commande est rendue par là.'
  if (kind === 'FULL') return { writes: bookAsGiven(ctx, order, tx, adopted, TAKEN_BACK), said: done }
  const amountMinor = tx.currency === order.paidCurrency ? minor : phoneGets(order, minor)
  return {
    writes: [
      ...bookAsGiven(ctx, order, { ...tx, amountMinor }, adopted, TAKEN_BACK),
      ...fromCash(ctx, { ...tx, amountMinor: tx.amountMinor - amountMinor }, 'payin:reversed'),
    ],
    said: `${done} Le reste manque à notre caisse.`,
  }
}
