import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { publishedProduct, storedPictures } from '#testing/fixtures/products.ts'
import type { Shopkeeper } from '#testing/fixtures/shops.ts'
import { expectStaffOnly, newStall, UNKNOWN } from '#testing/stories/catalogue.ts'
import { again } from '#testing/stories/money.ts'
import { fileForm, ok } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { askRaw, noticesOf, routes } from '#testing/stories/readers.ts'

// Rule 8.3.5: taken down is off the air: pictures of a taken-down product, a suspended shop, a blocked account are 404 and leave the
// caches (purged by tag); staff remove a picture, a logo, an avatar (`DELETE /moderation/media/:key`, ADMIN, SUPPORT, reason, told,
// audited).

clockGoesOn()

const WIDTHS = ['', '?w=160', '?w=480', '?w=1080']
const WHY = 'Contenu-interdit-51'
const keyOf = (url: string) => new URL(url, 'http://localhost:8787').pathname.split('/').at(-1) ?? ''

/** The status of each address of a picture, of every width, for a guest. */
const statusesOf = async (url: string, headers: Record<string, string> = {}): Promise<number[]> =>
  Promise.all(
    WIDTHS.map(async (width) => (await askRaw(null, 'GET', `/media/${keyOf(url)}${width}`, undefined, headers)).status),
  )
const SHOWN = WIDTHS.map(() => 200)
const GONE = WIDTHS.map(() => 404)
async function expectOn(...urls: string[]): Promise<void> {
  for (const url of urls) expect(await statusesOf(url), url).toEqual(SHOWN)
}
async function expectOff(...urls: string[]): Promise<void> {
  for (const url of urls) expect(await statusesOf(url), url).toEqual(GONE)
}

const picture = (field: string, width = 2) => {
  const form = new FormData()
  form.append(field, new Blob([jpeg({ width })]), 'photo.jpg')
  return form
}
const setLogo = async (seller: Shopkeeper): Promise<string> =>
  ok(await call(seller, 'POST', `/seller/shop/${seller.shopId}/logo`, picture('logo', 3))).logoUrl
const setBanner = async (seller: Shopkeeper): Promise<string> =>
  ok(await call(seller, 'POST', `/seller/shop/${seller.shopId}/banner`, picture('banner', 4))).bannerUrl
const setAvatar = async (person: Person): Promise<string> =>
  ok(await call(person, 'POST', '/users/me/avatar', picture('avatar', 5))).avatarUrl
const addImage = async (seller: Shopkeeper, id: string): Promise<string> =>
  ok(await call(seller, 'POST', `/products/${id}/images`, picture('images', 6))).images.at(-1).url

/** A shop with everything that shows a picture. */
async function dressed() {
  const stall = await newStall()
  const { seller, product } = stall
  const [logo, banner, avatar] = [await setLogo(seller), await setBanner(seller), await setAvatar(seller)]
  const other = await publishedProduct(seller, stall.category)
  const images = [product.images[0].url, await addImage(seller, stall.id)] as string[]
  return { ...stall, logo, banner, avatar, images, other: other.images[0].url as string }
}
type Dressed = Awaited<ReturnType<typeof dressed>>
const moderate = async (id: string, act: string, body: object = { reason: WHY }) =>
  ok(await call(await signUp('SUPPORT'), 'POST', `/moderation/products/${id}/${act}`, body))
const suspend = async (shopId: string, act = 'suspend') =>
  ok(await call(await signUp('SUPPORT'), 'POST', `/seller/shop/${shopId}/${act}`, { reason: WHY }))
const block = async (id: string, act = 'block') =>
  ok(await call(await signUp('ADMIN'), 'POST', `/users/${id}/${act}`, { reason: WHY }))

