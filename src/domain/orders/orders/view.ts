import * as z from 'zod'
import { DELIVERY_STATUSES } from '#db/schema/orders/deliveries.ts'
import { ORDER_STATES, ORDER_STATUSES, PAYMENT_STATUSES } from '#db/schema/orders/orders.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { mediaUrl } from '#domain/core/files/media-url.ts'
import { PayinView } from '#domain/money/payins/view.ts'
import { ShopCard, viewShopCard } from '#domain/shops/shops/card.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount, formatRate } from '#kernel/money.ts'
import { iso, isoOrNull } from '#kernel/time.ts'
import { RiderCard } from '../riders/card.ts'
import { LocationView } from '../riders/view.ts'
import { frozenRate } from './basket/frozen-rate.ts'
import { type OrderCard, partOf, readsWords } from './queries.ts'

const OrderItemView = z
  .object({
    id: f.id,
    productId: f.id,
    variantId: f.id,
    name: z.string(),
    imageUrl: z.string().nullable(),
    quantity: z.int(),
    unitPrice: f.decimal,
    lineTotal: f.decimal,
  })
  .meta({ id: 'OrderItem' })

export const OrderStatus = z.enum(ORDER_STATUSES).meta({
  id: 'OrderStatus',
  description:
    "Dans l'ordre : PENDING_PAYMENT, PENDING_SELLER_REVIEW (payée, le vendeur décide), ACCEPTED, PREPARING, READY_FOR_PICKUP, OUT_FOR_DELIVERY (livraison seulement), DELIVERED, COMPLETED. RETURNING : le colis revient. Fins sans vente : REJECTED (par le vendeur), CANCELLED ; REFUNDED après la livraison.",
})

const time = f.isoTime.nullable()

/** An order (docs/conventions.md, Shapes). */
export const OrderView = z
  .object({
    id: f.id,
    number: z.string(),
    buyerId: f.id,
    shopId: f.id,
    shop: ShopCard,
    /** Only for its seller and its rider, from acceptance to completion. */
    buyer: z.object({ firstName: z.string(), phone: z.string().nullable() }).optional(),
    /** The checkout of orders that were placed together; null for an order placed alone. */
    checkoutId: f.id.nullable(),
    status: OrderStatus,
    paymentStatus: z.enum(PAYMENT_STATUSES).meta({
      id: 'PaymentStatus',
      description:
        "PENDING : le payeur doit approuver. UNPAID ou FAILED : à payer encore, tant que expiresAt n'est pas passé. PAID, puis PARTIALLY_REFUNDED ou REFUNDED.",
    }),
    fulfillmentMethod: z.enum(['DELIVERY', 'PICKUP']).meta({ id: 'FulfillmentMethod' }),
    paymentMethod: z.enum(['MOBILE_MONEY']).meta({ id: 'PaymentMethod' }),
    currency: f.priceCurrency,
    deliveryAddress: z.string().nullable(),
    deliveryFee: f.decimal,
    subtotal: f.decimal,
    total: f.decimal,
    refundedAmount: f.decimal,
    exchangeRate: z.object({ to: f.currency, rate: f.decimal }).nullable(),
    note: z.string().nullable(),
    prepMinutes: z.int().nullable(),
    rejectionReason: z.string().nullable(),
    cancellationReason: z.string().nullable(),
    items: z.array(OrderItemView),
    delivery: z
      .object({
        id: f.id,
        status: z.enum(DELIVERY_STATUSES),
        rider: RiderCard.nullable(),
      })
      .nullable(),
    /** End of the reservation of its stock, while it is unpaid. */
    expiresAt: time,
    autoCompleteAt: time,
    paidAt: time,
    acceptedAt: time,
    readyAt: time,
    pickedUpAt: time,
    deliveredAt: time,
    completedAt: time,
    rejectedAt: time,
    cancelledAt: time,
    version: z
      .int()
      .meta({ description: 'Celle des messages « order » du direct : une plus grande veut dire de relire.' }),
    createdAt: f.isoTime,
    updatedAt: f.isoTime,
    /** The seller's, for the rider, in the answer of ready; the buyer's own if the order is collected. */
    pickupCode: z.string().optional(),
    /** Only for the buyer, and only of a single order: the payin to follow, and the code to give the rider. */
    payin: PayinView.optional(),
    dropoffCode: z.string().optional(),
    lastLocation: LocationView.nullable().optional(),
  })
  .meta({ id: 'Order' })
