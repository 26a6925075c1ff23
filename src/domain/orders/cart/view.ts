import * as z from 'zod'
import type { quotes } from '#db/schema/orders/carts.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { mediaUrl } from '#domain/core/files/media-url.ts'
import { ShopCard, viewShopCard } from '#domain/shops/shops/card.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { iso, MINUTE_MS } from '#kernel/time.ts'
import { totalOfGroup } from '../orders/basket/price-group.ts'
import type { CartItemRow } from './queries.ts'
import { TotalsView, viewTotals } from './totals.ts'

/** Problems of a line, the first of which is shown (docs/states.md, Cart). */
export const CART_ISSUES = ['UNAVAILABLE', 'SHOP_CLOSED', 'OUT_OF_STOCK', 'LOW_STOCK', 'PRICE_CHANGED'] as const
export type CartIssue = (typeof CART_ISSUES)[number]

const CartItemView = z
  .object({
    id: f.id,
    variantId: f.id,
    productId: f.id,
    shopId: f.id,
    name: z.string(),
    variantName: z.string().nullable(),
    imageUrl: z.string().nullable(),
    quantity: z.int(),
    unitPrice: f.decimal,
    currency: f.priceCurrency,
    lineTotal: f.decimal,
    issue: z.enum(CART_ISSUES).nullable(),
  })
  .meta({ id: 'CartItem' })

/** A cart at present prices (docs/states.md, Cart). */
export const CartView = z
  .object({
    id: f.id,
    version: z.int(),
    items: z.array(CartItemView),
    groups: z.array(
      z.object({
        shopId: f.id,
        shop: ShopCard,
        currency: f.priceCurrency,
        itemIds: z.array(f.id),
        subtotal: f.decimal,
      }),
    ),
    totals: TotalsView,
  })
  .meta({ id: 'Cart' })
export type CartView = z.output<typeof CartView>

/** The problem of a line, if there is one. */
export function issueOf({ isSold, isShopClosed, available, quantity, isRepriced }: CartItemRow): CartIssue | null {
  if (!isSold) return 'UNAVAILABLE'
  if (isShopClosed) return 'SHOP_CLOSED'
  if (available < 1) return 'OUT_OF_STOCK'
  if (available < quantity) return 'LOW_STOCK'
  return isRepriced ? 'PRICE_CHANGED' : null
}

const lineTotal = ({ priceMinor, quantity }: CartItemRow) => priceMinor * quantity

/** Shows the answers of `selectCart` to the owner; the id of the cart is its owner's id. */
export function viewCart(ctx: Ctx, [row]: { version: number }[], items: CartItemRow[]): CartView {
  return {
    id: actorOf(ctx).id,
    version: row?.version ?? 1,
    items: items.map((item) => viewItem(ctx, item)),
    groups: groupsOf(items, ({ shopId, currency }) => `${shopId} ${currency}`).map((group) => viewGroup(ctx, group)),
    totals: viewTotals(items.map((item) => ({ currency: item.currency, minor: lineTotal(item) }))),
  }
}

function viewItem(ctx: Ctx, item: CartItemRow): z.output<typeof CartItemView> {
  const { id, variantId, productId, shopId, name, variantName, imageKey, quantity, currency } = item
  return {
    ...{ id, variantId, productId, shopId, name, variantName },
    imageUrl: imageKey && mediaUrl(ctx, imageKey),
    quantity,
    unitPrice: formatAmount(item.priceMinor, currency),
    currency,
    lineTotal: formatAmount(lineTotal(item), currency),
    issue: issueOf(item),
  }
}

function viewGroup(ctx: Ctx, items: Group): CartView['groups'][number] {
  const [{ shopId, shopName, shopSlug, shopLogoKey, currency }] = items
  return {
    shopId,
    shop: viewShopCard(ctx, { id: shopId, name: shopName, slug: shopSlug, logoKey: shopLogoKey }),
    currency,
    itemIds: items.map(({ id }) => id),
    subtotal: formatAmount(
      items.reduce((sum, item) => sum + lineTotal(item), 0),
      currency,
    ),
  }
}

type Group = [CartItemRow, ...CartItemRow[]]

/** Groups lines by a key, in the order in which each key first occurs. */
function groupsOf(items: CartItemRow[], keyOf: (item: CartItemRow) => string): Group[] {
  const groups = new Map<string, Group>()
  for (const item of items) {
    const known = groups.get(keyOf(item))
    if (known) known.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups.values()]
}

/** Time for which a quote keeps its prices, and a guest's quote may be shown, in ms (docs/limits.md, Timers). */
export const QUOTE_MS = 15 * MINUTE_MS

/** The price of a cart, and the end of the quote; a guest's has no id (docs/states.md, Quote). */
export const QuoteView = z
  .object({
    quoteId: f.id.optional(),
    groups: z.array(
      z.object({
        shopId: f.id,
        currency: f.priceCurrency,
        subtotal: f.decimal,
        deliveryFee: f.decimal,
        total: f.decimal,
      }),
    ),
    totals: TotalsView,
    expiresAt: f.isoTime,
  })
  .meta({ id: 'Quote' })
export type QuoteView = z.output<typeof QuoteView>

type Quote = Pick<typeof quotes.$inferSelect, 'groups' | 'expiresAt'> & { id?: string }

export function viewQuote({ id, groups, expiresAt }: Quote): QuoteView {
  return {
    ...(id !== undefined && { quoteId: id }),
    groups: groups.map((group) => ({
      shopId: group.shopId,
      currency: group.currency,
      subtotal: formatAmount(group.subtotalMinor, group.currency),
      deliveryFee: formatAmount(group.deliveryFeeMinor, group.currency),
      total: formatAmount(totalOfGroup(group), group.currency),
    })),
    totals: viewTotals(groups.map((group) => ({ currency: group.currency, minor: totalOfGroup(group) }))),
    expiresAt: iso(expiresAt),
  }
}
