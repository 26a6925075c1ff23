import type { Write } from '../../../db/client.ts'
import type { Ctx } from '../../core/context.ts'
import { revise, transition } from '../../core/machine.ts'
import { leftOf, paymentOf, sumOf } from '../orders/money.ts'
import type { OrderFile, OwnRefund } from '../orders/queries.ts'
import { phoneGets } from '../orders/through-gateway.ts'
import { debitForRefund } from './debit-for-refund.ts'
import { refundMachine } from './machine.ts'
import { endRequest } from './requests.ts'
import { roundOff } from './round-off.ts'
import { attempt, type Made, makeRefund, type RefundRow, type Started } from './row.ts'

/** Not ended: an order has at most one of these. */
export const isOpen = ({ status }: Pick<RefundRow, 'status'>) => status !== 'SUCCEEDED' && status !== 'REJECTED'

/** Open, and not with an operator. */
export const waits = (refund: Pick<RefundRow, 'status'>) => isOpen(refund) && refund.status !== 'PROCESSING'

/** What may be asked for, in minor units of the order's books: what is neither given back nor on its way. */
export function refundable(order: OrderFile): number {
  const paid = paymentOf(order)
  return paid ? sumOf(leftOf(order, paid)) : 0
}

/** Whether an order has ended and its money lies where only a refund, or the word of an ADMIN, reaches it. */
export const isOver = ({ status, reachedAt }: Pick<OrderFile, 'status' | 'reachedAt'>) =>
  (status === 'CANCELLED' || status === 'REJECTED') && reachedAt.COMPLETED === undefined

/** What of an order that is over is its buyer's: all that is left, but for the fee that the way back has earned. */
export const owed = (order: OrderFile) =>
  order.cancelledBy === 'RETURN' && order.isFeeReleased ? goodsLeft(order) : refundable(order)

/** The kind of a refund: everything that was paid, or a part of it. */
export const kindOf = ({ totalMinor }: Pick<OrderFile, 'totalMinor'>, amountMinor: number): RefundRow['kind'] =>
  amountMinor === totalMinor ? 'FULL' : 'PARTIAL'

/** A refund that becomes one of so much goes to the number that paid: another was approved for what it was of. */
export const asMuch = (order: OrderFile, amountMinor: number) => {
  const { paidBy } = order
  const own = paidBy && { phone: paidBy.phone, network: paidBy.network, country: paidBy.country }
  return { amountMinor, kind: kindOf(order, amountMinor), ...own }
}

/** A refund of so much of what was paid; undefined where nobody paid, or that is nothing. Its caller decides who sends it. */
export function newRefund(
  ctx: Ctx,
  order: OrderFile,
  amountMinor: number,
  reason: string | null | undefined,
): Made<RefundRow> | undefined {
  const { id: orderId, paidBy, paidCurrency: currency } = order
  if (!paidBy || currency === null || amountMinor === 0) return undefined
  return makeRefund(ctx, paidBy, {
    ...{ orderId, amountMinor, currency },
    kind: kindOf(order, amountMinor),
    reason: reason ?? null,
  })
}

/** A refund that is there already. */
export const present = (row: OwnRefund): Made => ({ row, writes: [] })

/** The refund that gives back what an order owes, as it is then; none where nothing is left, or nobody can be sent it. */
type Requested = { row?: OwnRefund; writes: Write[] }

/**
 * What is left of the money waits for an ADMIN: staff cancelled, nothing moves by itself (docs/money.md, Refunds). A refund that
 * waits or failed becomes one of all that is left, and its code dies; one that is on its way does so when it ends. Less than its operator moves is
 * sent by nobody: it is our rounding at once.
 */
export function requestRefund(ctx: Ctx, order: OrderFile, reason?: string | null): Requested {
  const amountMinor = owed(order)
  const open = order.refunds.find(isOpen)
  if (open?.status !== 'PROCESSING' && isBelowAUnit(order, amountMinor))
    return { writes: rounded(ctx, order, amountMinor, reason) }
  if (!open) return newRefund(ctx, order, amountMinor, reason) ?? { writes: [] }
  if (open.status === 'PROCESSING') return { row: open, writes: open.rest ? [] : restFollows(ctx, open, 'REQUESTED') }
  const isAll = open.amountMinor === amountMinor
  const { kind, phone, network, country } = open
  const set = isAll ? { amountMinor, kind, phone, network, country } : asMuch(order, amountMinor)
  const row = { ...open, amountMinor }
  if (open.status !== 'AWAITING_CODE')
    return { row, writes: revise(ctx, refundMachine, open, isAll ? 'keep' : 'edit', { set }) }
  return {
    row,
    writes: [...transition(ctx, refundMachine, open, 'lapse', { set }), endRequest(ctx, open.id, 'REPLACED')],
  }
}

