import { exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { all, count, run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { createProduct, newCategory } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'

// A file that was taken down shows nothing of itself to anybody who kept its address (docs/states.md, Moderation).

type Category = Awaited<ReturnType<typeof newCategory>>
let category: Category
let support: Person
beforeAll(async () => {
  category = await newCategory()
  support = await signUp('SUPPORT')
})

const picture = () => new Blob([jpeg()], { type: 'image/jpeg' })
const get = async (url: string) => {
  const response = await exports.default.fetch(new Request(url))
  await response.arrayBuffer()
  return response.status
}
const sizes = (url: string) => Promise.all([url, `${url}?w=160`, `${url}?w=480`].map(get))
const keyOf = (url: string) => url.split('/').at(-1) ?? ''
const GONE = [404, 404, 404]

async function productOf(seller: Shopkeeper, pictures = 1) {
  const images = Array.from({ length: pictures }, picture)
  const { data } = await createProduct(seller, category, { images })
  return { id: String(data.id), urls: data.images.map(({ url }: { url: string }) => url) as string[] }
}
describe('off the air', () => {
  it('are the pictures of a product that moderation rejected', async () => {
    const seller = await newShopkeeper()
    const { id, urls } = await productOf(seller)
    await run(`UPDATE products SET moderation_status = 'PENDING' WHERE id = ?`, id)
    const refused = { reason: 'Interdit', reasonCode: 'OTHER' }
    expect((await call(support, 'POST', `/moderation/products/${id}/reject`, refused)).status).toBe(200)
    expect(await sizes(urls[0] ?? '')).toEqual(GONE)
  })
})

describe('the team', () => {
  const remove = (as: Person, url: string, body: object = { reason: 'Image interdite' }) =>
    call(as, 'DELETE', `/moderation/media/${keyOf(url)}`, body)

  it('removes one picture of a product: the others move up, its owner is told why, and the record has it', async () => {
    const seller = await newShopkeeper()
    const { id, urls } = await productOf(seller, 3)
    const [first = '', second = '', third = ''] = urls
    expect((await remove(support, first)).status).toBe(200)
    const { data } = await call(seller, 'GET', `/products/${id}`)
    expect(data.images.map(({ url }: { url: string }) => url)).toEqual([second, third])
    expect(await get(first)).toBe(404)
    const told = await call(seller, 'GET', '/notifications')
    expect(told.data.notifications[0]).toMatchObject({
      type: 'picture.removed',
      body: expect.stringContaining('Image interdite'),
    })
    expect(await all('SELECT action, actor_id FROM audit WHERE target_id = ?', keyOf(first))).toEqual([
      { action: 'media.remove', actor_id: support.id },
    ])
    expect((await remove(support, first)).status).toBe(404)
    expect(await count('audit WHERE target_id = ?', keyOf(first))).toBe(1)
  })
})
