import type { Write } from '../../db/client.ts'
import type { Ctx } from '../context.ts'
import { CHARGES, GATEWAY_B_CLEARING } from '../ledger/accounts.ts'
import { post } from '../ledger/post.ts'
import { settleOrderPayin } from '../orders/settle-payin.ts'
import { settlePayout } from '../payouts/settle.ts'
import { settleRefund } from '../refunds/settle.ts'
import { settleSubscription } from '../subscriptions/settle.ts'
import type { GatewayTransaction } from './intend.ts'

export type Verdict = 'succeeded' | 'failed' | 'expired'
type Settle = (ctx: Ctx, tx: GatewayTransaction, verdict: Verdict) => Promise<Write[]>

/** What the verdict on an attempt means for what it was made for. */
const SETTLE: Record<GatewayTransaction['purpose'], Settle> = {
  ORDER: settleOrderPayin,
  CHARGE: settleCharge,
  SUBSCRIPTION: settleSubscription,
  WITHDRAWAL: settlePayout,
  ADMIN_PAYOUT: settlePayout,
  REFUND: settleRefund,
}

export const settle: Settle = (ctx, tx, verdict) => SETTLE[tx.purpose](ctx, tx, verdict)

/** A charge that staff made for no order: what comes in is the platform's. */
async function settleCharge(ctx: Ctx, tx: GatewayTransaction, verdict: Verdict): Promise<Write[]> {
  if (verdict !== 'succeeded') return []
  const { amountMinor, currency } = tx
  return post(ctx, { kind: 'charge:paid', ref: tx.id, from: GATEWAY_B_CLEARING, to: CHARGES, amountMinor, currency })
}
