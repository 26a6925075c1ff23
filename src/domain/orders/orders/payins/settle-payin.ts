import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { readTogether, type Write } from '#db/client.ts'
import { variants } from '#db/schema/catalogue/variants.ts'
import { users } from '#db/schema/core/users.ts'
import type { GatewayTransaction, Verdict } from '#db/schema/money/gateways.ts'
import { orders } from '#db/schema/orders/orders.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { shops } from '#db/schema/shops/shops.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { revise, transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import type { How } from '#domain/money/gateways/how.ts'
import { refundSecondPayin } from '#domain/orders/refunds/of-orders/second-payin.ts'
import { refundAll } from '#domain/orders/refunds/of-orders/send-refund.ts'
import { formatMoney } from '#kernel/format.ts'
import { DAY_MS } from '#kernel/time.ts'
import { SELLER_REVIEW_MS } from '../clock/due.ts'
import { orderMachine } from '../machine.ts'
import { PAID_TWICE } from '../matters.ts'
import { orderPaid, orderRevived, orderWaits } from '../notices.ts'
import { type OrderFile, selectOrdersOfPayin, toOrderFile } from '../queries.ts'
import { sellStock } from '../stock.ts'
import { letSellerReadIncidents } from './let-seller-read.ts'
import { orderNotPaid, selectBuyerWhoCompleted } from './not-paid.ts'
import { openingOf, selectHours } from './openings.ts'
import { type PayinShare, selectShares } from './payin-shares.ts'
import { receive } from './through-gateway.ts'

/** Books the verdict on a payin for each order that it pays (docs/states.md, Order and Checkout). */
export async function settleOrderPayin(
  ctx: Ctx,
  tx: GatewayTransaction,
  verdict: Verdict,
  how: How = {},
): Promise<Write[]> {
  const [rows, shares, stock, trading, hours, proven] = await readTogether(
    ctx.db,
    selectOrdersOfPayin(ctx.db, tx.id),
    selectShares(ctx, tx.id),
    selectStock(ctx, tx.id),
    selectOrdersInTrade(ctx, tx.id),
    selectHours(ctx, itsOrders(tx.id)),
    selectBuyerWhoCompleted(ctx, itsOrders(tx.id)),
  )
  if (verdict !== 'succeeded') return orderNotPaid(ctx, rows.map(toOrderFile), verdict, proven.length > 0)
  return shares.flatMap(({ orderId, minor, ref }) => {
    const found = rows.find(({ order: { id } }) => id === orderId)
    if (!found) return []
    const order = toOrderFile(found)
    const isThere = order.items.every(
      ({ variantId, quantity }) => (stock.find(({ id }) => id === variantId)?.available ?? 0) >= quantity,
    )
    const isInTrade = trading.some(({ id }) => id === orderId)
    const shop = { canRevive: isThere && isInTrade, opening: openingOf(ctx, hours, orderId) }
    return bookShare(ctx, order, { ...tx, amountMinor: minor, orderId, ref }, shop, how)
  })
}

/** Whether an expired order may go on, and the time at which its shop answers next. */
type ShopThen = { canRevive: boolean; opening: number }

/** Books an order's share of money that has come. */
function bookShare(ctx: Ctx, order: OrderFile, share: PayinShare, { canRevive, opening }: ShopThen, how: How): Write[] {
  if (order.status === 'PENDING_PAYMENT') return [...receive(ctx, order, share), ...sell(ctx, order, opening)]
  if (order.status === 'CANCELLED' && order.paidCurrency === null) {
    const goesOn = canRevive && mayRevive(ctx, order)
    return [
      ...receive(ctx, order, share),
      ...(goesOn ? revive(ctx, order, opening) : refundLatePayment(ctx, order, share, how)),
    ]
  }
  const back = refundSecondPayin(ctx, order, share, how)
  return [...receive(ctx, order, share), ...back.writes, paidTwice(ctx, order, share, back)]
}

const itsOrders = (payinId: string) => sql`(SELECT w.order_id FROM payin_shares w WHERE w.payin_id = ${payinId})`

const selectStock = (ctx: Ctx, payinId: string) =>
  ctx.db
    .select({ id: variants.id, available: sql<number>`variants.stock - variants.held` })
    .from(variants)
    .where(
      sql`variants.id IN (SELECT i.variant_id FROM order_items i WHERE i.order_id IN ${itsOrders(payinId)})
        AND variants.stock_shop_id IS NOT NULL`,
    )

