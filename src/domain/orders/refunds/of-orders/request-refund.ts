import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { revise, transition } from '#domain/core/machine.ts'
import type { OrderFile } from '#domain/orders/orders/queries.ts'
import { refundMachine } from '../machine.ts'
import { isOpen, owedToBuyer, partsOfAmount } from '../owed-to-buyer.ts'
import type { OwnRefund, RefundRow } from '../refund.ts'
import { endRequest } from '../requests.ts'
import { makeRefundOfOrder } from './make-refund-of-order.ts'
import { isBelowAUnit, roundOffOwed } from './round-off.ts'

/** Makes the refund of everything that an order owes its buyer; none if nothing is left, or if it can be sent to nobody. */
type RequestWrites = { row?: OwnRefund; writes: Write[] }

/**
 * Makes the rest of the money wait for an ADMIN, because staff cancelled and nothing moves by itself (docs/money.md, Refunds). A refund
 * that waits or failed becomes one of all that is left, and its code dies; less than the operator moves is our rounding at once.
 */
export function requestRefund(ctx: Ctx, order: OrderFile, reason?: string | null): RequestWrites {
  const amountMinor = owedToBuyer(order)
  const open = order.refunds.find(isOpen)
  if (open?.status !== 'PROCESSING' && isBelowAUnit(order, amountMinor))
    return { writes: roundOffOwed(ctx, order, amountMinor, reason) }
  if (!open) return makeRefundOfOrder(ctx, order, amountMinor, reason) ?? { writes: [] }
  if (open.status === 'PROCESSING') return { row: open, writes: open.restBy ? [] : letRestFollow(ctx, open, 'ADMIN') }
  const isAll = open.amountMinor === amountMinor
  const { kind, phone, network, country } = open
  const set = isAll ? { amountMinor, kind, phone, network, country } : partsOfAmount(order, amountMinor)
  const row = { ...open, amountMinor }
  if (open.status !== 'AWAITING_CODE')
    return { row, writes: revise(ctx, refundMachine, open, isAll ? 'keep' : 'edit', { set }) }
  return {
    row,
    writes: [...transition(ctx, refundMachine, open, 'lapse', { set }), endRequest(ctx, open.id, 'REPLACED')],
  }
}

/** The order ends beside a refund on its way: what is left goes once that has ended. */
export const letRestFollow = (ctx: Ctx, refund: OwnRefund, restBy: RefundRow['restBy']): Write[] =>
  revise(ctx, refundMachine, refund, 'keep', { set: { restBy } })
