import { eq, sql } from 'drizzle-orm'
import { readTogether, type Write } from '../../../db/client.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import type { TransferKind } from '../../../db/schema/money/ledger.ts'
import { refunds } from '../../../db/schema/orders/refunds.ts'
import { formatMoney } from '../../../kernel/format.ts'
import type { Ctx } from '../../core/context.ts'
import { openIncident } from '../../core/incidents/open.ts'
import { allows, transition } from '../../core/machine.ts'
import { CASH, clearingOf } from '../../money/ledger/accounts.ts'
import { post } from '../../money/ledger/post.ts'
import { orderMachine } from '../orders/machine.ts'
import { paymentOf } from '../orders/money.ts'
import { findOrder, type OrderFile, selectOrder, toOrderFile } from '../orders/queries.ts'
import { returnGoods } from '../orders/return-after-staff-cancel.ts'
import { giveBackApart, phoneGets } from '../orders/through-gateway.ts'
import { refundMachine } from './machine.ts'
import type { RefundRow } from './row.ts'
import { secondTakenAsGiven, selectSecondRefunds } from './second-payin.ts'
import { given } from './settle.ts'
import { isOpen, selectRefunds, takeForRefund } from './start.ts'

const TAKEN_BACK = "Paiement repris par l'opérateur"