describe('a product that was taken down', () => {
  it('8.3.5 has no picture at any address, width, or by what a phone kept; its shop has', async () => {
    const { id, images, other, logo, banner } = await dressed()
    await expectOn(...images, other, logo, banner)
    const { headers } = await askRaw(null, 'GET', `/media/${keyOf(images[0] ?? '')}`)
    await moderate(id, 'takedown')
    await expectOff(...images)
    expect(await statusesOf(images[0] ?? '', { 'if-none-match': headers.get('etag') ?? '' })).toEqual(GONE)
    await expectOn(other, logo, banner)
  })

  it('8.3.5 has none that was never looked at before, nor one that is put up after', async () => {
    const { seller, id, images } = await dressed()
    await moderate(id, 'takedown')
    await expectOff(...images)
    const added = await call(seller, 'POST', `/products/${id}/images`, picture('images', 7))
    if (added.status < 300) await expectOff(added.data.images.at(-1).url)
  })

  it('8.3.5 comes back with its pictures when staff restore it', async () => {
    const { id, images } = await dressed()
    await moderate(id, 'takedown')
    await expectOff(...images)
    await moderate(id, 'restore', {})
    await expectOn(...images)
  })

  it('8.3.5 stays off when its seller edits, archives or deletes it', async () => {
    const { seller, id, images } = await dressed()
    await moderate(id, 'takedown')
    await call(seller, 'PUT', `/products/${id}`, { name: 'Café du Kivu, neuf' })
    await expectOff(...images)
    await call(seller, 'POST', `/products/${id}/status`, { status: 'ARCHIVED' })
    await expectOff(...images)
    await call(seller, 'POST', `/products/${id}/status`, { status: 'DRAFT' })
    await call(seller, 'POST', `/products/${id}/submit`)
    await expectOff(...images)
    ok(await call(seller, 'DELETE', `/products/${id}`))
    await expectOff(...images)
  })

  it('8.3.5 shows no picture in its orders, carts and favorites', async () => {
    const market = await newMarket()
    const { images } = ok(await call(guest, 'GET', `/products/${market.productId}`))
    ok(await call(market.buyer, 'POST', '/favorites', { type: 'PRODUCT', targetId: market.productId }))
    ok(await call(market.buyer, 'POST', '/cart/items', { variantId: market.variantId, quantity: 1 }))
    const order = await paidOrder(market)
    await moderate(market.productId, 'takedown')
    const shown = [
      ok(await call(market.buyer, 'GET', `/orders/${order.id}`)).items[0].imageUrl,
      ok(await call(market.buyer, 'GET', '/orders/me')).orders[0].items[0].imageUrl,
      ok(await call(market.seller, 'GET', `/orders/${order.id}`)).items[0].imageUrl,
      ok(await call(market.buyer, 'GET', '/cart')).items[0].imageUrl,
    ].filter((url) => url !== null)
    await expectOff(images[0].url, ...shown)
    expect(ok(await call(market.buyer, 'GET', '/favorites')).favorites[0].target).toBeNull()
  })

  it('8.3.5 is named by a tag in what caches keep, so that one call takes it away', async () => {
    const { images, logo } = await dressed()
    for (const url of [images[0] ?? '', `${logo}`]) {
      const { headers } = await askRaw(null, 'GET', `/media/${keyOf(url)}`)
      const kept =
        /s-maxage=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1] ?? headers.get('cloudflare-cdn-cache-control')
      // Either a tag by which it is purged, or nothing that a shared cache keeps for longer than a list.
      expect(headers.has('cache-tag') || Number(kept) <= 300, url).toBe(true)
    }
  })
})

describe('a shop that was suspended', () => {
  it('8.3.5 has neither logo nor banner nor pictures of products', async () => {
    const { seller, images, other, logo, banner } = await dressed()
    await expectOn(logo, banner)
    await suspend(seller.shopId)
    await expectOff(...images, other, logo, banner)
  })

  it('8.3.5 has none that is put up after', async () => {
    const { seller, id } = await dressed()
    await suspend(seller.shopId)
    const added = [
      await call(seller, 'POST', `/seller/shop/${seller.shopId}/logo`, picture('logo', 8)),
      await call(seller, 'POST', `/seller/shop/${seller.shopId}/banner`, picture('banner', 9)),
      await call(seller, 'POST', `/products/${id}/images`, picture('images', 10)),
    ].filter(({ status }) => status < 300)
    for (const { data } of added)
      await expectOff(...[data.logoUrl, data.bannerUrl, data.images?.at(-1)?.url].filter((url) => url))
  })

  it('8.3.5 comes back with all of them, but for what was taken down by itself', async () => {
    const { seller, id, images, other, logo, banner } = await dressed()
    await moderate(id, 'takedown')
    await suspend(seller.shopId)
    await suspend(seller.shopId, 'reactivate')
    await expectOn(other, logo, banner)
    await expectOff(...images)
  })

  it('8.3.5 leaves the pictures of another shop of the same seller', async () => {
    const { seller, product } = await dressed()
    const address = { country: 'CD', city: 'Goma' }
    const second = ok(await call(seller, 'POST', '/seller/shop', { name: `Second ${crypto.randomUUID()}`, address }))
    ok(await call(seller, 'POST', `/seller/shop/${second.id}/publish`))
    const logo = ok(await call(seller, 'POST', `/seller/shop/${second.id}/logo`, picture('logo', 11))).logoUrl
    await suspend(seller.shopId)
    await expectOn(logo)
    await expectOff(product.images[0].url)
  })

  it('8.3.5 shows no logo in an order or a product of its', async () => {
    const market = await newMarket()
    await setLogo(market.seller)
    const order = await paidOrder(market)
    await suspend(market.seller.shopId)
    const { shop } = ok(await call(market.buyer, 'GET', `/orders/${order.id}`))
    if (shop.logoUrl) await expectOff(shop.logoUrl)
  })
})

