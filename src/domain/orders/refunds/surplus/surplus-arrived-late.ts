import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import type { MoneyByGateway } from '#domain/orders/orders/payins/through-gateway.ts'
import { recordAttempt } from '../attempts/record.ts'
import type { RefundRow } from '../refund.ts'
import { bookSurplusSucceeded } from './settle-surplus.ts'
import { debitSurplus } from './surplus.ts'

/** Books a refund of a surplus that had failed and has arrived after all. */
export function surplusArrivedLate(ctx: Ctx, refund: RefundRow, tx: MoneyByGateway): Write[] {
  const debited = debitSurplus(ctx, refund)
  return [...debited.writes, recordAttempt(ctx, debited, tx), ...bookSurplusSucceeded(ctx, debited.row, tx)]
}
