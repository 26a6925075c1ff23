import type * as z from 'zod'
import type { ReviewTarget, reviews } from '#db/schema/orders/reviews.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import type { OrderFile } from '#domain/orders/orders/queries.ts'
import { fail, invalid } from '#kernel/failure.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { ratings } from './fields.ts'

/** Time after the completion of an order in which its buyer may review it, in ms. */
const OPEN_MS = 60 * DAY_MS

type Ratings = z.output<z.ZodObject<typeof ratings>>

/** A review before it is written; `images` are places among the files of the request. */
export type NewReview = Pick<typeof reviews.$inferSelect, 'targetId' | 'rating' | 'comment' | 'reasonCode'> & {
  targetType: ReviewTarget
  images: number[]
}

/**
 * Requires a completed order that its buyer may still review, and that the seller did not pay.
 * @throws 403 OWN_SHOP, 409 INVALID_TRANSITION
 */
export function requireReviewable(ctx: Ctx, order: OrderFile, payoutPhone: string | null | undefined): void {
  const payer = order.paidBy?.phone
  const isPaidBySeller = payer !== undefined && payer === payoutPhone
  if (order.sellerUserId === actorOf(ctx).id || isPaidBySeller)
    fail('FORBIDDEN', { reason: 'OWN_SHOP', message: 'Personne ne note sa propre boutique.' })
  if (order.status !== 'COMPLETED' || order.paymentStatus === 'REFUNDED')
    fail('CONFLICT', {
      reason: 'INVALID_TRANSITION',
      message: "Une commande se note quand elle est terminée et n'a pas été remboursée en entier.",
    })
  if ((order.reachedAt.COMPLETED ?? 0) + OPEN_MS <= ctx.now)
    fail('CONFLICT', {
      reason: 'INVALID_TRANSITION',
      message: 'Une commande se note dans les 60 jours qui suivent sa fin.',
    })
}

/**
 * The reviews of a request.
 * @throws 400 without any, for a product that is there twice, for a rider whom the order has not, and for pictures that are not each named
 *   once; 403 for a rider who rates themselves; 404 for a product that is not of the order
 */
export function ratingsOf(
  ctx: Ctx,
  order: OrderFile,
  { products = [], shop, rider }: Ratings,
  files: number,
): NewReview[] {
  const sold = new Set(order.items.map(({ productId }) => productId))
  if (products.some(({ productId }) => !sold.has(productId))) fail('NOT_FOUND')
  if (new Set(products.map(({ productId }) => productId)).size < products.length)
    invalid('products', "Un produit ne se note qu'une fois.")
  const places = products.flatMap(({ images }) => images ?? [])
  if (places.length !== files || new Set(places).size < files || places.some((place) => place >= files))
    invalid('products', "Chaque image envoyée est celle d'un produit : « images » donne sa place, une fois.")
  const riderId = order.delivery?.status === 'DELIVERED' ? order.delivery.riderId : null
  if (rider && riderId === null) invalid('rider', "Aucun livreur n'a porté cette commande.")
  if (rider && riderId === actorOf(ctx).riderId) fail('FORBIDDEN', { message: 'Personne ne se note soi-même.' })
  const rated: NewReview[] = [
    ...products.map(({ productId, rating, comment, images }) => ({
      ...{ targetType: 'PRODUCT' as const, targetId: productId, rating },
      ...{ comment: comment ?? null, reasonCode: null, images: images ?? [] },
    })),
    ...(shop
      ? [
          {
            ...{ targetType: 'SHOP' as const, targetId: order.shopId, rating: shop.rating },
            ...{ comment: shop.comment ?? null, reasonCode: null, images: [] },
          },
        ]
      : []),
    ...(rider && riderId !== null
      ? [
          {
            ...{ targetType: 'RIDER' as const, targetId: riderId, rating: rider.rating },
            ...{ comment: null, reasonCode: rider.reasonCode ?? null, images: [] },
          },
        ]
      : []),
  ]
  if (rated.length === 0) invalid('products', 'Notez un produit, la boutique ou le livreur.')
  return rated
}