describe('an account that was blocked', () => {
  it('8.3.5 has no avatar, logo, banner or picture of a product', async () => {
    const { seller, images, other, logo, banner, avatar } = await dressed()
    await expectOn(avatar)
    await block(seller.id)
    await expectOff(avatar, ...images, other, logo, banner)
    await block(seller.id, 'unblock')
    await expectOn(avatar, ...images, other, logo, banner)
  })

  it.each(['BUYER', 'RIDER', 'SUPPORT'] as const)('8.3.5 so is that of a %s', async (role) => {
    const person = await signUp(role)
    const avatar = await setAvatar(person)
    await block(person.id)
    await expectOff(avatar)
  })

  it('8.3.5 deleted by an ADMIN, it has none either', async () => {
    const { seller, images, logo, banner, avatar } = await dressed()
    ok(await call(await signUp('ADMIN'), 'POST', `/users/${seller.id}/delete`, { reason: WHY }))
    await expectOff(avatar, ...images, logo, banner)
    ok(await call(await signUp('ADMIN'), 'POST', `/users/${seller.id}/restore`))
    await expectOn(avatar, ...images, logo, banner)
  })
})

/** A picture of each kind, whose it is, and how it is seen where it was shown. */
const kinds: [string, (all: Dressed) => string, (all: Dressed) => Promise<unknown>][] = [
  ['a picture of a product', ({ images }) => images[1] ?? '', async ({ id }) => call(guest, 'GET', `/products/${id}`)],
  ['the only picture of a product', ({ other }) => other, async () => undefined],
  ['a logo', ({ logo }) => logo, async ({ seller }) => call(guest, 'GET', `/seller/shop/${seller.shopId}`)],
  ['a banner', ({ banner }) => banner, async ({ seller }) => call(guest, 'GET', `/seller/shop/${seller.shopId}`)],
  ['an avatar', ({ avatar }) => avatar, async ({ seller }) => call(seller, 'GET', '/users/me')],
]

describe('staff remove a picture', () => {
  const remove = (as: Person | null, url: string, body: unknown = { reason: WHY }) =>
    call(as, 'DELETE', `/moderation/media/${keyOf(url)}`, body)

  it.each(kinds)(
    '8.3.5 %s: gone at every width, from every answer and from the store; told, and audited',
    async (_, of, seenAt) => {
      const all = await dressed()
      const url = of(all)
      await expectOn(url)
      const [support, admin] = [await signUp('SUPPORT'), await signUp('ADMIN')]
      const before = (await noticesOf(all.seller)).length
      expect(ok(await remove(support, url))).toEqual({ deleted: true })
      await expectOff(url)
      expect(JSON.stringify(await seenAt(all)) ?? '').not.toContain(keyOf(url))
      expect((await storedPictures()).filter((key) => key.includes(keyOf(url)))).toEqual([])
      const told = (await noticesOf(all.seller)).slice(before)
      expect(told.length).toBeGreaterThan(0)
      expect(JSON.stringify(ok(await call(all.seller, 'GET', '/notifications')).notifications)).toContain(WHY)
      const { entries } = ok(await call(await again(admin), 'GET', `/audit?actorId=${support.id}`))
      expect(JSON.stringify(entries)).toContain(keyOf(url))
      expect(JSON.stringify(entries)).toContain(WHY)
    },
  )

  it('8.3.5 only ADMIN and SUPPORT, with a reason', async () => {
    const { logo, staff } = await dressed()
    await expectStaffOnly('DELETE', `/moderation/media/${keyOf(logo)}`, { reason: WHY })
    for (const body of [{}, { reason: '' }, { reason: 'x'.repeat(501) }])
      expect((await remove(staff, logo, body)).status).toBe(400)
    await expectOn(logo)
    ok(await remove(await signUp('ADMIN'), logo))
    await expectOff(logo)
  })

  it('8.3.5 what is not there is 404: unknown, removed before, a private file', async () => {
    const { seller, logo, staff } = await dressed()
    ok(await remove(staff, logo))
    expect((await remove(staff, logo)).status).toBe(404)
    expect((await remove(staff, `http://x/${UNKNOWN}`)).status).toBe(404)
    ok(await call(seller, 'PUT', '/seller/kyc', { legalName: 'Aline Mapendo' }))
    const { documents } = ok(
      await call(seller, 'POST', '/seller/kyc/documents', fileForm(jpeg(), { kind: 'ID_FRONT' })),
    )
    expect((await remove(staff, `http://x/${documents[0].id}`)).status).toBe(404)
    for (const { key } of (await env.MEDIA.list()).objects.filter(
      ({ key }) => key.includes('kyc') || key.includes('priv'),
    ))
      expect((await remove(staff, `http://x/${encodeURIComponent(key)}`)).status).toBe(404)
    expect(ok(await call(seller, 'GET', '/seller/kyc')).documents).toHaveLength(1)
  })

  it('8.3.5 its owner may put up another one, at another address', async () => {
    const { seller, logo, staff } = await dressed()
    ok(await remove(staff, logo))
    const next = await setLogo(seller)
    expect(next).not.toBe(logo)
    await expectOn(next)
    await expectOff(logo)
  })

  it('8.3.5 twice at once is once', async () => {
    const { avatar, staff, seller } = await dressed()
    const before = (await noticesOf(seller)).length
    const answers = await Promise.all([remove(staff, avatar), remove(staff, avatar)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await noticesOf(seller)).length).toBe(before + 1)
  })

  it('8.3.5 the operation is there', () => {
    expect(routes.some(({ method, path }) => method === 'DELETE' && path === '/api/v1/moderation/media/:key')).toBe(
      true,
    )
  })
})
