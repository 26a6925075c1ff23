import type { Write } from '../../../db/client.ts'
import type { TransferKind } from '../../../db/schema/money/ledger.ts'
import type { Ctx } from '../../core/context.ts'
import { CASH, clearingOf } from '../../money/ledger/accounts.ts'
import { post } from '../../money/ledger/post.ts'
import type { OrderFile } from '../orders/queries.ts'
import { type Moved, refOf } from '../orders/through-gateway.ts'
import { given } from './given.ts'
import type { Made, RefundRow } from './row.ts'
import { takeBeside, takeForRefund } from './take.ts'

/** The order and its refund as they are once the buyer has the money, without a call. */
export const bookAsGiven = (ctx: Ctx, order: OrderFile, tx: Moved, made: Made | undefined, why: string): Write[] =>
  bookTaken(ctx, order, tx, takeForRefund(ctx, order, made), why)

/** The same of so much that is left beside a refund on its way: a refund of its own. */
export const bookBeside = (ctx: Ctx, order: OrderFile, tx: Moved, row: RefundRow | undefined, why: string): Write[] =>
  bookTaken(ctx, order, tx, row && takeBeside(ctx, order, row), why)

const bookTaken = (ctx: Ctx, order: OrderFile, tx: Moved, taken: Made | undefined, why: string): Write[] =>
  taken ? [...taken.writes, ...given(ctx, taken.row, order, tx, { why })] : fromCash(ctx, tx, 'payin:reversed')

/** What nobody can be asked for is our cash's. */
export const fromCash = (ctx: Ctx, tx: Moved, kind: TransferKind): Write[] =>
  post(ctx, {
    amountMinor: tx.amountMinor,
    currency: tx.currency,
    kind,
    ref: refOf(tx),
    from: CASH,
    to: clearingOf(tx.gateway),
  })