/**
 * Gives the buyer back all that is left: takes the money from where it lies, and the intent to pay it to the number that
 * paid. The caller sends the intent after the commit; if it cannot, the sweep does. A refund that waits or failed is taken
 * over; beside one on its way nothing is sent, and the rest follows when that ends. An unpaid order has nothing to give, and less
 * than the operator moves is our rounding.
 */
export const refundAll = (ctx: Ctx, order: OrderFile, reason?: string | null): Started =>
  refundMuch(ctx, order, refundable(order), 'ALL', reason)

/** Gives what is left of the price of the goods back, and not the fee: the parcel came back, and its rider has earned it. */
export const refundGoods = (ctx: Ctx, order: OrderFile, reason?: string | null): Started =>
  refundMuch(ctx, order, goodsLeft(order), 'GOODS', reason)

/** What is left of the price of the goods. */
export function goodsLeft(order: OrderFile): number {
  const paid = paymentOf(order)
  if (!paid) return 0
  const { netMinor, commissionMinor } = leftOf(order, paid)
  return netMinor + commissionMinor
}

const NOTHING: Started = { writes: [], intent: undefined }

/** The order ends beside a refund on its way: what is left goes once that has ended. */
const restFollows = (ctx: Ctx, refund: OwnRefund, rest: RefundRow['rest']): Write[] =>
  revise(ctx, refundMachine, refund, 'keep', { set: { rest } })

function refundMuch(
  ctx: Ctx,
  order: OrderFile,
  amountMinor: number,
  rest: RefundRow['rest'],
  reason: string | null | undefined,
): Started {
  const open = order.refunds.find(isOpen)
  if (open?.status === 'PROCESSING') return { writes: restFollows(ctx, open, rest), intent: undefined }
  // What may have arrived is not sent again by itself: it waits for an ADMIN, who can send it once the gateway has spoken.
  if (order.isRefundInDoubt) return { writes: requestRefund(ctx, order, reason).writes, intent: undefined }
  if (isBelowAUnit(order, amountMinor)) return { writes: rounded(ctx, order, amountMinor, reason), intent: undefined }
  if (order.paidBy?.isUnconfirmed) return { writes: requestRefund(ctx, order, reason).writes, intent: undefined }
  const made = refundOf(ctx, order, amountMinor, reason)
  return made ? start(ctx, order, made) : NOTHING
}

/** The refund that waits or failed, or a new one, as one of so much; undefined where that is nothing. */
function refundOf(ctx: Ctx, order: OrderFile, amountMinor: number, reason?: string | null): Made | undefined {
  const open = order.refunds.find(isOpen)
  if (amountMinor === 0) return undefined
  return open ? present({ ...open, ...asMuch(order, amountMinor) }) : newRefund(ctx, order, amountMinor, reason)
}

/** Whether it is money that the phone which paid cannot get, because its operator moves whole units only. */
const isBelowAUnit = (order: OrderFile, amountMinor: number) =>
  order.paidBy !== null && amountMinor > 0 && phoneGets(order, amountMinor) === 0

/** What nobody can be sent is taken from where it lies all the same, so that nothing is left there. */
function rounded(ctx: Ctx, order: OrderFile, amountMinor: number, reason?: string | null): Write[] {
  const made = refundOf(ctx, order, amountMinor, reason)
  const debited = made && debitForRefund(ctx, order, made)
  return debited ? roundOff(ctx, order, debited) : []
}

/** Sends a refund that waits or failed, as much as it is of; none that nobody asked for is made: all that is left. */
export function refundRest(ctx: Ctx, order: OrderFile): Started {
  const open = order.refunds.find(isOpen)
  return open ? startRefund(ctx, order, open) : refundAll(ctx, order)
}

/** A refund that is there goes on its way. */
export const startRefund = (ctx: Ctx, order: OrderFile, refund: OwnRefund): Started =>
  start(ctx, order, present(refund))

/** A part of what an order that is over owes leaves the rest to an ADMIN, whatever becomes of the part. */
function start(ctx: Ctx, order: OrderFile, made: Made): Started {
  const amountMinor = phoneGets(order, made.row.amountMinor)
  const rest = isOver(order) && made.row.amountMinor < owed(order) ? 'REQUESTED' : null
  const debited = amountMinor === 0 ? undefined : debitForRefund(ctx, order, made, rest)
  if (!debited) return NOTHING
  const sent = attempt(
    ctx,
    debited,
    { orderId: order.id, payinId: null },
    { amountMinor, currency: order.paidBy?.currency ?? debited.row.currency },
  )
  return { intent: sent.row, writes: sent.writes }
}
