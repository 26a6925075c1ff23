import type { Write } from '#db/client.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { clearingOf, escrowOf, FX, REFUNDS_IN_FLIGHT, ROUNDING } from '#domain/money/ledger/accounts.ts'
import { coverFromCash, post } from '#domain/money/ledger/post.ts'
import { convert, type Money } from '#kernel/money.ts'
import { smallestStep } from '#kernel/operators.ts'
import { frozenRate } from '../basket/frozen-rate.ts'
import { type OrderPayment, paymentOf } from '../money.ts'
import type { OrderFile, OrderRow, PaidBy } from '../queries.ts'

/** Money that a gateway moved; an order's share of a payin is keyed by `ref`, other money by its id. */
export type MoneyByGateway = Pick<GatewayTransaction, 'id' | 'gateway' | 'amountMinor' | 'currency'> & {
  ref?: string
  /** The number that got it, or that paid what was taken back. */
  phone?: string
}

/** The key of the transfers of money that a gateway moved. */
export const refOf = ({ id, ref = id }: Pick<MoneyByGateway, 'id' | 'ref'>) => ref

/**
 * Books the money of a payin into the books of its order, in the order's own currency: through our exchange position if the phone paid
 * another currency, and without an operator's rounding (docs/money.md, Rwanda and Rounding).
 */
export function receive(ctx: Ctx, order: OrderRow, share: MoneyByGateway): Write[] {
  const { gateway, amountMinor, currency } = share
  const [ref, from, escrow] = [refOf(share), clearingOf(gateway), escrowOf(order.id)]
  const total = { amountMinor: order.totalMinor, currency: order.currency }
  if (currency !== order.currency) {
    return [
      ...post(ctx, { kind: 'order:paid', ref, from, to: FX, amountMinor, currency }),
      ...post(ctx, { kind: 'order:exchanged', ref, from: FX, to: escrow, ...total }),
    ]
  }
  const more = amountMinor - order.totalMinor
  const way = more > 0 ? { from: escrow, to: ROUNDING } : { from: ROUNDING, to: escrow }
  return [
    ...post(ctx, { kind: 'order:paid', ref, from, to: escrow, amountMinor, currency }),
    ...post(ctx, { kind: 'order:rounded', ref, ...way, amountMinor: Math.abs(more), currency }),
    ...(more < 0 ? [coverFromCash(ctx, ROUNDING, currency, `${ref}:in`)] : []),
  ]
}

/** The account it leaves, the kind of its transfer, and the account it goes to, by default the gateway's clearing. */
type Leaving = { from?: string; kind?: 'refund:done' | 'payin:reversed'; to?: string | undefined }

/** Takes back a payin that lay apart, because its order was already paid or over. */
export const giveBackApart = (ctx: Ctx, order: OrderRow, tx: MoneyByGateway): Write[] => {
  const { gateway } = tx
  const taken = { gateway, amountMinor: order.totalMinor, currency: order.currency }
  return giveBack(ctx, taken, tx, { from: escrowOf(order.id), kind: 'payin:reversed' })
}

/** Books a refund out the way its order's payin came in; `sent` is the amount that the phone got. */
export function giveBack(
  ctx: Ctx,
  taken: Money & Pick<GatewayTransaction, 'gateway'>,
  sent: MoneyByGateway,
  { from = REFUNDS_IN_FLIGHT, kind = 'refund:done', to = clearingOf(taken.gateway) }: Leaving = {},
): Write[] {
  const { amountMinor, currency } = sent
  const ref = refOf(sent)
  const inFlight = { amountMinor: taken.amountMinor, currency: taken.currency }
  if (currency !== taken.currency) {
    return [
      ...post(ctx, { kind: 'refund:exchanged', ref, from, to: FX, ...inFlight }),
      ...post(ctx, { kind, ref, from: FX, to, amountMinor, currency }),
    ]
  }
  const more = amountMinor - taken.amountMinor
  const way = more > 0 ? { from: ROUNDING, to: from } : { from, to: ROUNDING }
  return [
    ...post(ctx, { kind: 'refund:rounded', ref, ...way, amountMinor: Math.abs(more), currency }),
    ...(more > 0 ? [coverFromCash(ctx, ROUNDING, currency, `${ref}:out`)] : []),
    ...post(ctx, { kind, ref, from, to, amountMinor, currency }),
  ]
}

/**
 * The amount that the phone that paid gets back for a part of an order, in its own currency and at the frozen rate. The last part takes the
 * rest, so that all parts together are the amount paid; 0 means no refund.
 */
export function phoneGets(order: OrderFile, amountMinor: number): number {
  const { paidBy } = order
  const paid = paymentOf(order)
  if (!paidBy || !paid) return 0
  const backWith = (minor: number) => {
    if (minor >= paid.subtotalMinor + paid.feeMinor) return paidBy.amountMinor
    return Math.min(stepsOf(order, paid, paidBy, minor), paidBy.amountMinor)
  }
  return backWith(order.refundedMinor + amountMinor) - backWith(order.refundedMinor)
}

function stepsOf(order: OrderFile, paid: OrderPayment, { network, currency }: PaidBy, minor: number): number {
  const rate = frozenRate(order)
  const exact = rate && currency === rate.to ? convert(minor, paid.currency, currency, rate) : minor
  const step = smallestStep(network, currency)
  return Math.floor(exact / step) * step
}
