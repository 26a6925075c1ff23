import { describe, expect, it } from 'vitest'
import { call, guest, together } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg, png } from '#testing/fixtures/pictures.ts'
import { storedPictures } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'
import { until } from '#testing/sandbox.ts'

const form = (field: string, bytes: Uint8Array<ArrayBuffer> = jpeg()) => {
  const body = new FormData()
  body.append(field, new Blob([bytes]), 'photo')
  return body
}
const keyOf = (url: string) => url.split('/media/')[1] ?? ''

describe.each(['logo', 'banner'] as const)('the %s of a shop', (field) => {
  const send = (seller: Shopkeeper, bytes?: Uint8Array<ArrayBuffer>, as: Parameters<typeof call>[0] = seller) =>
    call(as, 'POST', `/seller/shop/${seller.shopId}/${field}`, form(field, bytes))

  it('has a fresh address each time, and the file before it goes', async () => {
    const seller = await newShopkeeper()
    const one = await send(seller)
    const url = one.data[`${field}Url`]
    expect(Number(one.headers.get('x-d1-round-trips'))).toBeLessThanOrEqual(3)
    expect((await call(guest, 'GET', `/media/${keyOf(url)}`)).status).toBe(200)
    expect((await call(guest, 'GET', `/seller/shop/${seller.shopId}`)).data[`${field}Url`]).toBe(url)
    const { data } = await send(seller, png())
    expect(data[`${field}Url`]).not.toBe(url)
    await until(async () => !(await storedPictures(field)).includes(keyOf(url)), 'the old one is gone')
    expect((await call(guest, 'GET', `/media/${keyOf(data[`${field}Url`])}`)).status).toBe(200)
  })

  it('of many at once one is kept', async () => {
    const seller = await newShopkeeper()
    const before = await storedPictures(field)
    await together(8, () => send(seller))
    const { data } = await call(guest, 'GET', `/seller/shop/${seller.shopId}`)
    const kept = keyOf(data[`${field}Url`])
    await until(
      async () => (await storedPictures(field)).filter((key) => !before.includes(key)).join() === kept,
      'the others are gone',
    )
  })

  it('stores nothing for a shop that is closed or somebody else’s', async () => {
    const seller = await newShopkeeper()
    const before = await storedPictures(field)
    expect((await send(seller, undefined, await newShopkeeper())).status).toBe(404)
    expect((await send(seller, undefined, await signUp('SUPPORT'))).status).toBe(403)
    await run("UPDATE shops SET status = 'CLOSED' WHERE id = ?", seller.shopId)
    const closed = await send(seller)
    expect([closed.status, closed.error?.reason]).toEqual([409, 'INVALID_TRANSITION'])
    expect(await storedPictures(field)).toEqual(before)
  })
})
