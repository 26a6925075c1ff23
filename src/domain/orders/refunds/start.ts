import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { refunds } from '../../../db/schema/orders/refunds.ts'
import type { Ctx } from '../../core/context.ts'
import { COMMISSION, REFUNDS_IN_FLIGHT } from '../../money/ledger/accounts.ts'
import { coverFromCash, post, walletEntry } from '../../money/ledger/post.ts'
import { type OrderPayment, paymentOf, type RefundPart, whereMoneyLies } from '../orders/money.ts'
import type { OrderFile } from '../orders/queries.ts'
import { phoneGets } from '../orders/through-gateway.ts'
import { attempt, begin, insertRefund, newRow, type RefundRow, type Started } from './row.ts'

/** The refunds of what pays an order, open or done, for one trip with its other reads. */
export const selectRefunds = (ctx: Ctx, orderId: string | SQL) =>
  ctx.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), isNull(refunds.payinId)))

/** Not ended: an order has at most one of these. */
export const isOpen = ({ status }: RefundRow) => status !== 'SUCCEEDED' && status !== 'REJECTED'

/** The row of a refund of what was paid; undefined for an order that nobody paid. Its caller decides who sends it. */
function newRefund(
  ctx: Ctx,
  order: OrderFile,
  kind: RefundRow['kind'],
  reason: string | null | undefined,
): RefundRow | undefined {
  const paid = paymentOf(order)
  const payer = order.paidBy
  const amountMinor = paid ? amountOf(order, paid, kind) : 0
  if (!paid || !payer || amountMinor === 0) return undefined
  const { currency } = paid
  return newRow(ctx, payer, { orderId: order.id, amountMinor, currency, kind, reason: reason ?? null, payinId: null })
}

function amountOf({ refundedMinor }: OrderFile, { subtotalMinor, feeMinor }: OrderPayment, kind: RefundRow['kind']) {
  if (kind === 'FULL') return subtotalMinor + feeMinor
  return refundedMinor > 0 ? feeMinor : subtotalMinor
}

/** A refund that waits for an ADMIN: staff cancelled, no money moves by itself (docs/money.md, Refunds). */
export function requestRefund(ctx: Ctx, order: OrderFile, reason?: string | null): Write[] {
  if (order.refundedMinor === order.totalMinor) return []
  const row = newRefund(ctx, order, 'FULL', reason)
  return row ? insertRefund(ctx, row) : []
}

/**
 * Gives the buyer everything back: takes the money from where it lies, and the intent to pay it to the number that paid. The
 * caller sends the intent after the commit; if it cannot, the sweep does. An unpaid order has nothing to give.
 */
export const refundInFull = (ctx: Ctx, order: OrderFile, reason?: string | null, adopted?: RefundRow): Started =>
  start(ctx, order, adopted ?? newRefund(ctx, order, 'FULL', reason), adopted !== undefined)

/** Gives back what was not yet: a refund that waits or failed is taken over, and after the goods alone it is the rest. */
export function refundRest(ctx: Ctx, order: OrderFile, before: RefundRow[]): Started {
  const adopted = before.find(isOpen)
  const kind = before.some((refund) => refund.kind === 'PARTIAL') ? 'PARTIAL' : 'FULL'
  return start(ctx, order, adopted ?? newRefund(ctx, order, kind, null), adopted !== undefined)
}

/** Gives the price of the goods back, and not the fee: the parcel came back, and its rider has earned it. */
export const refundGoods = (ctx: Ctx, order: OrderFile, reason: string): Started =>
  start(ctx, order, newRefund(ctx, order, 'PARTIAL', reason), false)

function start(ctx: Ctx, order: OrderFile, row: RefundRow | undefined, isAdopted: boolean): Started {
  const amountMinor = row ? phoneGets(order, row.amountMinor) : 0
  if (!row || amountMinor === 0) return { writes: [], intent: undefined }
  const taken = take(ctx, order, row, isAdopted)
  if (!taken) return { writes: [], intent: undefined }
  const sent = attempt(ctx, taken.row, { amountMinor, currency: order.paidBy?.currency ?? row.currency })
  return { intent: sent.row, writes: [...taken.writes, ...sent.writes] }
}

/**
 * The money of a refund is taken from where it lies, and nobody is called: for what an operator gave back, or took back,
 * without being asked by us.
 * @returns the refund as it is then, in PROCESSING; undefined where nothing was paid
 */
export const takeForRefund = (ctx: Ctx, order: OrderFile, reason: string, adopted?: RefundRow) => {
  const row = adopted ?? newRefund(ctx, order, 'FULL', reason)
  return row && take(ctx, order, row, adopted !== undefined)
}

function take(ctx: Ctx, order: OrderFile, row: RefundRow, isAdopted: boolean) {
  const paid = paymentOf(order)
  if (!paid) return undefined
  const begun = begin(ctx, row, isAdopted)
  return {
    row: begun.row,
    writes: [
      ...begun.writes,
      ...partsOf(row, order, whereMoneyLies(order, paid)).flatMap((part) =>
        takePart(ctx, order, part, `${row.id}:${begun.row.attempt}`, row.currency),
      ),
    ],
  }
}

/** Everything; or a part: the goods first, and after them the fee. */
const partsOf = ({ kind }: RefundRow, { refundedMinor }: OrderFile, parts: RefundPart[]) =>
  kind === 'FULL' ? parts : parts.filter(({ part }) => (part === 'fee') === refundedMinor > 0)

function takePart(
  ctx: Ctx,
  order: OrderFile,
  { part, account, amountMinor }: RefundPart,
  key: string,
  currency: RefundRow['currency'],
): Write[] {
  const owner = { ownerKind: 'seller', ownerId: order.sellerProfileId } as const
  const isTheirs = account.endsWith(':available')
  return [
    ...post(ctx, {
      kind: 'refund:taken',
      ref: `${key}:${part}`,
      from: account,
      to: REFUNDS_IN_FLIGHT,
      amountMinor,
      currency,
    }),
    ...(account === COMMISSION && amountMinor > 0 ? [coverFromCash(ctx, account, currency, `${key}:${part}`)] : []),
    ...(isTheirs
      ? walletEntry(ctx, { ...owner, type: 'REFUND', amountMinor: -amountMinor, currency, orderId: order.id })
      : []),
  ]
}
