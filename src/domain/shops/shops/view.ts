import * as z from 'zod'
import { REVIEW_STATUSES, SHOP_STATUSES, type shops } from '#db/schema/shops/shops.ts'
import type { Ctx } from '#domain/core/context.ts'
import { mediaUrl } from '#domain/core/files/media-url.ts'
import { isOpenAt, opensAt } from '#domain/core/opening-hours.ts'
import { RatingView, viewRating } from '#domain/core/rating.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { iso, isoOrNull } from '#kernel/time.ts'
import { AddressView } from '../profiles/address.ts'

export type Shop = typeof shops.$inferSelect

const open = {
  id: f.id,
  sellerProfileId: f.id,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  logoUrl: z.string().nullable(),
  bannerUrl: z.string().nullable(),
  address: AddressView,
  openingHours: z.array(
    z.object({ day: z.int().meta({ description: '0 : dimanche' }), open: z.string(), close: z.string() }),
  ),
  closedFrom: f.isoTime.nullable(),
  closedTo: f.isoTime.nullable(),
  closureNote: z.string(),
  isOpen: z.boolean(),
  opensAt: f.isoTime.nullable(),
  currency: f.priceCurrency,
  minOrderAmount: f.decimal,
  prepMinutes: z.int(),
  deliveryMethods: z.array(z.enum(['DELIVERY', 'PICKUP'])),
  status: z.enum(SHOP_STATUSES).meta({ id: 'ShopStatus' }),
  rating: RatingView,
  publishedAt: f.isoTime.nullable(),
  createdAt: f.isoTime,
  updatedAt: f.isoTime,
}

/** A shop as everybody may see it (docs/conventions.md, Shapes). */
export const PublicShopView = z.object(open).meta({ id: 'PublicShop' })
export type PublicShopView = z.output<typeof PublicShopView>

/** A shop as its owner and staff see it. */
export const ShopView = z
  .object({
    ...open,
    phone: z.string().nullable(),
    email: z.string().nullable(),
    reviewStatus: z.enum(REVIEW_STATUSES).meta({ id: 'ReviewStatus' }),
    reviewReason: z.string().nullable(),
    suspensionReason: z.string().nullable(),
    /** The reason for which guests do not see a PUBLISHED shop. */
    hiddenReason: z.enum(['PLAN_LIMIT_REACHED']).nullable(),
    version: z.int(),
  })
  .meta({ id: 'Shop' })
export type ShopView = z.output<typeof ShopView>

export const viewPublicShop = (ctx: Ctx, shop: Shop): z.output<typeof PublicShopView> => ({
  id: shop.id,
  sellerProfileId: shop.sellerProfileId,
  name: shop.name,
  slug: shop.slug,
  description: shop.description,
  logoUrl: shop.logoKey && mediaUrl(ctx, shop.logoKey),
  bannerUrl: shop.bannerKey && mediaUrl(ctx, shop.bannerKey),
  address: shop.address,
  openingHours: shop.openingHours,
  closedFrom: isoOrNull(shop.closedFrom),
  closedTo: isoOrNull(shop.closedTo),
  closureNote: shop.closureNote,
  isOpen: isOpenAt(shop, ctx.now),
  opensAt: isoOrNull(opensAt(shop, ctx.now)),
  currency: shop.currency,
  minOrderAmount: formatAmount(shop.minOrderMinor, shop.currency),
  prepMinutes: shop.prepMinutes,
  deliveryMethods: shop.deliveryMethods,
  status: shop.status,
  rating: viewRating(shop),
  publishedAt: isoOrNull(shop.publishedAt),
  createdAt: iso(shop.createdAt),
  updatedAt: iso(shop.updatedAt),
})

export const viewShop = (ctx: Ctx, shop: Shop): z.output<typeof ShopView> => ({
  ...viewPublicShop(ctx, shop),
  phone: shop.phone,
  email: shop.email,
  reviewStatus: shop.reviewStatus,
  reviewReason: shop.reviewReason,
  suspensionReason: shop.suspensionReason,
  hiddenReason: shop.overPlan ? 'PLAN_LIMIT_REACHED' : null,
  version: shop.version,
})