const buyers = alias(users, 'buyers')

/**
 * Orders of a payin with a buyer and a seller to go on: the buyer's account not deleted, the shop not closed, the seller's account not
 * deleted or blocked.
 */
const selectOrdersInTrade = (ctx: Ctx, payinId: string) =>
  ctx.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(buyers, and(eq(buyers.id, orders.buyerId), isNull(buyers.deletedAt)))
    .innerJoin(shops, and(eq(shops.id, orders.shopId), ne(shops.status, 'CLOSED')))
    .innerJoin(sellerProfiles, eq(sellerProfiles.id, orders.sellerProfileId))
    .innerJoin(
      users,
      and(
        eq(users.id, sellerProfiles.userId),
        eq(users.role, 'SELLER'),
        isNull(users.deletedAt),
        isNull(users.blockedAt),
      ),
    )
    .where(sql`orders.id IN ${itsOrders(payinId)}`)

/** Time after its expiry in which money still revives an order, in ms: later nobody waits for the goods any more. */
const REVIVAL_MS = DAY_MS
const mayRevive = ({ now }: Ctx, { cancelledBy, reachedAt }: OrderFile) =>
  cancelledBy === 'EXPIRY' && now - (reachedAt.CANCELLED ?? 0) <= REVIVAL_MS

/** Tells the buyer and the seller that an expired order goes on. */
const revive = (ctx: Ctx, order: OrderFile, opening: number): Write[] => [
  ...sell(ctx, order, opening),
  ...notify(ctx, order.buyerId, orderRevived, { number: order.number }),
]

/** Sells the reserved stock, and gives the seller a day to answer, from the shop's opening on; the buyer is told if the shop is closed. */
function sell(ctx: Ctx, order: OrderFile, opening: number): Write[] {
  const set = {
    ...paidFor(order),
    paymentStatus: 'PAID' as const,
    holdEndsAt: null,
    cancelledBy: null,
    cancellationReason: null,
    dueAt: opening + SELLER_REVIEW_MS,
  }
  const total = { amountMinor: order.totalMinor, currency: order.currency }
  const later = opening > ctx.now ? opening : undefined
  return [
    ...sellStock(ctx, order),
    ...transition(ctx, orderMachine, order, 'pay', { set }),
    letSellerReadIncidents(ctx, order),
    ...notify(ctx, order.sellerUserId, orderPaid, { number: order.number, total, opening: later }),
    ...(later === undefined
      ? []
      : notify(ctx, order.buyerId, orderWaits, { number: order.number, shop: order.shop.name, opening: later })),
  ]
}

/** Refunds money for an order that is over by itself, unless only people say that the money has come. */
function refundLatePayment(ctx: Ctx, order: OrderFile, share: PayinShare, { isByHand = false }: How): Write[] {
  const parts = paidFor(order)
  const set = { ...parts, paymentStatus: 'PAID' } as const
  return [
    ...revise(ctx, orderMachine, order, 'paidTooLate', { set }),
    ...refundAll(
      ctx,
      { ...order, ...parts, paidBy: { ...share, isUnconfirmed: isByHand } },
      'Paiement arrivé après la fin de la commande',
    ).writes,
  ]
}

type Second = ReturnType<typeof refundSecondPayin>

const paidTwice = (ctx: Ctx, order: OrderFile, share: PayinShare, { row, intent }: Second): Write =>
  openIncident(ctx, {
    ref: refOf(PAID_TWICE, share.ref),
    severity: 'HIGH',
    orderId: order.id,
    title: 'Commande payée deux fois',
    description: `${order.number} a reçu un second paiement de ${formatMoney(share)} (${share.reference}). ${intent ? "Il est rendu d'office au numéro qui l'a fait" : "Un administrateur l'a noté arrivé : il attend d'être rendu"} (remboursement ${row.id}) ; la commande ne change pas.`,
  })

/** The paid amounts in the books of the order: all but the delivery fee is for the goods. */
const paidFor = ({ currency, totalMinor, deliveryFeeMinor }: OrderFile) => ({
  paidCurrency: currency,
  paidSubtotalMinor: totalMinor - deliveryFeeMinor,
  paidFeeMinor: deliveryFeeMinor,
})
