import * as z from 'zod'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { PayinView, viewPayin } from '#domain/money/payins/view.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'
import { TotalsView, viewTotals } from '../cart/totals.ts'
import { HOLD_MS } from '../orders/clock/due.ts'
import { firstEnd } from '../orders/payins/time-to-pay.ts'
import type { OrderFile } from '../orders/queries.ts'
import { OrderView, viewOrder } from '../orders/view.ts'

const CHECKOUT_STATUSES = ['PENDING_PAYMENT', 'PARTIALLY_PAID', 'PAID', 'EXPIRED', 'CANCELLED'] as const
type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number]

/** Orders that were placed at once (docs/states.md, Checkout). */
export const CheckoutView = z
  .object({
    checkoutId: f.id,
    status: z.enum(CHECKOUT_STATUSES).meta({ id: 'CheckoutStatus' }),
    orders: z.array(OrderView),
    /** Newest first. */
    payins: z.array(PayinView),
    totals: TotalsView,
    /** The end of the time to pay what is not paid, or the end that it had. */
    expiresAt: f.isoTime,
  })
  .meta({ id: 'Checkout' })
export type CheckoutView = z.output<typeof CheckoutView>

export function viewCheckout(
  ctx: Ctx,
  checkoutId: string,
  orders: [OrderFile, ...OrderFile[]],
  payins: GatewayTransaction[],
): CheckoutView {
  return {
    checkoutId,
    status: statusOf(orders),
    orders: orders.map((order) => viewOrder(ctx, order)),
    payins: payins.map(viewPayin),
    totals: viewTotals(orders.map(({ currency, totalMinor }) => ({ currency, minor: totalMinor }))),
    expiresAt: iso(
      firstEnd(orders.filter(({ status }) => status === 'PENDING_PAYMENT')) ?? orders[0].createdAt + HOLD_MS,
    ),
  }
}

/** The status of a checkout, from its orders. Cancelled orders count only if all are cancelled. */
export function statusOf(orders: Pick<OrderFile, 'status' | 'cancelledBy' | 'paidCurrency'>[]): CheckoutStatus {
  const live = orders.filter(({ status }) => status !== 'CANCELLED')
  if (live.length === 0) {
    const wasPaid = orders.some(({ paidCurrency }) => paidCurrency !== null)
    return !wasPaid && orders.some(({ cancelledBy }) => cancelledBy === 'EXPIRY') ? 'EXPIRED' : 'CANCELLED'
  }
  const unpaid = live.filter(({ status }) => status === 'PENDING_PAYMENT')
  if (unpaid.length === 0) return 'PAID'
  return unpaid.length < live.length ? 'PARTIALLY_PAID' : 'PENDING_PAYMENT'
}
