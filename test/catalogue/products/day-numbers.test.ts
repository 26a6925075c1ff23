import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { type Answer, call, type Person } from '#testing/api.ts'
import { all, count, run } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { addPaper } from '#testing/fixtures/kyc.ts'
import { actOnOrder, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { createProduct, newCategory, storedPictures, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'
import { refuse } from '#testing/sandbox.ts'
import { newStall, ok } from '#testing/stories/catalogue.ts'

// Rule: what somebody makes and takes away again frees its place in the plan, but leaves rows and files behind. So much of it a day,
// then 429, and nothing is stored; another person is not meant. What is deleted takes the pictures that nobody sees any more with it.

const picture = (field: string) => {
  const form = new FormData()
  form.append(field, new Blob([jpeg()]), 'a.jpg')
  return form
}
const used = (what: string, { id }: Person, times: number) =>
  run(
    `INSERT INTO attempts (key, count, window_ends_at) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET count = excluded.count`,
    `${what}:${id}`,
    times,
    Date.now() + 3_600_000,
  )

type Stall = { seller: Shopkeeper; product: { id: string; variants: { id: string; stock: number }[] } }
type Act = (stall: Stall) => Promise<Answer>
const variantOf = ({ product }: Stall) => product.variants[0] ?? { id: '', stock: 0 }
const STOCK = { type: 'PURCHASE', amount: 1 }
const ACTS: [string, string, number, Act][] = [
  ['products', 'products', 500, async ({ seller }) => createProduct(seller, await newCategory())],
  [
    'variants',
    'variants',
    1000,
    ({ seller, product }) => call(seller, 'POST', `/products/${product.id}/variants`, variant({ name: 'Moulu' })),
  ],
  [
    'uploads for products',
    'product-uploads',
    500,
    ({ seller, product }) => call(seller, 'POST', `/products/${product.id}/images`, picture('images')),
  ],
  [
    'logos and banners',
    'shop-uploads',
    100,
    ({ seller }) => call(seller, 'POST', `/seller/shop/${seller.shopId}/logo`, picture('logo')),
  ],
  ['identity papers', 'kyc-papers', 100, ({ seller }) => addPaper(seller, 'SELFIE')],
  ['avatars', 'avatars', 60, ({ seller }) => call(seller, 'POST', '/users/me/avatar', picture('avatar'))],
  [
    'changes of a stock',
    'edits',
    2000,
    (stall) => call(stall.seller, 'POST', `/products/variants/${variantOf(stall).id}/stock`, STOCK),
  ],
  [
    'counts of a stock, which are changes of it',
    'edits',
    2000,
    (stall) => {
      const { id, stock } = variantOf(stall)
      return call(stall.seller, 'PUT', `/products/variants/${id}/stock`, {
        stock,
        expectedStock: stock,
        reason: 'Compté',
      })
    },
  ],
  [
    'lists of changes of stocks',
    'edits',
    2000,
    (stall) =>
      call(stall.seller, 'POST', '/products/stock/bulk', { items: [{ variantId: variantOf(stall).id, ...STOCK }] }),
  ],
]
const stalled = async (): Promise<Stall> => {
  const { seller, product } = await newStall()
  return { seller, product }
}

describe('in a day', () => {
  it.each(ACTS)('a seller makes so many %s, and then no more', async (_, what, most, act) => {
    const stall = await stalled()
    await used(what, stall.seller, most - 1)
    expect((await act(stall)).status).toBeLessThan(300)
    const before = await storedPictures()
    const refused = await act(stall)
    expect([refused.status, refused.error?.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await storedPictures()).toEqual(before)
  })

  it('somebody else goes on', async () => {
    await used('avatars', await signUp('BUYER'), 60)
    expect((await call(await signUp('BUYER'), 'POST', '/users/me/avatar', picture('avatar'))).status).toBe(200)
  })
})

describe('the pictures of a product that is deleted', () => {
  const keys = (id: string) => all<{ key: string }>('SELECT key FROM product_images WHERE product_id = ?', id)
  const statusOf = async (url: string) => (await exports.default.fetch(new Request(url))).status

  it('all go where it was never on sale', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const images = [new Blob([jpeg()]), new Blob([jpeg()])]
    const product = ok(await createProduct(seller, category, { images }))
    ok(await call(seller, 'DELETE', `/products/${product.id}`))
    expect(await keys(product.id)).toEqual([])
    for (const { url } of product.images) await expect.poll(() => statusOf(url)).toBe(404)
    await expect.poll(() => count('removed_files')).toBe(0)
  })

  it('all go where it was on sale and nobody ordered it, or nobody paid', async () => {
    for (const isOrdered of [false, true]) {
      const { seller, product } = await newStall({ images: [new Blob([jpeg()]), new Blob([jpeg()])] })
      if (isOrdered) {
        const market = {
          seller,
          buyer: await signUp(),
          productId: product.id,
          variantId: variantOf({ seller, product }).id,
        }
        const payerPhoneNumber = freshPhone()
        const order = ok(await postOrder(market, { payerPhoneNumber, fulfillmentMethod: 'PICKUP', quantity: 1 }))
        await refuse(payerPhoneNumber)
        ok(await actOnOrder(market.buyer, order.id, 'cancel', {}))
      }
      ok(await call(seller, 'DELETE', `/products/${product.id}`))
      expect(await keys(product.id)).toEqual([])
      for (const { url } of product.images) await expect.poll(() => statusOf(url)).toBe(404)
    }
  })

  it('go but for the first, which its orders show', async () => {
    const { seller, product } = await newStall({ images: [new Blob([jpeg()]), new Blob([jpeg()])] })
    const [first, second] = product.images
    const market = {
      seller,
      buyer: await signUp(),
      productId: product.id,
      variantId: variantOf({ seller, product }).id,
    }
    const order = await paidOrder(market, { fulfillmentMethod: 'PICKUP', quantity: 1 })
    ok(await actOnOrder(seller, order.id, 'reject', { reason: 'épuisé' }))
    ok(await call(seller, 'DELETE', `/products/${product.id}`))
    expect(await statusOf(first.url)).toBe(200)
    expect(await keys(product.id)).toHaveLength(1)
    await expect.poll(() => statusOf(second.url)).toBe(404)
  })
})