/** The refund that a reversal counts on as being on its way ends at the same time: the reversal is asked for again. */
const REFUND_MOVED = guard('REFUND_MOVED', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS' })

/**
 * The operator took back what a buyer had paid (docs/money.md, Corrections). A refund of this payment that waits or failed
 * is done by it. Where another payment lies apart, that one pays the order from now on, and the seller loses nothing; else the
 * whole order is given back, from where its money lies. What was given back before is our loss. A person hears of it.
 */
export async function reverseOrderPayin(ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> {
  const [rows, own, seconds] = await readTogether(
    ctx.db,
    selectOrder(ctx, tx.subjectId),
    selectRefunds(ctx, tx.subjectId),
    selectSecondRefunds(ctx, tx.subjectId),
  )
  const order = rows[0] && toOrderFile(rows[0])
  const { writes, said } = order ? takenBack(ctx, order, tx, own, seconds) : ourLoss(ctx, tx, undefined)
  return [
    ...writes,
    openIncident(ctx, {
      ref: `reversed:${tx.id}`,
      severity: 'HIGH',
      orderId: tx.subjectId,
      title: "Paiement d'une commande repris par un opérateur",
      description: `${formatMoney(tx)} (${tx.reference}) ont été repris. ${said} Voyez avec l'acheteur et le vendeur de ${order?.number ?? 'la commande'}.`,
    }),
  ]
}

type Booked = { writes: Write[]; said: string }

function takenBack(ctx: Ctx, order: OrderFile, tx: GatewayTransaction, own: RefundRow[], seconds: RefundRow[]): Booked {
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
  if (waiting) {
    const writes = waiting.kind === 'FULL' ? bookAsGiven(ctx, order, tx, waiting) : partAsGiven(ctx, order, tx, waiting)
    const rest = waiting.kind === 'FULL' ? '' : ' Le reste manque à notre caisse.'
    return { writes, said: `Le remboursement ${waiting.id} est conclu par là.${rest}` }
  }
  const gone = own.find(({ status }) => status !== 'REJECTED')
  if (gone || order.refundedMinor > 0) return ourLoss(ctx, tx, gone)
  const other = seconds.find(waits)
  if (!other) return { writes: bookAsGiven(ctx, order, tx, undefined), said: 'La commande est rendue par là.' }
  return {
    writes: [
      ...transition(ctx, refundMachine, other, 'reject', { reason: TAKEN_BACK }),
      ...giveBackApart(ctx, order, tx),
    ],
    said: `L'autre paiement de la commande la paie désormais, et le remboursement ${other.id} n'a plus lieu.`,
  }
}

/** Not ended, and not with an operator. */
const waits = (refund: RefundRow) => isOpen(refund) && refund.status !== 'PROCESSING'

/** It was given back already; what is still on its way must be so when this is booked, and comes to our cash if it fails. */
const ourLoss = (ctx: Ctx, tx: GatewayTransaction, refund: RefundRow | undefined): Booked => ({
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

/** A part that waited is done by the reversal; the rest that the operator took is our loss. */
function partAsGiven(ctx: Ctx, order: OrderFile, tx: GatewayTransaction, refund: RefundRow): Write[] {
  const amountMinor = tx.currency === refund.currency ? refund.amountMinor : phoneGets(order, refund.amountMinor)
  return [
    ...bookAsGiven(ctx, order, { ...tx, amountMinor }, refund),
    ...fromCash(ctx, { ...tx, amountMinor: tx.amountMinor - amountMinor }, 'payin:reversed'),
  ]
}

/**
 * A refund that had failed has arrived after all. Where it was sent again meanwhile, or an ADMIN ended it and its money stayed
 * with the seller, it is our loss.
 */
export async function refundArrivedLate(ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> {
  const [refund] = await ctx.db.select().from(refunds).where(eq(refunds.id, tx.subjectId))
  const order = refund && (await findOrder(ctx, refund.orderId))
  if (order && refund.status === 'FAILED') {
    const second = refund.payinId !== null
    return second ? secondTakenAsGiven(ctx, refund, order, tx) : bookAsGiven(ctx, order, tx, refund)
  }
  return [
    ...fromCash(ctx, tx, 'refund:late'),
    openIncident(ctx, {
      ref: `refundTwice:${tx.id}`,
      severity: 'HIGH',
      ...whyLost(refund, tx),
    }),
  ]
}

const whyLost = (refund: RefundRow | undefined, tx: GatewayTransaction) =>
  refund?.status === 'REJECTED'
    ? {
        title: 'Remboursement refusé, arrivé tout de même',
        description: `${formatMoney(tx)} (${tx.reference}) sont arrivés chez l'acheteur, alors que le remboursement avait été refusé et que le vendeur garde son prix. La somme manque à notre caisse.`,
      }
    : {
        title: 'Remboursement arrivé deux fois',
        description: `${formatMoney(tx)} (${tx.reference}) sont arrivés en plus de ce qui a été rendu. La somme manque à notre caisse.`,
      }

/** A refund came back to us after it had arrived: it lies in our cash until somebody pays it out again. */
export const refundReturned = async (ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> => [
  ...post(ctx, { ...moneyOf(tx), kind: 'refund:returned', ref: tx.id, from: clearingOf(tx.gateway), to: CASH }),
  openIncident(ctx, {
    ref: `refundReturned:${tx.id}`,
    severity: 'HIGH',
    title: 'Remboursement revenu',
    description: `${formatMoney(tx)} (${tx.reference}) nous sont revenus et attendent en caisse. Versez-les au ${tx.phone} par un versement.`,
  }),
]

/** The order and its refund as they are once the buyer has the money, without a call. */
function bookAsGiven(ctx: Ctx, order: OrderFile, tx: GatewayTransaction, adopted: RefundRow | undefined): Write[] {
  const taken = takeForRefund(ctx, order, TAKEN_BACK, adopted)
  if (!taken) return fromCash(ctx, tx, 'payin:reversed')
  const moves = taken.row.kind === 'FULL' && allows(orderMachine, order.status, 'refund')
  if (!moves) return [...taken.writes, ...given(ctx, taken.row, order, tx)]
  const isOver = order.status === 'DELIVERED' || order.status === 'COMPLETED'
  const set = { dueAt: null, ...(!isOver && { cancelledBy: 'STAFF' as const }) }
  const after = {
    ...order,
    status: isOver ? ('REFUNDED' as const) : ('CANCELLED' as const),
    version: order.version + 1,
  }
  return [
    ...transition(ctx, orderMachine, order, 'refund', { reason: TAKEN_BACK, set }),
    ...(isOver ? [] : returnGoods(ctx, order)),
    ...taken.writes,
    ...given(ctx, taken.row, after, tx),
  ]
}

const moneyOf = ({ amountMinor, currency }: GatewayTransaction) => ({ amountMinor, currency })

const fromCash = (ctx: Ctx, tx: GatewayTransaction, kind: TransferKind): Write[] =>
  post(ctx, { ...moneyOf(tx), kind, ref: tx.id, from: CASH, to: clearingOf(tx.gateway) })
