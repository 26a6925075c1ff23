import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { orders } from '#db/schema/orders/orders.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { refuse } from '#domain/core/machine.ts'
import { payerFields } from '#domain/money/payins/payer.ts'
import { PayinView, viewPayin } from '#domain/money/payins/view.ts'
import { selectRatesInForce } from '#domain/money/rates/between.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { isoOrNull } from '#kernel/time.ts'
import { orderMachine } from '../machine.ts'
import { chargesFor, payerOf, sendCharges } from '../payins/charge.ts'
import { EXPIRED, payAgain } from '../payins/pay-again.ts'
import { selectPayinCount } from '../payins/payin-shares.ts'
import { selectOrder, toOrderFile } from '../queries.ts'

export const PayOrder = z.strictObject(payerFields)

/** A payin, and the end of the time to pay its order; null once it is paid. */
export const OrderPayinView = PayinView.extend({ expiresAt: f.isoTime.nullable() }).meta({ id: 'OrderPayin' })
type OrderPayin = z.output<typeof OrderPayinView>

const selectReservation = (ctx: Ctx, id: string) =>
  ctx.db.select({ holdEndsAt: orders.holdEndsAt }).from(orders).where(eq(orders.id, id))

/**
 * The buyer tries to pay again, perhaps from another number, while the stock is reserved (docs/states.md, Order).
 * @throws 400 when the operator refused, 409 PAYMENT_IN_PROGRESS while another payin may still succeed and SHOP_CLOSED, 410 after expiry,
 *   409 or 429 if the phone was asked too often, or its buyer asked too often
 */
export async function payOrder(ctx: Ctx, id: string, input: z.output<typeof PayOrder>): Promise<OrderPayin> {
  const payer = payerOf(input)
  const { charges, endsAt } = await retryOnStale(async () => {
    const [rows, rates, tries] = await readTogether(
      ctx.db,
      selectOrder(ctx.db, id),
      selectRatesInForce(ctx),
      selectPayinCount(ctx, id),
    )
    const order = rows[0] && toOrderFile(rows[0])
    if (order?.buyerId !== actorOf(ctx).id) fail('NOT_FOUND')
    if (order.status === 'CANCELLED' && order.cancelledBy === 'EXPIRY') fail('GONE', { message: EXPIRED })
    if (order.status !== 'PENDING_PAYMENT') refuse(orderMachine, order.status, 'pay')
    if ((order.holdEndsAt ?? 0) <= ctx.now) fail('GONE', { message: EXPIRED })
    const charges = chargesFor(ctx, { purpose: 'ORDER', id }, [order], payer, rates, tries[0]?.count ?? 0)
    const [[fresh]] = await payAgain(ctx, [order], charges, rates, selectReservation(ctx, id))
    return { charges, endsAt: fresh?.holdEndsAt ?? null }
  })
  const [payin] = await sendCharges(ctx, charges)
  const isPaid = payin?.status === 'succeeded'
  return { ...viewPayin(payin ?? fail('NOT_FOUND')), expiresAt: isPaid ? null : isoOrNull(endsAt) }
}
