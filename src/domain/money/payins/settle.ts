import type { Write } from '../../../db/client.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import type { Ctx } from '../../core/context.ts'
import { CHARGES, GATEWAY_B_CLEARING } from '../ledger/accounts.ts'
import { coverFromCash, post } from '../ledger/post.ts'

/** An operator took a charge back: it is the platform's loss, and our cash's where its money was paid out (docs/money.md, Accounts). */
export const reverseCharge = async (ctx: Ctx, { id, amountMinor, currency }: GatewayTransaction): Promise<Write[]> => [
  ...post(ctx, { kind: 'charge:reversed', ref: id, from: CHARGES, to: GATEWAY_B_CLEARING, amountMinor, currency }),
  coverFromCash(ctx, CHARGES, currency, id),
]

/** A charge that staff made for no order: what comes in is the platform's. */
export async function settleCharge(
  ctx: Ctx,
  tx: GatewayTransaction,
  verdict: 'succeeded' | 'failed' | 'expired',
): Promise<Write[]> {
  if (verdict !== 'succeeded') return []
  const { amountMinor, currency } = tx
  return post(ctx, { kind: 'charge:paid', ref: tx.id, from: GATEWAY_B_CLEARING, to: CHARGES, amountMinor, currency })
}

/** What a charge of staff brought beside its amount is the platform's as well. */
export const keepSurplusOfCharge = async (
  ctx: Ctx,
  { id, currency }: GatewayTransaction,
  amountMinor: number,
): Promise<Write[]> =>
  post(ctx, { kind: 'payin:surplus', ref: id, from: GATEWAY_B_CLEARING, to: CHARGES, amountMinor, currency })
