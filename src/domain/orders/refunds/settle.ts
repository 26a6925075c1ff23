import { and, eq, inArray, sql } from 'drizzle-orm'
import { readTogether, type Write } from '../../../db/client.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import { type GatewayTransaction, gatewayTransactions } from '../../../db/schema/money/gateways.ts'
import { transfers } from '../../../db/schema/money/ledger.ts'
import { refunds } from '../../../db/schema/orders/refunds.ts'
import { formatMoney } from '../../../kernel/format.ts'
import type { Ctx } from '../../core/context.ts'
import { openIncident } from '../../core/incidents/open.ts'
import { revise, transition } from '../../core/machine.ts'
import { notify } from '../../core/notices/notify.ts'
import { CASH, REFUNDS_IN_FLIGHT } from '../../money/ledger/accounts.ts'
import { post, walletEntry } from '../../money/ledger/post.ts'
import { CONFIRMATION_MS } from '../orders/due.ts'
import { orderMachine } from '../orders/machine.ts'
import { PARTS, payRefundedRider } from '../orders/money.ts'
import { type OrderFile, selectOrder, toOrderFile } from '../orders/queries.ts'
import { giveBack, type Moved } from '../orders/through-gateway.ts'
import { refundMachine } from './machine.ts'
import { refundSucceeded } from './notices.ts'
import type { RefundRow } from './row.ts'
import { secondGiven } from './second-payin.ts'

