import { type SQL, sql } from 'drizzle-orm'
import { failureOf, guard } from '#db/guard.ts'
import { once } from '#db/once.ts'
import { products } from '#db/schema/catalogue/products.ts'
import { variants } from '#db/schema/catalogue/variants.ts'
import type { QuotedLine } from '#db/schema/orders/carts.ts'
import { onSale } from '#domain/catalogue/products/search/on-sale.ts'
import type { Ctx } from '#domain/core/context.ts'
import { type RatesInForce, rateBetween } from '#domain/money/rates/between.ts'
import { fail, invalid } from '#kernel/failure.ts'
import { convert, type PriceCurrency } from '#kernel/money.ts'

/** A line that nobody may buy in this shop any more. */
export const NOT_SOLD = guard('NOT_SOLD', 'NOT_FOUND', { message: "Un article n'existe plus dans cette boutique." })

/** A line to buy; refusals name it by its place, from 0, in the request or in the cart. */
export type LineWish = { variantId: string; quantity: number; place: number }

/** The variants to buy, with the facts that decide whether and for how much. */
export const selectVariants = (ctx: Ctx, wanted: { variantId: string }[]) =>
  variantsByIds(ctx.db, ctx.now, JSON.stringify(wanted.map(({ variantId }) => variantId)))

const variantsByIds = once((db, now: number, ids: string) =>
  selectVariantsIn({ db, now }, sql`SELECT value FROM json_each(${ids})`),
)

/** The variants to buy, by the ids that a statement finds. */
export const selectVariantsIn = (ctx: Pick<Ctx, 'db' | 'now'>, ids: SQL) =>
  ctx.db
    .select({
      id: variants.id,
      productId: variants.productId,
      shopId: products.shopId,
      name: products.name,
      variantName: sql<string | null>`variants.name`.as('variant_name'),
      priceMinor: variants.priceMinor,
      available: sql<number>`variants.stock - variants.held`,
      currency: products.currency,
      isSold: sql<number>`(variants.deleted_at IS NULL AND ${onSale(ctx, 'products')})`,
    })
    .from(variants)
    .innerJoin(products, sql`products.id = variants.product_id`)
    .where(sql`variants.id IN (${ids})`)

export type Variant = Awaited<ReturnType<typeof selectVariants>>[number]

type PricedLines = {
  lines: QuotedLine[]
  subtotalMinor: number
  /** The price of the goods in the currency of the shop, in which its minimum is set; 0 if it has no minimum. */
  inShopMinor: number
}

const detailOfUnsold = (place: number) => ({
  field: `items.${place}.variantId`,
  message: "Cet article n'est plus en vente dans cette boutique.",
})

/**
 * Prices the lines of an order now, in the order's currency: each is converted as a whole and rounded once (docs/money.md, Rounding).
 * @throws 404 for a line that the shop does not sell; 409 INSUFFICIENT_STOCK with each short line
 */
export function priceLines(
  wanted: LineWish[],
  found: Variant[],
  shop: { id: string; currency: PriceCurrency; minOrderMinor: number },
  currency: PriceCurrency,
  rates: RatesInForce,
): PricedLines {
  const short: { field: string; message: string }[] = []
  const priced: PricedLines = { lines: [], subtotalMinor: 0, inShopMinor: 0 }
  for (const { variantId, quantity, place } of wanted) {
    const variant = found.find(({ id }) => id === variantId)
    if (!variant || variant.shopId !== shop.id || !variant.isSold)
      throw failureOf({ ...NOT_SOLD, details: [detailOfUnsold(place)] })
    if (variant.available < quantity) {
      short.push({
        field: `items.${place}.quantity`,
        message: `Il en reste ${Math.max(variant.available, 0)} : ${variant.name}.`,
      })
    }
    const lineTotalMinor = exchange(rates, variant.priceMinor * quantity, variant.currency, currency)
    priced.lines.push({
      productId: variant.productId,
      variantId,
      name: variant.variantName ? `${variant.name} (${variant.variantName})` : variant.name,
      quantity,
      unitPriceMinor: exchange(rates, variant.priceMinor, variant.currency, currency),
      lineTotalMinor,
      priceMinor: variant.priceMinor,
      priceCurrency: variant.currency,
      place,
    })
    priced.subtotalMinor += lineTotalMinor
    if (shop.minOrderMinor > 0)
      priced.inShopMinor += exchange(rates, variant.priceMinor * quantity, variant.currency, shop.currency)
  }
  if (short.length > 0) fail('CONFLICT', { reason: 'INSUFFICIENT_STOCK', details: short })
  return priced
}

function exchange(rates: RatesInForce, amountMinor: number, from: PriceCurrency, to: PriceCurrency): number {
  const rate = rateBetween(rates, from, to)
  if (rate === undefined) invalid('currency', `Aucun taux de change de ${from} vers ${to}.`)
  return convert(amountMinor, from, to, rate)
}
