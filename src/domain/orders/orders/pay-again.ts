import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import type { Currency } from '../../../kernel/money.ts'
import type { Ctx } from '../../core/context.ts'
import { revise } from '../../core/machine.ts'
import { requireFewPrompts } from '../../money/gateways/prompts.ts'
import type { RatesInForce } from '../../money/rates/between.ts'
import { freezeRates } from '../../money/rates/freeze.ts'
import { requireNoneInClosure } from '../../shops/shops/closed.ts'
import type { Charge } from './charge.ts'
import { HOLD_MS } from './due.ts'
import { frozenRate } from './frozen-rate.ts'
import { orderMachine } from './machine.ts'
import { requireNoneInFlight } from './payin-shares.ts'
import type { OrderFile } from './queries.ts'
import { requireFewPromptsOf } from './unpaid.ts'

/** The writes that ask for these orders of one buyer again. 409 SHOP_CLOSED, PAYMENT_IN_PROGRESS, 429 */
export function payAgain(ctx: Ctx, orders: OrderFile[], charges: Charge[], rates: RatesInForce): Write[] {
  const ids = orders.map(({ id }) => id)
  return [
    requireNoneInClosure(
      ctx,
      orders.map(({ shopId }) => shopId),
    ),
    requireNoneInFlight(ctx, ids),
    requireFewPromptsOf(ctx, orders[0]?.buyerId ?? ''),
    ...orders.flatMap((order) => {
      const freeze = charges.find(({ freezes }) => freezes.has(order.id))?.freezes.get(order.id)
      return revise(ctx, orderMachine, order, 'payAgain', {
        set: { paymentStatus: 'PENDING', ...untilTheirTime(order), ...freeze },
      })
    }),
    ...freezeRates(ctx, rates, waysOfCharges(orders, charges)),
    ...charges.flatMap(({ row, writes }) => [...requireFewPrompts(ctx, row), ...writes]),
  ]
}

/** Another try has the rest of the time to pay, which a refused phone had cut short. */
function untilTheirTime({ createdAt }: OrderFile) {
  const endsAt = createdAt + HOLD_MS
  return { holdEndsAt: sql`max(hold_ends_at, ${endsAt})`, dueAt: sql`max(due_at, ${endsAt})` }
}

/** What is counted with now; a rate that an order has from before stays as it is. */
const waysOfCharges = (orders: OrderFile[], charges: Charge[]) =>
  charges.flatMap(({ row: { currency }, freezes }) =>
    orders
      .filter((order) => freezes.has(order.id) && frozenRate(order)?.to !== currency)
      .map((order): [Currency, Currency] => [order.currency, currency]),
  )

/** What is told after the time to pay. */
export const EXPIRED = 'Le délai de paiement de cette commande est passé. Commandez à nouveau.'