/** The payment is taken back at the same time: the verdict is read again. */
const PAYMENT_REVERSED = guard('PAYMENT_REVERSED', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS' })

/** What the operator's verdict means for a refund: the buyer has the money, or it goes back where it came from. */
export async function settleRefund(
  ctx: Ctx,
  tx: GatewayTransaction,
  verdict: 'succeeded' | 'failed' | 'expired',
): Promise<Write[]> {
  const [refund] = await ctx.db.select().from(refunds).where(eq(refunds.id, tx.subjectId))
  if (refund?.status !== 'PROCESSING' || verdict === 'expired') return []
  const [orderRows, taken] = await readTogether(
    ctx.db,
    selectOrder(ctx, refund.orderId),
    ctx.db
      .select()
      .from(transfers)
      .where(
        and(
          eq(transfers.kind, 'refund:taken'),
          inArray(
            transfers.ref,
            PARTS.map((part) => `${refund.id}:${refund.attempt}:${part}`),
          ),
        ),
      ),
  )
  const order = orderRows[0] && toOrderFile(orderRows[0])
  if (!order) return []
  if (verdict === 'succeeded') return hasIt(ctx, refund, order, tx)
  return (await isTakenBack(ctx, refund, order))
    ? intoCash(ctx, refund, order, tx)
    : givenUp(ctx, refund, order, tx, taken)
}

const hasIt = (ctx: Ctx, refund: RefundRow, order: OrderFile, tx: GatewayTransaction, to?: string): Write[] =>
  refund.payinId === null ? given(ctx, refund, order, tx, to) : secondGiven(ctx, refund, order, tx, to)

/** Whether the operator took back, meanwhile, the payment that this refund gives back. */
async function isTakenBack(ctx: Ctx, { payinId }: RefundRow, { paidBy }: OrderFile): Promise<boolean> {
  if (payinId === null) return paidBy?.isTakenBack === true
  const [payin] = await ctx.db.select().from(gatewayTransactions).where(eq(gatewayTransactions.id, payinId))
  return payin?.status === 'reversed'
}

/** It did not arrive, and need not: the buyer has the money from the operator, which our cash paid for. */
function intoCash(ctx: Ctx, refund: RefundRow, order: OrderFile, tx: GatewayTransaction): Write[] {
  const sent = tx.currency === refund.currency ? { ...tx, amountMinor: refund.amountMinor } : tx
  return [
    ...hasIt(ctx, refund, order, sent, CASH),
    openIncident(ctx, {
      ref: `refund:${tx.id}`,
      severity: 'HIGH',
      orderId: order.id,
      title: 'Remboursement refusé, et paiement déjà repris',
      description: `${order.number} : ${formatMoney(sent)} n'ont pas pu être rendus, mais l'opérateur avait repris le paiement. Le remboursement ${refund.id} est conclu, et la somme revient à notre caisse.`,
    }),
  ]
}

/** The buyer has the money: the refund, the books and the order say so. */
export function given(ctx: Ctx, refund: RefundRow, order: OrderFile, tx: Moved, to?: string): Write[] {
  return [
    ...transition(ctx, refundMachine, refund, 'succeed'),
    ...giveBack(ctx, refund, tx, { to }),
    ...(earnsNow(refund, order) ? payRefundedRider(ctx, order, order.delivery.riderId) : []),
    ...revise(ctx, orderMachine, order, 'refunded', {
      set: afterRefund(refund, order),
    }),
    ...notify(ctx, order.buyerId, refundSucceeded, {
      number: order.number,
      amount: { amountMinor: tx.amountMinor, currency: tx.currency },
    }),
  ]
}

/** Whose rider has made the way and was not paid when the fee was released; one who is still on it is paid at its end. */
function earnsNow({ kind }: RefundRow, order: OrderFile): order is OrderFile & { delivery: { riderId: string } } {
  const isMade = order.delivery?.status === 'DELIVERED' || order.delivery?.status === 'RETURNED'
  const isPaid = order.reachedAt.COMPLETED !== undefined || order.isFeeReleased
  return kind === 'FULL' && isMade && order.delivery?.riderId != null && !isPaid
}

/** A part is the goods first, and after them the rest. */
function afterRefund({ kind }: RefundRow, { refundedMinor, subtotalMinor, totalMinor }: OrderFile) {
  const back = kind === 'PARTIAL' && refundedMinor === 0 ? subtotalMinor : totalMinor
  return { refundedMinor: back, paymentStatus: back < totalMinor ? 'PARTIALLY_REFUNDED' : 'REFUNDED' } as const
}

function givenUp(
  ctx: Ctx,
  refund: RefundRow,
  order: OrderFile,
  tx: GatewayTransaction,
  taken: (typeof transfers.$inferSelect)[],
): Write[] {
  const owner = { ownerKind: 'seller', ownerId: order.sellerProfileId } as const
  const payinId = refund.payinId ?? order.paidBy?.id ?? null
  const reversed = sql`EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.id = ${payinId} AND g.status = 'reversed')`
  return [
    abortWhen(ctx.db, PAYMENT_REVERSED, reversed),
    ...transition(ctx, refundMachine, refund, 'fail', { set: { failureCode: tx.failureCode } }),
    ...taken.flatMap(({ ref, fromAccount, amountMinor, currency }) => [
      ...post(ctx, { kind: 'refund:back', ref, from: REFUNDS_IN_FLIGHT, to: fromAccount, amountMinor, currency }),
      ...(fromAccount.endsWith(':available')
        ? walletEntry(ctx, { ...owner, type: 'ADJUSTMENT', amountMinor, currency, orderId: order.id })
        : []),
    ]),
    ...(order.status === 'REFUNDED' && refund.payinId === null ? asBefore(ctx, order) : []),
    openIncident(ctx, {
      ref: `refund:${tx.id}`,
      severity: 'HIGH',
      orderId: order.id,
      title: 'Remboursement refusé par un opérateur',
      description: `${order.number} : ${formatMoney(refund)} n'ont pas pu être rendus (${tx.failureCode ?? 'sans motif'}). Remboursement ${refund.id} : ${refund.payinId === null ? 'à renvoyer ou à refuser' : 'second paiement de la commande, à renvoyer'}.`,
    }),
  ]
}

/** The order and its clock as they were before the refund began; what left the shop unsold before it stays cancelled. */
function asBefore(ctx: Ctx, order: OrderFile): Write[] {
  if (order.reachedAt.COMPLETED !== undefined) return transition(ctx, orderMachine, order, 'reinstate')
  const set = { dueAt: (order.reachedAt.DELIVERED ?? ctx.now) + CONFIRMATION_MS }
  return transition(ctx, orderMachine, order, 'reopen', { set })
}
