import type { Ctx } from '#domain/core/context.ts'
import { type Charge, sendCharges } from '../orders/payins/charge.ts'
import { type CheckoutFile, getCheckout } from './queries.ts'
import { type CheckoutView, viewCheckout } from './view.ts'

/**
 * Makes the calls of a checkout's charges and answers it as it then is.
 * @param committed as it was when they were committed
 * @throws 400 if the operator refused every one
 */
export async function chargeCheckout(
  ctx: Ctx,
  checkoutId: string,
  charges: Charge[],
  committed: CheckoutFile,
): Promise<CheckoutView> {
  const sent = await sendCharges(ctx, charges)
  const isDecided = sent.some(({ status }) => status !== 'pending')
  const { orders, payins } = isDecided ? await getCheckout(ctx, checkoutId) : committed
  const known = payins.map((payin) => (isDecided ? payin : (sent.find(({ id }) => id === payin.id) ?? payin)))
  return viewCheckout(ctx, checkoutId, orders, known)
}