export type OrderView = z.output<typeof OrderView>
/** Fields of a single order that a list does not show. */
export type OrderDetails = Partial<Pick<OrderView, 'pickupCode' | 'payin' | 'dropoffCode' | 'lastLocation'>>

export const OrderWithPayin = OrderView.extend({ payin: PayinView }).meta({ id: 'OrderWithPayin' })
export const OrderList = f.listOf('orders', OrderView)
export const SellerOrderList = OrderList.extend({ counts: z.partialRecord(z.enum(ORDER_STATUSES), z.int()) }).meta({
  id: 'SellerOrderList',
})

/** The buyer's first name and number, only for its seller and its rider, from acceptance to completion. */
function buyerFor(ctx: Ctx, order: OrderCard): Pick<OrderView, 'buyer'> {
  const part = partOf(actorOf(ctx), order)
  if ((part !== 'seller' && part !== 'rider') || !ORDER_STATES.inHand.has(order.status)) return {}
  const [firstName = ''] = order.buyer.name.trim().split(/\s+/)
  return { buyer: { firstName, phone: order.buyer.phone } }
}

/** Whether it had expired, and money that came within a day revived it. */
const wentOn = ({ reachedAt }: Pick<OrderCard, 'reachedAt'>) =>
  (reachedAt.PENDING_SELLER_REVIEW ?? 0) > (reachedAt.CANCELLED ?? Number.POSITIVE_INFINITY)

/** Shows an order, as far as the person who asks may see it (docs/states.md, Who sees an order). */
export function viewOrder(ctx: Ctx, order: OrderCard, details: OrderDetails = {}): OrderView {
  const rate = frozenRate(order)
  const words = <T>(text: T) => (readsWords(actorOf(ctx), order) ? text : null)
  const money = (minor: number) => formatAmount(minor, order.currency)
  const reached = (status: OrderView['status']) => isoOrNull(order.reachedAt[status] ?? null)
  return {
    id: order.id,
    number: order.number,
    buyerId: order.buyerId,
    shopId: order.shopId,
    shop: viewShopCard(ctx, order.shop),
    ...buyerFor(ctx, order),
    checkoutId: order.checkoutId,
    status: order.status,
    paymentStatus: order.paymentStatus,
    fulfillmentMethod: order.fulfillmentMethod,
    paymentMethod: order.paymentMethod,
    currency: order.currency,
    deliveryAddress: words(order.deliveryAddress),
    deliveryFee: money(order.deliveryFeeMinor),
    subtotal: money(order.subtotalMinor),
    total: money(order.totalMinor),
    refundedAmount: money(order.refundedMinor),
    exchangeRate: rate ? { to: rate.to, rate: formatRate(rate) } : null,
    note: words(order.note),
    prepMinutes: order.prepMinutes,
    rejectionReason: order.rejectionReason,
    cancellationReason: words(order.cancellationReason),
    items: order.items.map(({ unitPriceMinor, lineTotalMinor, imageKey, ...item }) => ({
      ...item,
      imageUrl: imageKey && mediaUrl(ctx, imageKey),
      unitPrice: money(unitPriceMinor),
      lineTotal: money(lineTotalMinor),
    })),
    delivery: order.delivery && { id: order.delivery.id, status: order.delivery.status, rider: order.delivery.rider },
    expiresAt: order.status === 'PENDING_PAYMENT' ? isoOrNull(order.holdEndsAt) : null,
    autoCompleteAt: order.status === 'DELIVERED' ? isoOrNull(order.dueAt) : null,
    paidAt: reached('PENDING_SELLER_REVIEW'),
    acceptedAt: reached('ACCEPTED'),
    readyAt: reached('READY_FOR_PICKUP'),
    pickedUpAt: reached('OUT_FOR_DELIVERY'),
    deliveredAt: reached('DELIVERED'),
    completedAt: reached('COMPLETED'),
    rejectedAt: reached('REJECTED'),
    cancelledAt: wentOn(order) ? null : reached('CANCELLED'),
    version: order.version,
    createdAt: iso(order.createdAt),
    updatedAt: iso(order.updatedAt),
    ...details,
  }
}
