import { sql } from 'drizzle-orm'
import type { BatchResponse } from 'drizzle-orm/batch'
import type { Write } from '#db/client.ts'
import { failureOf, isBroken } from '#db/guard.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { revise } from '#domain/core/machine.ts'
import { namingWaiting } from '#domain/money/gateways/attempts/prompts.ts'
import type { RatesInForce } from '#domain/money/rates/between.ts'
import { naming, requireNoneInClosure } from '#domain/shops/shops/closed.ts'
import { requireFewPromptsOf } from '../basket/unpaid.ts'
import { HOLD_MS } from '../clock/due.ts'
import { orderMachine } from '../machine.ts'
import type { OrderFile } from '../queries.ts'
import { type Charge, freezeOn, writeCharges } from './charge.ts'
import { PAYIN_IN_FLIGHT, requireNoneInFlight } from './payin-shares.ts'
import { firstEnd, namesEnd } from './time-to-pay.ts'

/**
 * Commits another try to pay these orders of one buyer, with the reads that follow.
 * @throws 409 SHOP_CLOSED; 409 PAYMENT_IN_PROGRESS, which names the end of the time to pay, or what waits on the phone; 429
 */
export async function payAgain<R extends Write[]>(
  ctx: Ctx,
  orders: OrderFile[],
  charges: Charge[],
  rates: RatesInForce,
  ...reads: R
): Promise<BatchResponse<R>> {
  const ids = orders.map(({ id }) => id)
  const shopIds = orders.map(({ shopId }) => shopId)
  const writes = [
    requireNoneInClosure(ctx, shopIds),
    requireNoneInFlight(ctx, ids),
    requireFewPromptsOf(ctx, orders[0]?.buyerId ?? ''),
    ...orders.flatMap((order) =>
      revise(ctx, orderMachine, order, 'payAgain', {
        set: { paymentStatus: 'PENDING', ...untilTheirTime(order), ...freezeOn(charges, order.id) },
      }),
    ),
    ...writeCharges(ctx, orders, charges, rates),
  ]
  const phone = charges[0]?.row.phone ?? ''
  const write = () => namingWaiting(ctx, phone, () => commit(ctx, writes, ...reads))
  return naming(ctx, shopIds, () => namingEnd(orders, write))
}

/** Runs work that `requireNoneInFlight` may abort; the error then names the end of the time to pay. */
async function namingEnd<T>(orders: OrderFile[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isBroken(error, PAYIN_IN_FLIGHT)) throw error
    throw failureOf({ ...PAYIN_IN_FLIGHT, details: namesEnd(firstEnd(orders)) })
  }
}

/** Gives another try the rest of the time to pay, which a refusal of the phone had cut short. */
function untilTheirTime({ createdAt }: OrderFile) {
  const endsAt = createdAt + HOLD_MS
  return { holdEndsAt: sql`max(hold_ends_at, ${endsAt})`, dueAt: sql`max(due_at, ${endsAt})` }
}

/** The message after the time to pay. */
export const EXPIRED = 'Le délai de paiement de cette commande est passé. Commandez à nouveau.'
