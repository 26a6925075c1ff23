import { sql } from 'drizzle-orm'
import { readTogether, type Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { transition } from '#domain/core/machine.ts'
import { paymentOf } from '#domain/orders/orders/money.ts'
import { type PayinShare, selectShares, toShare } from '#domain/orders/orders/payins/payin-shares.ts'
import { giveBackApart, phoneGets } from '#domain/orders/orders/payins/through-gateway.ts'
import { type OrderFile, selectOrdersOfPayin, toOrderFile } from '#domain/orders/orders/queries.ts'
import { formatMoney } from '#kernel/format.ts'
import { closeFailedTries } from '../close-incidents.ts'
import { refundMachine } from '../machine.ts'
import { TAKEN_BACK as PAYMENT_TAKEN_BACK } from '../matters.ts'
import { isWaiting, kindOf, owedToBuyer } from '../owed-to-buyer.ts'
import { selectRefundRows } from '../queries.ts'
import { BY_REVERSAL } from '../reasons.ts'
import type { RefundRow } from '../refund.ts'
import { isSurplus } from '../surplus/surplus.ts'
import { bookBeside, bookWithoutCall, payFromCash } from './book-without-call.ts'
import { existingRefund, makeRefundOfOrder } from './make-refund-of-order.ts'
import { bookSecondWithoutCall } from './second-payin.ts'

/** The refund that a reversal counts on as being on its way ends at the same time: the reversal is asked for again. */
const REFUND_MOVED = guard('REFUND_MOVED', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS' })

/**
 * The operator took back what a buyer had paid (docs/money.md, Corrections). A refund of this payment that waits or failed
 * is done by it. Where another payment lies apart, that one pays the order from now on, and the seller loses nothing; else all
 * that is left is given back, from where it lies. What was given back before, or is on its way, is our loss. A person hears of it.
 */
export async function reverseOrderPayin(ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> {
  const [shares, rows, all] = await readTogether(
    ctx.db,
    selectShares(ctx, tx.id),
    selectOrdersOfPayin(ctx.db, tx.id),
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
  const seconds = refunds.filter((refund) => refund.payinId !== null && !isSurplus(refund))
  const { writes, said } = order ? takenBack(ctx, order, share, own, seconds) : ourLoss(ctx, share, undefined)
  return [
    ...writes,
    openIncident(ctx, {
      ref: refOf(PAYMENT_TAKEN_BACK, share.ref),
      severity: 'HIGH',
      orderId: share.orderId,
      title: "Paiement d'une commande repris par un opérateur",
      description: `${formatMoney(share)} (${share.reference}) ont été repris. ${said} Voyez avec l'acheteur et le vendeur de ${order?.number ?? 'la commande'}.`,
    }),
  ]
}

/** All refunds of the orders that a payin is for. */
const selectRefundsOfPayin = (ctx: Ctx, payinId: string) =>
  selectRefundRows(ctx).where(
    sql`refunds.order_id IN (SELECT w.order_id FROM payin_shares w WHERE w.payin_id = ${payinId})`,
  )

type ReversalWrites = { writes: Write[]; said: string }

function takenBack(ctx: Ctx, order: OrderFile, tx: PayinShare, own: RefundRow[], seconds: RefundRow[]): ReversalWrites {
  const mine = seconds.find(({ payinId, status }) => payinId === tx.id && status !== 'REJECTED')
  if (mine) {
    return isWaiting(mine)
      ? { writes: bookSecondWithoutCall(ctx, mine, order, tx), said: `Le remboursement ${mine.id} est conclu par là.` }
      : ourLoss(ctx, tx, mine)
  }
  if (order.paidBy?.id !== tx.id || !paymentOf(order)) {
    return { writes: giveBackApart(ctx, order, tx), said: 'Ce second paiement était gardé à part.' }
  }
  const waiting = own.find(isWaiting)
  const onItsWay = own.find(({ status }) => status === 'PROCESSING')
  const amountMinor = Math.max(owedToBuyer(order), waiting?.amountMinor ?? 0)
  if (amountMinor === 0) return ourLoss(ctx, tx, onItsWay ?? own.find(({ status }) => status === 'SUCCEEDED'))
  const isWhole = !waiting && !onItsWay && order.refundedMinor === 0
  const other = isWhole ? seconds.find(isWaiting) : undefined
  if (!other) return giveBackByReversal(ctx, order, tx, { amountMinor, waiting, onItsWay })
  return {
    writes: [
      ...transition(ctx, refundMachine, other, 'reject', { reason: BY_REVERSAL }),
      ...closeFailedTries(ctx, other, BY_REVERSAL),
      ...giveBackApart(ctx, order, tx),
    ],
    said: `L'autre paiement de la commande la paie désormais, et le remboursement ${other.id} n'a plus lieu.`,
  }
}

/** Our cash pays money that was given back already. A refund that is still on its way must be so when this is booked, and comes to our cash if it fails. */
const ourLoss = (ctx: Ctx, tx: PayinShare, refund: RefundRow | undefined): ReversalWrites => ({
  writes: [...unlessItMoves(ctx, refund), ...payFromCash(ctx, tx, 'payin:reversed')],
  said: 'Ils manquent à notre caisse.',
})

export const unlessItMoves = (ctx: Ctx, refund: RefundRow | undefined): Write[] =>
  refund
    ? [
        abortWhen(
          ctx.db,
          REFUND_MOVED,
          sql`EXISTS (SELECT 1 FROM refunds r WHERE r.id = ${refund.id} AND r.version <> ${refund.version})`,
        ),
      ]
    : []

/** The rest of an order's money, and the refund of it that waited, or that is on its way. */
type MoneyLeft = { amountMinor: number; waiting: RefundRow | undefined; onItsWay: RefundRow | undefined }

/** The reversal gives the rest of the order's money back and ends a refund that waited; any amount beyond it is our loss. */
function giveBackByReversal(
  ctx: Ctx,
  order: OrderFile,
  tx: PayinShare,
  { amountMinor, waiting, onItsWay }: MoneyLeft,
): ReversalWrites {
  const kind = kindOf(order, amountMinor)
  const back = { ...tx, amountMinor: kind === 'FULL' ? tx.amountMinor : backOf(order, tx, amountMinor, onItsWay) }
  const lost = { ...tx, amountMinor: tx.amountMinor - back.amountMinor }
  const fresh = makeRefundOfOrder(ctx, order, amountMinor, BY_REVERSAL)
  return {
    writes: [
      ...unlessItMoves(ctx, onItsWay),
      ...(onItsWay
        ? bookBeside(ctx, order, back, fresh?.row, BY_REVERSAL)
        : bookWithoutCall(
            ctx,
            order,
            back,
            waiting ? existingRefund({ ...waiting, amountMinor, kind }) : fresh,
            BY_REVERSAL,
          )),
      ...payFromCash(ctx, lost, 'payin:reversed'),
    ],
    said: [
      waiting ? `Le remboursement ${waiting.id} est conclu par là.` : 'Ce qui restait de la commande est rendu par là.',
      ...(lost.amountMinor > 0 ? [`${formatMoney(lost)} manquent à notre caisse.`] : []),
      ...(onItsWay ? [`Le remboursement ${onItsWay.id} est en route.`] : []),
    ].join(' '),
  }
}

/** The amount that the phone which paid gets by the reversal, beside a refund on its way, whose amount is settled. */
function backOf(order: OrderFile, tx: PayinShare, minor: number, onItsWay: RefundRow | undefined): number {
  if (tx.currency === order.paidCurrency) return minor
  return phoneGets({ ...order, refundedMinor: order.refundedMinor + (onItsWay?.amountMinor ?? 0) }, minor)
}
