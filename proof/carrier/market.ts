import { newCategory, publishedProduct, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'

/** Words to search for, and shops by their ids. */
export type Market = { words: string[]; shops: string[] }

const NAMES = [
  'Café',
  'Miel',
  'Savon',
  'Panier',
  'Pagne',
  'Riz',
  'Haricots',
  'Sandales',
  'Lampe',
  'Théière',
  'Huile',
  'Sel',
]

/** Two shops, each with a dozen products and enough of each for everybody. */
export async function openMarket(): Promise<Market> {
  const category = await newCategory()
  const shops: string[] = []
  for (const place of ['du Kivu', 'de Goma']) {
    const shop = await newShopkeeper()
    shops.push(shop.shopId)
    for (const name of NAMES) {
      const variants = JSON.stringify([variant({ stock: 100_000 })])
      await publishedProduct(shop, category, { name: `${name} ${place}`, variants })
    }
  }
  return { words: NAMES, shops }
}
