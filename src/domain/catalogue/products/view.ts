import * as z from 'zod'
import { PRODUCT_STATUSES, UNITS } from '#db/schema/catalogue/products.ts'
import { MODERATION_STATUSES } from '#db/schema/core/moderation.ts'
import type { Ctx } from '#domain/core/context.ts'
import { mediaUrl } from '#domain/core/files/media-url.ts'
import { RatingView, viewRating } from '#domain/core/rating.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount, type PriceCurrency } from '#kernel/money.ts'
import { iso, isoOrNull } from '#kernel/time.ts'
import { imagesOf, type ProductRow, type VariantRow, variantsOf } from './queries.ts'

export const VariantView = z
  .object({
    id: f.id,
    name: z.string().nullable(),
    attributes: z.record(z.string(), z.string()).nullable(),
    sku: z.string().nullable(),
    price: f.decimal,
    stock: z.int(),
    isDefault: z.boolean(),
  })
  .meta({ id: 'Variant' })
export type VariantView = z.output<typeof VariantView>

/** A picture; its size is in pixels after rotation, and null if none was stored. */
const ImageView = z
  .object({ id: f.id, url: z.string(), position: z.int(), width: z.int().nullable(), height: z.int().nullable() })
  .meta({ id: 'ProductImage' })

const named = { id: f.id, name: z.string(), slug: z.string() }

/** A product (docs/conventions.md, Shapes), with the card of its shop and its category; `moderationStatus` only for owner and staff. */
export const ProductView = z
  .object({
    id: f.id,
    shopId: f.id,
    subcategoryId: f.id,
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    brand: z.string().nullable(),
    unit: z.enum(UNITS).meta({ id: 'Unit' }),
    weightGrams: z.int().nullable(),
    expiresAt: f.isoTime.nullable(),
    currency: f.priceCurrency,
    status: z.enum(PRODUCT_STATUSES).meta({ id: 'ProductStatus' }),
    moderationStatus: z.enum(MODERATION_STATUSES).meta({ id: 'ModerationStatus' }).optional(),
    hasVariants: z.boolean(),
    images: z.array(ImageView),
    variants: z.array(VariantView),
    shop: z.object({ ...named, logoUrl: z.string().nullable() }),
    category: z.object(named),
    rating: RatingView,
    version: z.int(),
    createdAt: f.isoTime,
    updatedAt: f.isoTime,
  })
  .meta({ id: 'Product' })
export type ProductView = z.output<typeof ProductView>

export const viewVariant = (variant: VariantRow, currency: PriceCurrency): VariantView => ({
  id: variant.id,
  name: variant.name,
  attributes: variant.attributes,
  sku: variant.sku,
  price: formatAmount(variant.priceMinor, currency),
  stock: variant.stock,
  isDefault: variant.isDefault,
})

/** A product as everybody may see it. */
export const viewProduct = (ctx: Ctx, row: ProductRow): ProductView => {
  const variants = variantsOf(row)
  return {
    id: row.id,
    shopId: row.shopId,
    subcategoryId: row.subcategoryId,
    name: row.name,
    slug: row.slug,
    description: row.description,
    brand: row.brand,
    unit: row.unit,
    weightGrams: row.weightGrams,
    expiresAt: isoOrNull(row.expiresAt),
    currency: row.currency,
    status: row.status,
    hasVariants: variants.length > 1,
    images: imagesOf(row).map(({ key, ...image }) => ({ ...image, url: mediaUrl(ctx, key) })),
    variants: variants.map((variant) => viewVariant(variant, row.currency)),
    shop: {
      id: row.shopId,
      name: row.shopName,
      slug: row.shopSlug,
      logoUrl: row.shopLogoKey && mediaUrl(ctx, row.shopLogoKey),
    },
    category: { id: row.categoryId, name: row.categoryName, slug: row.categorySlug },
    rating: viewRating(row),
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  }
}

/** A product as its owner and staff see it. */
export const viewOwnProduct = (ctx: Ctx, row: ProductRow): ProductView => ({
  ...viewProduct(ctx, row),
  moderationStatus: row.moderationStatus,
})
