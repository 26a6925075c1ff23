import { readTogether } from '#db/client.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { selectPayinsOfCheckout } from '../orders/payins/payin-shares.ts'
import { type OrderFile, selectOrdersOfCheckout, toOrderFile } from '../orders/queries.ts'

/** The orders of a checkout and every payin that is for one of them, newest first: two reads for one trip. */
export const selectCheckout = (ctx: Ctx, checkoutId: string) =>
  [selectOrdersOfCheckout(ctx.db, checkoutId), selectPayinsOfCheckout(ctx, checkoutId)] as const

type Rows = Awaited<ReturnType<typeof selectCheckout>[0]>
export type CheckoutFile = { orders: [OrderFile, ...OrderFile[]]; payins: GatewayTransaction[] }

/** The answers of `selectCheckout`, for the buyer of the orders; to anybody else there are none. 404 */
export function toCheckoutFile(ctx: Ctx, rows: Rows, payins: GatewayTransaction[]): CheckoutFile {
  const [first, ...others] = rows.map(toOrderFile)
  if (first?.buyerId !== actorOf(ctx).id) fail('NOT_FOUND')
  return { orders: [first, ...others], payins }
}

/** A checkout of the person asking. 404 */
export const getCheckout = async (ctx: Ctx, checkoutId: string): Promise<CheckoutFile> =>
  toCheckoutFile(ctx, ...(await readTogether(ctx.db, ...selectCheckout(ctx, checkoutId))))
