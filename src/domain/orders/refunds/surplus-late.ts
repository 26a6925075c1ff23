import type { Write } from '../../../db/client.ts'
import type { Ctx } from '../../core/context.ts'
import type { Moved } from '../orders/through-gateway.ts'
import type { RefundRow } from './row.ts'
import { surplusGiven } from './settle-surplus.ts'
import { takeSurplus } from './surplus.ts'

/** What had failed has arrived after all. */
export function surplusArrivedLate(ctx: Ctx, refund: RefundRow, tx: Moved): Write[] {
  const { row, writes } = takeSurplus(ctx, { row: refund, writes: [] })
  return [...writes, ...surplusGiven(ctx, row, tx)]
}
