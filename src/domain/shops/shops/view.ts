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
import { BusinessType, type SellerProfile } from '../profiles/view.ts'

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

/** The person or company that sells in a shop: numbers of its registration are shown of a company alone. */
const PublicSellerView = z
  .object({
    businessName: z.string(),
    businessType: BusinessType,
    city: z.string().nullable(),
    isVerified: z.boolean().meta({ description: "L'équipe a approuvé son dossier d'identité." }),
    rccm: z.string().nullable().optional(),
    idNat: z.string().nullable().optional(),
    taxNumber: z.string().nullable().optional(),
  })
  .meta({ id: 'PublicSeller', description: "rccm, idNat et taxNumber : d'une société (COMPANY) seulement." })

/** A shop as everybody may see it (docs/conventions.md, Shapes). */
export const PublicShopView = z
  .object({
    ...open,
    seller: PublicSellerView.optional().meta({
      description: 'Qui vend : sur la page de la boutique, pas dans les listes.',
    }),
  })
  .meta({ id: 'PublicShop' })
export type PublicShopView = z.output<typeof PublicShopView>

/** A shop on its own page: with its seller, whom the law wants named there. */
export type PublicShopPageView = PublicShopView & { seller: z.output<typeof PublicSellerView> }

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

type Seller = Pick<SellerProfile, 'businessName' | 'businessType' | 'kycStatus' | 'rccm' | 'idNat' | 'taxNumber'> & {
  city: string | null
}

export const viewPublicShopPage = (ctx: Ctx, { shop, seller }: { shop: Shop; seller: Seller }): PublicShopPageView => ({
  ...viewPublicShop(ctx, shop),
  seller: {
    businessName: seller.businessName,
    businessType: seller.businessType,
    city: seller.city,
    isVerified: seller.kycStatus === 'APPROVED',
    ...(seller.businessType === 'COMPANY' && {
      rccm: seller.rccm,
      idNat: seller.idNat,
      taxNumber: seller.taxNumber,
    }),
  },
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
