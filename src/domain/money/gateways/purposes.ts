import type { Write } from '../../../db/client.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import type { Ctx } from '../../core/context.ts'
import { settleOrderPayin } from '../../orders/orders/settle-payin.ts'
import { settleRefund } from '../../orders/refunds/settle.ts'
import { settleSubscription } from '../../shops/subscriptions/settle.ts'
import { settleCharge } from '../payins/settle.ts'
import { followPayout } from '../payouts/follow.ts'
import { settlePayout } from '../payouts/settle.ts'

export type Verdict = 'succeeded' | 'failed' | 'expired'

type Purpose = {
  /** What the verdict on an attempt causes, as writes for the commit that records it. */
  settle(ctx: Ctx, tx: GatewayTransaction, verdict: Verdict): Promise<Write[]>
  /** What is written when the gateway says how far it is, before there is a verdict. */
  onProgress?(ctx: Ctx, tx: GatewayTransaction, state: string): Promise<Write[]>
}

/**
 * What money is moved for, and what becomes of that. The one place where money knows the areas above it: whoever adds a
 * purpose registers it here.
 */
export const PURPOSE_HANDLERS: Record<GatewayTransaction['purpose'], Purpose> = {
  ORDER: { settle: settleOrderPayin },
  CHARGE: { settle: settleCharge },
  SUBSCRIPTION: { settle: settleSubscription },
  WITHDRAWAL: { settle: settlePayout },
  ADMIN_PAYOUT: { settle: settlePayout, onProgress: followPayout },
  REFUND: { settle: settleRefund },
}
