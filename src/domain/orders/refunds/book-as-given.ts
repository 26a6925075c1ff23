import type { Write } from '../../../db/client.ts'
import type { TransferKind } from '../../../db/schema/money/ledger.ts'
import type { Ctx } from '../../core/context.ts'
import { allows, transition } from '../../core/machine.ts'
import { CASH, clearingOf } from '../../money/ledger/accounts.ts'
import { post } from '../../money/ledger/post.ts'
import { orderMachine } from '../orders/machine.ts'
import type { OrderFile } from '../orders/queries.ts'
import { returnGoods } from '../orders/return-after-staff-cancel.ts'
import { type Moved, refOf } from '../orders/through-gateway.ts'
import type { RefundRow } from './row.ts'
import { given } from './settle.ts'
import { takeForRefund } from './start.ts'

/** The order and its refund as they are once the buyer has the money, without a call. */
export function bookAsGiven(
  ctx: Ctx,
  order: OrderFile,
  tx: Moved,
  adopted: RefundRow | undefined,
  why: string,
): Write[] {
  const taken = takeForRefund(ctx, order, why, adopted)
  if (!taken) return fromCash(ctx, tx, 'payin:reversed')
  const moves = taken.row.kind === 'FULL' && allows(orderMachine, order.status, 'refund')
  if (!moves) return [...taken.writes, ...given(ctx, taken.row, order, tx)]
  const isOver = order.status === 'DELIVERED' || order.status === 'COMPLETED'
  const set = { dueAt: null, ...(!isOver && { cancelledBy: 'STAFF' as const }) }
  const after = {
    ...order,
    status: isOver ? ('REFUNDED' as const) : ('CANCELLED' as const),
    version: order.version + 1,
  }
  return [
    ...transition(ctx, orderMachine, order, 'refund', { reason: why, set }),
    ...(isOver ? [] : returnGoods(ctx, order)),
    ...taken.writes,
    ...given(ctx, taken.row, after, tx),
  ]
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
