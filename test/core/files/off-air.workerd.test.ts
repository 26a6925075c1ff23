import { exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { all, count, run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { createProduct, newCategory } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'

// What was taken down shows nothing of itself to anybody who kept its address (docs/states.md, Moderation).

type Category = Awaited<ReturnType<typeof newCategory>>
let category: Category
let admin: Person
let support: Person
beforeAll(async () => {
  category = await newCategory()
  admin = await signUp('ADMIN')
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
const THERE = [200, 200, 200]

async function productOf(seller: Shopkeeper, pictures = 1) {
  const images = Array.from({ length: pictures }, picture)
  const { data } = await createProduct(seller, category, { images })
  return { id: String(data.id), urls: data.images.map(({ url }: { url: string }) => url) as string[] }
}
async function setPicture(as: Person, path: string, field: string): Promise<string> {
  const form = new FormData()
  form.append(field, picture(), 'a.jpg')
  const { data } = await call(as, 'POST', path, form)
  return data[`${field}Url`]
}

describe('off the air', () => {
  it('are the pictures of a product that was taken down, until it is restored', async () => {
    const seller = await newShopkeeper()
    const { id, urls } = await productOf(seller)
    await call(seller, 'POST', `/products/${id}/status`, { status: 'PUBLISHED' })
    expect(await sizes(urls[0] ?? '')).toEqual(THERE)
    expect((await call(support, 'POST', `/moderation/products/${id}/takedown`, { reason: 'Interdit' })).status).toBe(
      200,
    )
    expect(await sizes(urls[0] ?? '')).toEqual(GONE)
    expect((await call(support, 'POST', `/moderation/products/${id}/restore`, {})).status).toBe(200)
    expect(await sizes(urls[0] ?? '')).toEqual(THERE)
  })

  it('are logo and products of a suspended shop', async () => {
    const seller = await newShopkeeper()
    const { urls } = await productOf(seller)
    const logo = await setPicture(seller, `/seller/shop/${seller.shopId}/logo`, 'logo')
    expect(await get(logo)).toBe(200)
    await call(support, 'POST', `/seller/shop/${seller.shopId}/suspend`, { reason: 'Fraude' })
    for (const url of [logo, ...urls]) expect(await sizes(url)).toEqual(GONE)
  })

  it('are the avatar, the banner and the products of a blocked account', async () => {
    const seller = await newShopkeeper()
    const { urls } = await productOf(seller)
    const avatar = await setPicture(seller, '/users/me/avatar', 'avatar')
    const banner = await setPicture(seller, `/seller/shop/${seller.shopId}/banner`, 'banner')
    await call(admin, 'POST', `/users/${seller.id}/block`, { reason: 'Fraude' })
    for (const url of [avatar, banner, ...urls]) expect(await get(url)).toBe(404)
    await call(admin, 'POST', `/users/${seller.id}/unblock`)
    for (const url of [avatar, banner, ...urls]) expect(await get(url)).toBe(200)
  })

  it('are avatar, logo and products of an account that staff delete, until it is restored', async () => {
    const seller = await newShopkeeper()
    const { urls } = await productOf(seller)
    const avatar = await setPicture(seller, '/users/me/avatar', 'avatar')
    const logo = await setPicture(seller, `/seller/shop/${seller.shopId}/logo`, 'logo')
    expect((await call(admin, 'POST', `/users/${seller.id}/delete`, { reason: 'Fraude' })).status).toBe(200)
    for (const url of [avatar, logo, ...urls]) expect(await get(url)).toBe(404)
    expect((await call(admin, 'POST', `/users/${seller.id}/restore`, {})).status).toBe(200)
    for (const url of [avatar, logo, ...urls]) expect(await get(url)).toBe(200)
  })

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

  it('removes a logo, a banner and an avatar', async () => {
    const seller = await newShopkeeper()
    const logo = await setPicture(seller, `/seller/shop/${seller.shopId}/logo`, 'logo')
    const banner = await setPicture(seller, `/seller/shop/${seller.shopId}/banner`, 'banner')
    const avatar = await setPicture(seller, '/users/me/avatar', 'avatar')
    for (const url of [logo, banner, avatar]) {
      expect((await remove(admin, url)).status).toBe(200)
      expect(await get(url)).toBe(404)
    }
    expect((await call(seller, 'GET', `/seller/shop/${seller.shopId}`)).data).toMatchObject({
      logoUrl: null,
      bannerUrl: null,
    })
    expect((await call(seller, 'GET', '/users/me')).data).toMatchObject({ avatarUrl: null })
  })

  it('says why, and knows no other key', async () => {
    const seller = await newShopkeeper()
    const avatar = await setPicture(seller, '/users/me/avatar', 'avatar')
    expect((await remove(support, avatar, {})).status).toBe(400)
    expect((await remove(seller, avatar)).status).toBe(403)
    for (const key of ['private', `product-${crypto.randomUUID()}.jpg`])
      expect((await remove(support, key)).status).toBe(404)
  })
})
