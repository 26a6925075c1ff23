import { describe, expect, it } from 'vitest'
import { listProducts } from '#domain/catalogue/products/showing/list.ts'
import { bytesOf, MAX_VARIANTS_BYTES } from '#domain/catalogue/variants/weight.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

// A list shows whole products: what one of them may weigh bounds what a page does (docs/limits.md, Sizes).

/** With their ids and prices, and the longest descriptions and ten pictures of each. */
const MOST_OF_A_PAGE = 500_000

type Variant = { name: string; sku: string; attributes: Record<string, string> | null }
const wide = (n: number, mark: number) => '漢'.repeat(n - 3) + String(mark).padStart(3, '0')
/** As many as fit, of the heaviest kind that they may be. */
const fill = (of: (i: number) => Variant): Variant[] => {
  const all: Variant[] = []
  const weigh = (more: Variant[]) => bytesOf(more.map((one) => ({ ...one, price: 500, stock: 0 })))
  while (all.length < 50 && weigh([...all, of(all.length)]) <= MAX_VARIANTS_BYTES) all.push(of(all.length))
  return all
}
const KINDS: Record<string, Variant[]> = {
  'of ten long attributes each': fill((i) => ({
    ...{ name: wide(80, i), sku: `${i}` },
    attributes: Object.fromEntries(Array.from({ length: 10 }, (_, k) => [wide(40, k), wide(100, k)])),
  })),
  'of fifty long names': fill((i) => ({ name: wide(80, i), sku: `${i}`, attributes: null })),
}

const domain = openDomain(addMarket)

function addHeavy(variants: Variant[]) {
  const product = domain.row<Record<string, string>>("SELECT * FROM products WHERE id = 'prod'")
  const long = { name: wide(100, 1), description: wide(1000, 1), brand: wide(80, 1) }
  for (let i = 0; i < 20; i++) {
    const id = `00000000-0000-7000-8000-0000000000${String(i).padStart(2, '0')}`
    domain.add('products', { ...product, ...long, id, slug: `${id}-${'s'.repeat(60)}` })
    for (const [position, one] of variants.entries()) {
      const filed = { id: id.replace('0000', `${1000 + position}`), product_id: id, position, price_minor: 500 }
      const attributes = one.attributes && JSON.stringify(one.attributes)
      domain.add('variants', { ...one, attributes, ...filed, created_at: NOW, updated_at: NOW })
    }
    for (let position = 0; position < 10; position++) {
      const key = `products/${id}-${position}.webp`
      const picture = { content_type: 'image/webp', width: 4000, height: 4000, created_at: NOW }
      domain.add('product_images', { id: `${id}${position}`, product_id: id, key, position, ...picture })
    }
    domain.run('UPDATE products SET visible = 1 WHERE id = ?', id)
  }
}

describe('the first page of the market', () => {
  it.each(Object.entries(KINDS))('is small with twenty products %s', async (_, variants) => {
    addHeavy(variants)
    const { products } = await listProducts(domain.ctx, { page: 1, limit: 20 })
    expect(products).toHaveLength(20)
    expect(bytesOf(products)).toBeLessThan(MOST_OF_A_PAGE)
  })
})
