import { eq } from 'drizzle-orm'
import { readTogether, type Write } from '../../../db/client.ts'
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
import { giveBackApart } from '../orders/through-gateway.ts'
import { given } from './settle.ts'
import { isOpen, type RefundRow, selectRefunds, takeForRefund } from './start.ts'

const TAKEN_BACK = "Paiement repris par l'opérateur"

/**
 * The operator took back what a buyer had paid: as a whole refund that has arrived already, from where the money lies; a
 * second payment from where it lies apart. What was given back before is our loss. Either way a person hears of it (docs/money.md, Corrections).
 */
export async function reverseOrderPayin(ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> {
  const [rows, known] = await readTogether(ctx.db, selectOrder(ctx, tx.subjectId), selectRefunds(ctx, tx.subjectId))
  const order = rows[0] && toOrderFile(rows[0])
  const adopted = known.find(isOpen)
  const isApart = order !== undefined && (order.paidBy?.id !== tx.id || paymentOf(order) === undefined)
  const isUntouched =
    order !== undefined &&
    !isApart &&
    order.refundedMinor === 0 &&
    known.every(({ status }) => status !== 'SUCCEEDED' && status !== 'PROCESSING') &&
    (adopted === undefined || adopted.kind === 'FULL')
  return [
    ...(isApart ? giveBackApart(ctx, order, tx) : []),
    ...(isUntouched ? bookAsGiven(ctx, order, tx, adopted) : []),
    ...(isApart || isUntouched ? [] : fromCash(ctx, tx, 'payin:reversed')),
    openIncident(ctx, {
      ref: `reversed:${tx.id}`,
      severity: 'HIGH',
      orderId: tx.subjectId,
      title: "Paiement d'une commande repris par un opérateur",
      description: `${formatMoney(tx)} (${tx.reference}) ont été repris${isApart || isUntouched ? '' : ' et manquent à notre caisse'}. Voyez avec l'acheteur et le vendeur de ${order?.number ?? 'la commande'}.`,
    }),
  ]
}

/**
 * A refund that had failed has arrived after all. Where it was sent again meanwhile, or an ADMIN ended it and its money stayed
 * with the seller, it is our loss.
 */
export async function refundArrivedLate(ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> {
  const [refund] = await ctx.db.select().from(refunds).where(eq(refunds.id, tx.subjectId))
  const order = refund && (await findOrder(ctx, refund.orderId))
  if (order && refund.status === 'FAILED') return bookAsGiven(ctx, order, tx, refund)
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
