import type { shops } from '#db/schema/shops/shops.ts'
import { invalid } from '#kernel/failure.ts'
import { formatMoney } from '#kernel/format.ts'

type Shop = Pick<typeof shops.$inferSelect, 'name' | 'currency' | 'minOrderMinor' | 'deliveryMethods'>
type Method = Shop['deliveryMethods'][number]

const METHODS: Record<Method, string> = { DELIVERY: 'la livraison', PICKUP: 'le retrait sur place' }

/** Refuses a way of getting the goods that the shop does not offer. 400 */
export function requireMethod(shop: Shop, method: Method): void {
  if (shop.deliveryMethods.includes(method)) return
  const offered = shop.deliveryMethods.map((each) => METHODS[each]).join(' et ')
  invalid('fulfillmentMethod', `La boutique ${shop.name} propose ${offered}.`)
}

/** Refuses goods worth less than the shop's minimum, both in the shop's currency. 400 */
export function requireMinimum(shop: Shop, inShopMinor: number): void {
  if (inShopMinor >= shop.minOrderMinor) return
  const minimum = formatMoney({ amountMinor: shop.minOrderMinor, currency: shop.currency })
  invalid('items', `Le minimum de commande de la boutique ${shop.name} est de ${minimum}.`)
}
