import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { orders } from '#db/schema/orders/orders.ts'
import { refunds } from '#db/schema/orders/refunds.ts'
import { subscriptionPayments } from '#db/schema/shops/subscriptions.ts'
import { viewPendingApproval } from '#domain/core/approvals/approval.ts'
import { requireWaiting, selectPending } from '#domain/core/approvals/pending.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import * as f from '#kernel/fields.ts'
import { requireSameState, sendRefundCode } from '../approval/approval-code.ts'
import { getRequested } from '../approval/get-requested.ts'
import { OTHER_NUMBER, resendOtherNumber } from '../approval/other-number.ts'
import { refundMachine } from '../machine.ts'
import { selectRefund } from '../queries.ts'
import { extendRequest, selectLatestRequest } from '../requests.ts'
import type { PendingRefund } from '../view.ts'

export const ResendRefundCode = z.strictObject({ pendingId: f.idIn })

/**
 * Sends the admin a new code for a refund that still waits for one, also to another number; the old code is dead and the 10
 * minutes start again.
 * @throws 404 if another admin asked, 409, 410 once it expired, 429 within 60 s of the last code
 */
export const resendRefundCode = (ctx: Ctx, { pendingId }: z.output<typeof ResendRefundCode>): Promise<PendingRefund> =>
  retryOnStale(async () => {
    const [[pending], [found], [latest], [now]] = await readTogether(
      ctx.db,
      selectPending(ctx, OTHER_NUMBER, pendingId),
      selectRefund(ctx, pendingId),
      selectLatestRequest(ctx, pendingId),
      selectState(ctx, pendingId),
    )
    if (pending) return resendOtherNumber(ctx, requireWaiting(ctx, pending))
    const { refund, request } = await getRequested(ctx, found, latest)
    requireSameState(request, now?.state ?? '')
    await commit(ctx, [
      ...(await sendRefundCode(ctx, refund)),
      ...transition(ctx, refundMachine, refund, 'resend'),
      extendRequest(ctx, refund.id),
    ])
    return { ...viewPendingApproval(ctx, refund.id), refundId: refund.id }
  })

/** Selects the present state of the order, or of the subscription's payment, that a refund gives back. */
const selectState = (ctx: Ctx, refundId: string) =>
  ctx.db
    .select({ state: sql<string>`coalesce(orders.status, subscription_payments.status)`.as('state_now') })
    .from(refunds)
    .leftJoin(orders, eq(orders.id, refunds.orderId))
    .leftJoin(subscriptionPayments, eq(subscriptionPayments.id, refunds.subscriptionPaymentId))
    .where(eq(refunds.id, refundId))
