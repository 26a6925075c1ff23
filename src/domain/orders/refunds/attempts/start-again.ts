import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { requireCurrency, requireWhole } from '#domain/money/payins/payer.ts'
import { fail } from '#kernel/failure.ts'
import type { RefundToRetry } from '../approval/get-failed.ts'
import { retrySecondRefund } from '../of-orders/second-payin.ts'
import type { NextAttempt } from '../refund.ts'
import { isSurplus } from '../surplus/surplus.ts'
import { orderGivenBack, startNextAttempt, startOrderAttempt } from './start-next-attempt.ts'

/** The next try of a refund that waits or failed, to the number that it has. 400, 404, 409 */
export async function startAgain(ctx: Ctx, failed: RefundToRetry): Promise<NextAttempt> {
  const next = await nextTry(ctx, failed)
  requireTaken(next)
  return next
}

/** A second payment never goes back from the order's own money. */
async function nextTry(ctx: Ctx, { refund, order, payin }: RefundToRetry): Promise<NextAttempt> {
  if (isSurplus(refund) || refund.subscriptionPaymentId !== null) return startNextAttempt(ctx, refund)
  if (!order) fail('NOT_FOUND')
  if (refund.payinId === null) return startOrderAttempt(ctx, order, refund)
  const second = payin ?? fail('CONFLICT', 'INVALID_TRANSITION')
  return { ...retrySecondRefund(ctx, refund, second), ...orderGivenBack(order) }
}

/** The amount is what was paid: another operator must take its currency, and its centimes. */
function requireTaken({ intent }: { intent: GatewayTransaction | undefined }): void {
  if (!intent) return
  requireCurrency(intent.country, intent.currency, 'countryCode')
  requireWhole(intent.network, intent, 'network')
}
