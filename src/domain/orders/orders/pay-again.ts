import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { revise } from '#domain/core/machine.ts'
import type { RatesInForce } from '#domain/money/rates/between.ts'
import { requireNoneInClosure } from '#domain/shops/shops/closed.ts'
import { type Charge, freezeOn, writeCharges } from './charge.ts'
import { HOLD_MS } from './due.ts'
import { orderMachine } from './machine.ts'
import { requireNoneInFlight } from './payin-shares.ts'
import type { OrderFile } from './queries.ts'
import { requireFewPromptsOf } from './unpaid.ts'

/** The writes of another try to pay these orders of one buyer. @throws 409 SHOP_CLOSED, PAYMENT_IN_PROGRESS, 429 */
export function payAgain(ctx: Ctx, orders: OrderFile[], charges: Charge[], rates: RatesInForce): Write[] {
  const ids = orders.map(({ id }) => id)
  return [
    requireNoneInClosure(
      ctx,
      orders.map(({ shopId }) => shopId),
    ),
    requireNoneInFlight(ctx, ids),
    requireFewPromptsOf(ctx, orders[0]?.buyerId ?? ''),
    ...orders.flatMap((order) =>
      revise(ctx, orderMachine, order, 'payAgain', {
        set: { paymentStatus: 'PENDING', ...untilTheirTime(order), ...freezeOn(charges, order.id) },
      }),
    ),
    ...writeCharges(ctx, orders, charges, rates),
  ]
}

/** Gives another try the rest of the time to pay, which a refusal of the phone had cut short. */
function untilTheirTime({ createdAt }: OrderFile) {
  const endsAt = createdAt + HOLD_MS
  return { holdEndsAt: sql`max(hold_ends_at, ${endsAt})`, dueAt: sql`max(due_at, ${endsAt})` }
}

/** The message after the time to pay. */
export const EXPIRED = 'Le délai de paiement de cette commande est passé. Commandez à nouveau.'
