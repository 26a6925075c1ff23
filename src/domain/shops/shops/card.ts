import * as z from 'zod'
import type { shops } from '#db/schema/shops/shops.ts'
import type { Ctx } from '#domain/core/context.ts'
import { mediaUrl } from '#domain/core/files/media-url.ts'
import * as f from '#kernel/fields.ts'

/** The name and logo of a shop, shown beside its products and orders. */
export const ShopCard = z
  .object({ id: f.id, name: z.string(), slug: z.string(), logoUrl: z.string().nullable() })
  .meta({ id: 'ShopCard' })

export type NamedShop = Pick<typeof shops.$inferSelect, 'id' | 'name' | 'slug' | 'logoKey'>

export const viewShopCard = (ctx: Ctx, { logoKey, ...shop }: NamedShop): z.output<typeof ShopCard> => ({
  ...shop,
  logoUrl: logoKey && mediaUrl(ctx, logoKey),
})
