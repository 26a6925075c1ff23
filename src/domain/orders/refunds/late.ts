import { and, eq, inArray } from 'drizzle-orm'
import { readTogether, type Write } from '../../../db/client.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { transfers } from '../../../db/schema/money/ledger.ts'
import { refunds } from '../../../db/schema/orders/refunds.ts'
import { formatMoney } from '../../../kernel/format.ts'
import type { Ctx } from '../../core/context.ts'
import { openIncident } from '../../core/incidents/open.ts'
import { CASH, clearingOf } from '../../money/ledger/accounts.ts'
import { post } from '../../money/ledger/post.ts'
import { PARTS } from '../orders/money.ts'
import { type OrderFile, selectOrder, toOrderFile } from '../orders/queries.ts'
import { bookAsGiven, fromCash } from './book-as-given.ts'
import { paymentArrivedLate } from './payment.ts'
import type { RefundRow } from './row.ts'
import { secondTakenAsGiven } from './second-payin.ts'
import { kindOf, refundable, selectRefunds, waits } from './start.ts'

const ARRIVED_LATE = 'Remboursement arrivé après avoir échoué'

/**
 * A refund that had failed has arrived after all. Where it was sent again meanwhile, or an ADMIN ended it and its money went
 * to the seller, it is our loss; that of an order that is over still lay there for it.
 */
export async function refundArrivedLate(ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> {
  const [refund] = await ctx.db.select().from(refunds).where(eq(refunds.id, tx.subjectId))
  if (!refund) return lostTwice(ctx, tx, refund)
  if (refund.subscriptionPaymentId !== null)
    return (await paymentArrivedLate(ctx, refund, tx)) ?? lostTwice(ctx, tx, refund)
  const [rows, own] = await readTogether(ctx.db, selectOrder(ctx, refund.orderId), selectRefunds(ctx, refund.orderId))
  const order = rows[0] && toOrderFile(rows[0])
  if (order && refund.payinId !== null && refund.status === 'FAILED') return secondTakenAsGiven(ctx, refund, order, tx)
  if (order && refund.payinId === null && waits(refund)) {
    const amountMinor = await takenBy(ctx, refund, tx)
    if (amountMinor > 0 && amountMinor <= refundable(order))
      return bookAsGiven(ctx, order, tx, { ...refund, amountMinor, kind: kindOf(order, amountMinor) }, ARRIVED_LATE)
  }
  if (order && refund.payinId === null && isStillHeld(order, own)) {
    return bookAsGiven(ctx, order, tx, undefined, ARRIVED_LATE)
  }
  return lostTwice(ctx, tx, refund)
}

/** How much of the order's money this try had taken: the refund may have been asked for anew since, for another amount. */
async function takenBy(ctx: Ctx, { id }: RefundRow, { reference }: GatewayTransaction): Promise<number> {
  const attempt = reference === id ? '1' : reference.slice(id.length + 1)
  const refs = PARTS.map((part) => `${id}:${attempt}:${part}`)
  const taken = await ctx.db
    .select({ amountMinor: transfers.amountMinor })
    .from(transfers)
    .where(and(eq(transfers.kind, 'refund:taken'), inArray(transfers.ref, refs)))
  return taken.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

/** Of an order that is over, and whose refunds an ADMIN ended: everything that was paid is there. */
const isStillHeld = ({ status, paidBy }: OrderFile, own: RefundRow[]) =>
  (status === 'CANCELLED' || status === 'REJECTED') &&
  paidBy?.isTakenBack !== true &&
  own.every((refund) => refund.status === 'REJECTED' && refund.kind === 'FULL')

const lostTwice = (ctx: Ctx, tx: GatewayTransaction, refund: RefundRow | undefined): Write[] => [
  ...fromCash(ctx, tx, 'refund:late'),
  openIncident(ctx, { ref: `refundTwice:${tx.id}`, severity: 'HIGH', ...whyLost(refund, tx) }),
]

const whyLost = (refund: RefundRow | undefined, tx: GatewayTransaction) =>
  refund?.status === 'REJECTED'
    ? {
        title: 'Remboursement refusé, arrivé tout de même',
        description: `${formatMoney(tx)} (${tx.reference}) sont arrivés au numéro qui avait payé, alors que le remboursement avait été refusé. La somme manque à notre caisse.`,
      }
    : {
        title: 'Remboursement arrivé deux fois',
        description: `${formatMoney(tx)} (${tx.reference}) sont arrivés en plus de ce qui a été rendu. La somme manque à notre caisse.`,
      }

/** A refund came back to us after it had arrived: it lies in our cash until somebody pays it out again. */
export const refundReturned = async (ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> => [
  ...post(ctx, {
    amountMinor: tx.amountMinor,
    currency: tx.currency,
    kind: 'refund:returned',
    ref: tx.id,
    from: clearingOf(tx.gateway),
    to: CASH,
  }),
  openIncident(ctx, {
    ref: `refundReturned:${tx.id}`,
    severity: 'HIGH',
    title: 'Remboursement revenu',
    description: `${formatMoney(tx)} (${tx.reference}) nous sont revenus et attendent en caisse. Versez-les au ${tx.phone} par un versement.`,
  }),
]
