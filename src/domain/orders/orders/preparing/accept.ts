import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { moneySettings } from '#db/schema/money/wallets.ts'
import { shops } from '#db/schema/shops/shops.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { fail } from '#kernel/failure.ts'
import { shareBps } from '#kernel/money.ts'
import { FULFILMENT_MS } from '../clock/due.ts'
import { commitOrder } from '../commit-order.ts'
import { orderMachine } from '../machine.ts'
import { earmark, paymentOf } from '../money.ts'
import { orderAccepted } from '../notices.ts'
import { selectOrder, toOrderFile } from '../queries.ts'
import { type OrderView, viewOrder } from '../view.ts'

export const AcceptOrder = z.strictObject({
  prepMinutes: z
    .int()
    .min(1)
    .max(7 * 24 * 60)
    .optional(),
})

/** The seller takes the order: its price is theirs once the order completes (docs/money.md, Transfers). Without its own, its shop's time counts. 404, 409. */
export async function acceptOrder(
  ctx: Ctx,
  id: string,
  { prepMinutes: own }: z.output<typeof AcceptOrder>,
): Promise<OrderView> {
  const changed = await retryOnStale(async () => {
    const [rows, settings, [shop]] = await readTogether(
      ctx.db,
      selectOrder(ctx.db, id),
      ctx.db
        .select()
        .from(moneySettings)
        .where(sql`currency = (SELECT o.paid_currency FROM orders o WHERE o.id = ${id})`),
      ctx.db
        .select({ prepMinutes: shops.prepMinutes })
        .from(shops)
        .where(sql`shops.id = (SELECT o.shop_id FROM orders o WHERE o.id = ${id})`),
    )
    const order = rows[0] && toOrderFile(rows[0])
    if (order?.sellerProfileId !== sellerOf(ctx).sellerProfileId) fail('NOT_FOUND')
    const prepMinutes = own ?? shop?.prepMinutes
    const paid = paymentOf(order)
    const commissionMinor = paid ? shareBps(paid.subtotalMinor, settings[0]?.commissionBps ?? 0) : 0
    const set = { commissionMinor, prepMinutes: prepMinutes ?? null, dueAt: ctx.now + FULFILMENT_MS }
    return commitOrder(ctx, id, [
      ...transition(ctx, orderMachine, order, 'accept', { set }),
      ...(paid ? earmark(ctx, order, paid, commissionMinor) : []),
      ...notify(ctx, order.buyerId, orderAccepted, { number: order.number, prepMinutes }),
    ])
  })
  return viewOrder(ctx, changed)
}
