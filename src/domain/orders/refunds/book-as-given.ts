import type { Write } from '../../../db/client.ts'
import type { TransferKind } from '../../../db/schema/money/ledger.ts'
import type { Ctx } from '../../core/context.ts'
import { CASH, clearingOf } from '../../money/ledger/accounts.ts'
import { post } from '../../money/ledger/post.ts'
import type { OrderFile, OwnRefund } from '../orders/queries.ts'
import { type Moved, refOf } from '../orders/through-gateway.ts'
import { given } from './given.ts'
import { takeForRefund } from './start.ts'

/** The order and its refund as they are once the buyer has the money, without a call. */
export function bookAsGiven(
  ctx: Ctx,
  order: OrderFile,
  tx: Moved,
  adopted: OwnRefund | undefined,
  why: string,
): Write[] {
  const taken = takeForRefund(ctx, order, why, adopted)
  return taken ? [...taken.writes, ...given(ctx, taken.row, order, tx, { why })] : fromCash(ctx, tx, 'payin:reversed')
}

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
