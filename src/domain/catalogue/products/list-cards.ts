import * as z from 'zod'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { listProducts } from './list.ts'
import type { ListProducts } from './list-filter.ts'
import { ProductView } from './view.ts'

/** A product as a list shows it: its first picture, its lowest price, and whether any is in stock. */
export const ProductCard = ProductView.pick({ id: true, name: true, slug: true, currency: true, hasVariants: true })
  .extend({
    price: f.decimal,
    inStock: z.boolean(),
    image: ProductView.shape.images.element.pick({ url: true, width: true, height: true }).nullable(),
    shop: ProductView.shape.shop.pick({ name: true, slug: true }),
  })
  .meta({ id: 'ProductCard' })

/** Lists the products of `listProducts` as cards, in a third of the bytes. */
export async function listProductCards(ctx: Ctx, query: ListProducts) {
  const { products, pagination } = await listProducts(ctx, query)
  return { products: products.map(cardOf), pagination }
}

function cardOf({ images: [image], variants, ...product }: ProductView): z.output<typeof ProductCard> {
  const prices = variants.map(({ price }) => price)
  return {
    id: product.id,
    name: product.name,
    slug: product.slug,
    currency: product.currency,
    hasVariants: product.hasVariants,
    price: prices.reduce((least, each) => (Number(each) < Number(least) ? each : least)),
    inStock: variants.some(({ stock }) => stock > 0),
    image: image ? { url: image.url, width: image.width, height: image.height } : null,
    shop: { name: product.shop.name, slug: product.shop.slug },
  }
}
