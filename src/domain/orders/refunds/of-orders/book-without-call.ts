import type { Write } from '#db/client.ts'
import type { TransferKind } from '#db/schema/money/ledger.ts'
import type { Ctx } from '#domain/core/context.ts'
import { CASH, clearingOf } from '#domain/money/ledger/accounts.ts'
import { post } from '#domain/money/ledger/post.ts'
import { type MoneyByGateway, refOf } from '#domain/orders/orders/payins/through-gateway.ts'
import type { OrderFile } from '#domain/orders/orders/queries.ts'
import { recordAttempt } from '../attempts/record.ts'
import type { NewRefund, RefundRow, RefundWithParts } from '../refund.ts'
import { bookRefundSucceeded } from './book-refund-succeeded.ts'
import { debitBeside, debitForRefund } from './debit-for-refund.ts'

/** The order and its refund as they are once the buyer has the money by the movement `tx`, without a call of ours. */
export const bookWithoutCall = (
  ctx: Ctx,
  order: OrderFile,
  tx: MoneyByGateway,
  newRefund: NewRefund | undefined,
  why: string,
): Write[] => bookDebited(ctx, order, tx, newRefund && debitForRefund(ctx, order, newRefund), why)

/** As `bookWithoutCall`, of so much that is left beside a refund on its way: a refund of its own. */
export const bookBeside = (
  ctx: Ctx,
  order: OrderFile,
  tx: MoneyByGateway,
  row: RefundRow | undefined,
  why: string,
): Write[] => bookDebited(ctx, order, tx, row && debitBeside(ctx, order, row), why)

const bookDebited = (
  ctx: Ctx,
  order: OrderFile,
  tx: MoneyByGateway,
  debited: RefundWithParts | undefined,
  why: string,
): Write[] =>
  debited
    ? [...debited.writes, recordAttempt(ctx, debited, tx), ...bookRefundSucceeded(ctx, debited.row, order, tx, { why })]
    : payFromCash(ctx, tx, 'payin:reversed')

/** A loss that nobody can repay is booked to platform cash. */
export const payFromCash = (ctx: Ctx, tx: MoneyByGateway, kind: TransferKind): Write[] =>
  post(ctx, {
    amountMinor: tx.amountMinor,
    currency: tx.currency,
    kind,
    ref: refOf(tx),
    from: CASH,
    to: clearingOf(tx.gateway),
  })
