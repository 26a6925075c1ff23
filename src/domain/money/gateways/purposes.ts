import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { GatewayTransaction, Verdict } from '#db/schema/money/gateways.ts'
import { PAYOUT_STATES } from '#db/schema/money/payouts.ts'
import type { Ctx } from '#domain/core/context.ts'
import { settleOrderPayin } from '#domain/orders/orders/payins/settle-payin.ts'
import { buyersOf, isAwaited, isOwed, ownersOfRefund } from '#domain/orders/orders/payins/wanted.ts'
import { bookRefundReturn, refundArrivedLate } from '#domain/orders/refunds/attempts/arrived-after-failure.ts'
import { reverseOrderPayin } from '#domain/orders/refunds/of-orders/reverse-order-payin.ts'
import { settleRefund } from '#domain/orders/refunds/of-orders/settle-refund.ts'
import { reversePayment } from '#domain/orders/refunds/of-subscriptions/reverse-payment.ts'
import { keepSurplusOfOrder, keepSurplusOfPayment } from '#domain/orders/refunds/surplus/keep-surplus.ts'
import { takeBackSurplus } from '#domain/orders/refunds/surplus/take-back-surplus.ts'
import { isAwaited as isPaymentAwaited, subscriberOf } from '#domain/shops/subscriptions/paid-by.ts'
import { settleSubscription } from '#domain/shops/subscriptions/settle.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { keepSurplusOfCharge, reverseCharge, settleCharge } from '../payins/settle.ts'
import { bookPayoutReturn, payoutArrivedLate } from '../payouts/correct.ts'
import { followPayout } from '../payouts/follow.ts'
import { settlePayout } from '../payouts/settle.ts'
import type { How } from './how.ts'

type Purpose = {
  /** The consequences of a verdict, as writes for the commit that records it. */
  settle(ctx: Ctx, tx: GatewayTransaction, verdict: Verdict, how?: How): Promise<Write[]>
  /** Books money that came in above the amount asked for, or instead of it; it waits to go back if somebody can have it back. */
  keepSurplus?(ctx: Ctx, tx: GatewayTransaction, amountMinor: number): Promise<Write[]>
  /** The operator took that surplus back again. */
  takeBackSurplus?(ctx: Ctx, tx: GatewayTransaction): Promise<Write[]>
  /** Writes for the progress that the gateway tells before there is a verdict. */
  onProgress?(ctx: Ctx, tx: GatewayTransaction, state: string): Promise<Write[]>
  /** Writes for a failed attempt that succeeded after all; without it, `settle` writes as for a success. */
  late?(ctx: Ctx, tx: GatewayTransaction, how?: How): Promise<Write[]>
  /** The operator took back an attempt that had succeeded. */
  reverse(ctx: Ctx, tx: GatewayTransaction): Promise<Write[]>
  /**
   * Whether the subject still wants the money moved, read inside the statement that claims the call. If it does not, an attempt that was
   * never sent ends as failed (docs/gateways.md, Who sends).
   */
  wanted(tx: Pick<GatewayTransaction, 'id' | 'subjectId'>): SQL
  /** The persons whose own money it is, as a sub-select. Money that staff move for the platform belongs to nobody. */
  owners?(tx: Pick<GatewayTransaction, 'id' | 'subjectId'>): SQL
  /** Only the act that made it sends it: if it stays unsent for so long, in ms, it ends as failed. */
  unsentFor?: number
}

type IsWanted = Purpose['wanted']

const isPayout =
  (condition: string): IsWanted =>
  ({ subjectId }) =>
    sql`EXISTS (SELECT 1 FROM payouts s WHERE s.id = ${subjectId} AND ${sql.raw(condition)})`

/** Takes the surplus of a payment back with it. */
const withSurplus =
  (reverse: Purpose['reverse']): Purpose['reverse'] =>
  async (ctx, tx) => [...(await reverse(ctx, tx)), ...(await takeBackSurplus(ctx, tx))]

const ORDERS: Purpose = {
  settle: settleOrderPayin,
  keepSurplus: keepSurplusOfOrder,
  takeBackSurplus,
  reverse: withSurplus(reverseOrderPayin),
  wanted: isAwaited,
  owners: buyersOf,
}

const ON_ITS_WAY = `${PAYOUT_STATES.moving.inText('s.status')}`

/** A withdrawal does not leave if its wallet was frozen, or its owner blocked or deleted, before: its money goes back into the wallet. */
const NOT_STOPPED = `NOT EXISTS (SELECT 1 FROM wallets w WHERE w.owner_id = s.owner_id AND w.frozen_at IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = s.requested_by AND (u.blocked_at IS NOT NULL OR u.deleted_at IS NOT NULL))`

/** The purposes of money, each with its consequences. Only here money knows the areas above it: a new purpose is registered here. */
export const PURPOSE_HANDLERS: Record<GatewayTransaction['purpose'], Purpose> = {
  ORDER: ORDERS,
  CHECKOUT: ORDERS,
  CHARGE: {
    settle: settleCharge,
    keepSurplus: keepSurplusOfCharge,
    takeBackSurplus: reverseCharge,
    reverse: reverseCharge,
    wanted: () => sql`0`,
    unsentFor: HOUR_MS,
  },
  SUBSCRIPTION: {
    settle: settleSubscription,
    keepSurplus: keepSurplusOfPayment,
    takeBackSurplus,
    reverse: withSurplus(reversePayment),
    wanted: isPaymentAwaited,
    owners: subscriberOf,
  },
  WITHDRAWAL: {
    settle: settlePayout,
    late: payoutArrivedLate,
    reverse: bookPayoutReturn,
    wanted: isPayout(`${ON_ITS_WAY} AND ${NOT_STOPPED}`),
    owners: ({ subjectId }) => sql`SELECT p.requested_by FROM payouts p WHERE p.id = ${subjectId}`,
  },
  ADMIN_PAYOUT: {
    settle: settlePayout,
    late: payoutArrivedLate,
    reverse: bookPayoutReturn,
    onProgress: followPayout,
    wanted: isPayout(ON_ITS_WAY),
  },
  REFUND: {
    settle: settleRefund,
    late: refundArrivedLate,
    reverse: bookRefundReturn,
    wanted: isOwed,
    owners: ownersOfRefund,
  },
}
