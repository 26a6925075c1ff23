import { type SQL, sql } from 'drizzle-orm'
import { failureOf, guard } from '#db/guard.ts'
import { once } from '#db/once.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import type { RatesInForce } from '#domain/money/rates/between.ts'
import { refuseInClosure } from '#domain/shops/shops/closed.ts'
import { fail } from '#kernel/failure.ts'
import {
  priceGroup,
  refuseOwnShop,
  type ShopToBuyFrom,
  selectShopsToBuyFrom,
  type Terms,
} from '../orders/basket/price-group.ts'
import { type CartItemRow, linesOf } from './queries.ts'
import { type CartIssue, issueOf } from './view.ts'

/** The shops that the cart of the person asking buys from. */
export const selectShopsOfOwnCart = (ctx: Ctx) => shopsOfCart(ctx.db, actorOf(ctx).id)

const shopsOfCart = once((db, userId: string) => selectShopsOfCart({ db }, linesOf(userId)))

/** The shops that a cart with these lines buys from. */
export const selectShopsOfCart = (ctx: Pick<Ctx, 'db'>, lines: SQL) =>
  selectShopsToBuyFrom(
    ctx,
    sql`shops.id IN (
      SELECT p.shop_id FROM ${lines} i JOIN variants v ON v.id = i.variant_id JOIN products p ON p.id = v.product_id)`,
  )

export const CART_EMPTY = guard('CART_EMPTY', 'CONFLICT', { message: 'Votre panier est vide. Ajoutez-y un article.' })

/** Shops that are ordered from at once: all their orders are paid in one commit (docs/limits.md, Sizes). */
const MOST_SHOPS = 20

/**
 * Prices what each shop of a cart would get.
 * @throws 403 OWN_SHOP; 409 for an empty cart, for lines that cannot be bought, each named, and OUT_OF_REACH; 400 by a
 *   shop's terms and without a rate
 */
export function priceGroups(ctx: Ctx, items: CartItemRow[], found: ShopToBuyFrom[], rates: RatesInForce, terms: Terms) {
  if (items.length === 0) throw failureOf(CART_EMPTY)
  refuseOwnShop(ctx, found)
  requireBuyable(ctx, items, found)
  const shopIds = new Set(items.map(({ shopId }) => shopId))
  if (shopIds.size > MOST_SHOPS)
    fail('CONFLICT', { message: `On commande dans ${MOST_SHOPS} boutiques au plus à la fois. Retirez-en du panier.` })
  const placed = items.map((item, place) => ({ ...item, place, id: item.variantId }))
  return [...shopIds].map((shopId) => {
    const shop = found.find(({ shop: { id } }) => id === shopId) ?? fail('NOT_FOUND')
    const ofShop = placed.filter((item) => item.shopId === shopId)
    return priceGroup(ctx, { wanted: ofShop, variants: ofShop }, shop, rates, terms)
  })
}

const SAID: Partial<Record<CartIssue, (item: CartItemRow) => { field: string; message: string }>> = {
  UNAVAILABLE: ({ name }) => ({ field: 'variantId', message: `${name} n'est plus en vente.` }),
  SHOP_CLOSED: ({ name, shopName }) => ({ field: 'variantId', message: `${shopName} est fermée : ${name}.` }),
  OUT_OF_STOCK: ({ name }) => ({ field: 'quantity', message: `${name} est épuisé.` }),
  LOW_STOCK: ({ name, available }) => ({ field: 'quantity', message: `Il en reste ${available} : ${name}.` }),
}

/**
 * Refuses lines that cannot be bought as they are, each named by its place in the cart: `priceGroup` would refuse them as well,
 * and name the first. A new price is no hindrance.
 */
function requireBuyable(ctx: Ctx, items: CartItemRow[], found: ShopToBuyFrom[]): void {
  const issues = items.map(issueOf)
  const details = items.flatMap((item, i) => {
    const said = SAID[issues[i] ?? 'PRICE_CHANGED']?.(item)
    return said ? [{ ...said, field: `items.${i}.${said.field}` }] : []
  })
  if (details.length === 0) return
  if (!issues.includes('UNAVAILABLE')) {
    refuseInClosure(
      ctx,
      found.map(({ shop }) => shop),
      details,
    )
    fail('CONFLICT', { reason: 'INSUFFICIENT_STOCK', details })
  }
  fail('CONFLICT', { message: 'Des articles du panier ne peuvent pas être commandés.', details })
}
