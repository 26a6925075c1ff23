import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refuse } from '#domain/core/machine.ts'
import { payerFields } from '#domain/money/payins/payer.ts'
import { selectRatesInForce } from '#domain/money/rates/between.ts'
import { fail } from '#kernel/failure.ts'
import { orderMachine } from '../orders/machine.ts'
import { chargesFor, payerOf } from '../orders/payins/charge.ts'
import { EXPIRED, payAgain } from '../orders/payins/pay-again.ts'
import { selectPayinCount } from '../orders/payins/payin-shares.ts'
import type { OrderFile } from '../orders/queries.ts'
import { chargeCheckout } from './charge.ts'
import { type CheckoutFile, selectCheckout, toCheckoutFile } from './queries.ts'
import type { CheckoutView } from './view.ts'

export const PayCheckout = z.strictObject(payerFields)

/**
 * The buyer pays what is not paid of a checkout, perhaps from another number, while its stock is reserved (docs/states.md,
 * Checkout).
 * @throws 400 when every payin was refused, 409 SHOP_CLOSED, PAYMENT_IN_PROGRESS while a payin of it may still succeed,
 *   410 after expiry, 409 INVALID_TRANSITION if nothing is left to pay, 409 or 429 if the phone was asked too often
 */
export async function payCheckout(
  ctx: Ctx,
  checkoutId: string,
  input: z.output<typeof PayCheckout>,
): Promise<CheckoutView> {
  const payer = payerOf(input)
  const { charges, committed } = await retryOnStale(async () => {
    const [rows, payins, rates, tries] = await readTogether(
      ctx.db,
      ...selectCheckout(ctx, checkoutId),
      selectRatesInForce(ctx),
      selectPayinCount(ctx, checkoutId),
    )
    const unpaid = payable(ctx, toCheckoutFile(ctx, rows, payins))
    const subject = { purpose: 'CHECKOUT', id: checkoutId } as const
    const charges = chargesFor(ctx, subject, unpaid, payer, rates, tries[0]?.count ?? 0)
    const written = await payAgain(ctx, unpaid, charges, rates, ...selectCheckout(ctx, checkoutId))
    return { charges, committed: toCheckoutFile(ctx, ...written) }
  })
  return chargeCheckout(ctx, checkoutId, charges, committed)
}

/** The orders that may still be paid. */
function payable(ctx: Ctx, { orders }: CheckoutFile): OrderFile[] {
  const unpaid = orders.filter(({ status, holdEndsAt }) => status === 'PENDING_PAYMENT' && (holdEndsAt ?? 0) > ctx.now)
  if (unpaid.length > 0) return unpaid
  const isExpired = orders.some(({ status, cancelledBy }) => status === 'PENDING_PAYMENT' || cancelledBy === 'EXPIRY')
  return isExpired ? fail('GONE', { message: EXPIRED }) : refuse(orderMachine, orders[0].status, 'pay')
}
