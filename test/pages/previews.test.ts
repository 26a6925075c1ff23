import { describe, expect, it } from 'vitest'
import { run } from '#testing/fixtures/database.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { newPages } from '#testing/stories/pages.ts'
import { page, SITE } from '#testing/stories/share-pages.ts'

// Rule 8.5.5: a link that is sent shows picture, name and price; messengers show a picture whose size they know at the first look.

describe('a preview', () => {
  it('8.5.5 of a list says the size of its picture, which is that of its first product with one', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const images = [new Blob([jpeg({ width: 1200, height: 800 })])]
    const product = await publishedProduct(seller, category, { images })
    const { meta } = await page(`/c/${product.category.slug}`)
    expect(meta('og:image')).toContain('?w=600')
    expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['600', '400'])
  })

  it('8.5.5 without a picture says so, and a product without one has that of its shop', async () => {
    const { paths, product, seller } = await newPages()
    await run('DELETE FROM product_images WHERE product_id = ?', product.id)
    const bare = await page(paths.product)
    expect([bare.meta('og:image'), bare.meta('twitter:card')]).toEqual([undefined, 'summary'])
    const key = `shop-${crypto.randomUUID()}.jpg`
    await run('UPDATE shops SET logo_key = ? WHERE id = ?', key, seller.shopId)
    expect((await page(paths.product)).meta('og:image')).toBe(`${SITE}/api/v1/media/${key}?w=600`)
  })
})
