import { describe, expect, it } from 'vitest'
import { type Caller, call } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { gif, jpeg, png, svg, webp } from '#testing/fixtures/pictures.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { expectOwnersOnly, expectUnknownIs404, faults, ok, sizeHeaders } from '#testing/stories/catalogue.ts'

type File = Uint8Array
const form = (field: string, file: File, type = 'image/jpeg') => {
  const body = new FormData()
  body.append(field, new Blob([file as Uint8Array<ArrayBuffer>], { type }), 'photo.jpg')
  return body
}
const send = (as: Caller, shopId: string, field: string, file: File) =>
  call(as, 'POST', `/seller/shop/${shopId}/${field}`, form(field, file), sizeHeaders(file))
const picture = (as: Caller, url: string) => call(as, 'GET', url.slice(url.indexOf('/media/')))

describe.each(['logo', 'banner'])('the %s of a shop', (field) => {
  const key = `${field}Url`

  it('is JPEG, PNG or WebP, and has a new address each time', async () => {
    const seller = await newShopkeeper()
    const urls: string[] = []
    for (const file of [jpeg(), png(), webp()]) {
      const shop = ok(await send(seller, seller.shopId, field, file))
      expect(shop.id).toBe(seller.shopId)
      urls.push(shop[key])
      expect((await picture(seller, shop[key])).headers.get('content-type')).toMatch(/^image\/(jpeg|png|webp)$/)
    }
    expect(new Set(urls).size).toBe(3)
    expect(ok(await call(seller, 'GET', '/seller/shop/me')).shops[0][key]).toBe(urls[2])
    expect(ok(await call(await signUp(), 'GET', `/seller/shop/${seller.shopId}`))[key]).toBe(urls[2])
  })

  it('has a new address even when the same picture is sent twice', async () => {
    const seller = await newShopkeeper()
    const one = ok(await send(seller, seller.shopId, field, jpeg()))
    const two = ok(await send(seller, seller.shopId, field, jpeg()))
    expect(two[key]).not.toBe(one[key])
  })

  it('leaves the other one alone', async () => {
    const seller = await newShopkeeper()
    const other = field === 'logo' ? 'banner' : 'logo'
    const first = ok(await send(seller, seller.shopId, other, jpeg()))
    expect(ok(await send(seller, seller.shopId, field, png()))[`${other}Url`]).toBe(first[`${other}Url`])
  })

  it('of another kind is 415, over 5 MB 413, missing or under another name 400', async () => {
    const seller = await newShopkeeper()
    for (const file of [gif, svg]) expect((await send(seller, seller.shopId, field, file)).status).toBe(415)
    const big = new Uint8Array(6 * 1024 * 1024)
    big.set(jpeg())
    expect((await send(seller, seller.shopId, field, big)).status).toBe(413)
    const path = `/seller/shop/${seller.shopId}/${field}`
    expect(faults(await call(seller, 'POST', path, form('autre', jpeg()))).length).toBeGreaterThan(0)
    expect((await call(seller, 'POST', path, { logo: 'x' })).status).toBe(415)
    expect(ok(await call(seller, 'GET', '/seller/shop/me')).shops[0][key]).toBeNull()
  })

  it('is for the owner; an unknown shop is 404', async () => {
    const seller = await newShopkeeper()
    await expectOwnersOnly('POST', `/seller/shop/${seller.shopId}/${field}`, form(field, jpeg()))
    await expectUnknownIs404(seller, 'POST', (id) => `/seller/shop/${id}/${field}`, form(field, jpeg()))
  })
})
