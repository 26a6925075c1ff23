import { and, eq, inArray } from 'drizzle-orm'
import { readTogether, type Write } from '../../../db/client.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { transfers } from '../../../db/schema/money/ledger.ts'
import { refunds } from '../../../db/schema/orders/refunds.ts'
import { formatMoney } from '../../../kernel/format.ts'
import type { Ctx } from '../../core/context.ts'
import { openIncident } from '../../core/incidents/open.ts'
import { revise, transition } from '../../core/machine.ts'
import { notify } from '../../core/notices/notify.ts'
import { REFUNDS_IN_FLIGHT } from '../../money/ledger/accounts.ts'
import { post, walletEntry } from '../../money/ledger/post.ts'
import { CONFIRMATION_MS } from '../orders/due.ts'
import { orderMachine } from '../orders/machine.ts'
import { PARTS, payRefundedRider } from '../orders/money.ts'
import { type OrderFile, selectOrder, toOrderFile } from '../orders/queries.ts'
import { giveBack } from '../orders/through-gateway.ts'
import { refundMachine } from './machine.ts'
import { refundSucceeded } from './notices.ts'
import type { RefundRow } from './start.ts'

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
  return verdict === 'succeeded' ? given(ctx, refund, order, tx) : givenUp(ctx, refund, order, tx, taken)
}

/** The buyer has the money: the refund, the books and the order say so. */
export function given(ctx: Ctx, refund: RefundRow, order: OrderFile, tx: GatewayTransaction): Write[] {
  return [
    ...transition(ctx, refundMachine, refund, 'succeed'),
    ...giveBack(ctx, refund, tx),
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
  return [
    ...transition(ctx, refundMachine, refund, 'fail', { set: { failureCode: tx.failureCode } }),
    ...taken.flatMap(({ ref, fromAccount, amountMinor, currency }) => [
      ...post(ctx, { kind: 'refund:back', ref, from: REFUNDS_IN_FLIGHT, to: fromAccount, amountMinor, currency }),
      ...(fromAccount.endsWith(':available')
        ? walletEntry(ctx, { ...owner, type: 'ADJUSTMENT', amountMinor, currency, orderId: order.id })
        : []),
    ]),
    ...(order.status === 'REFUNDED' ? asBefore(ctx, order) : []),
    openIncident(ctx, {
      ref: `refund:${tx.id}`,
      severity: 'HIGH',
      orderId: order.id,
      title: 'Remboursement refusé par un opérateur',
      description: `${order.number} : ${formatMoney(refund)} n'ont pas pu être rendus (${tx.failureCode ?? 'sans motif'}). Remboursement ${refund.id} : à renvoyer ou à refuser.`,
    }),
  ]
}

/** The order and its clock as they were before the refund began; what left the shop unsold before it stays cancelled. */
function asBefore(ctx: Ctx, order: OrderFile): Write[] {
  if (order.reachedAt.COMPLETED !== undefined) return transition(ctx, orderMachine, order, 'reinstate')
  const set = { dueAt: (order.reachedAt.DELIVERED ?? ctx.now) + CONFIRMATION_MS }
  return transition(ctx, orderMachine, order, 'reopen', { set })
}
