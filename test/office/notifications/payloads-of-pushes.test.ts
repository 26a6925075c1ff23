import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, type Market, newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { changeUser, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { refuse } from '#testing/sandbox.ts'
import { newIncident, noticesOf, ok, prefer } from '#testing/stories/office.ts'
import { message } from '#testing/stories/orders.ts'
import { signedIn } from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import {
  devicesOf,
  expectLeft,
  expectVapid,
  kindsOf,
  leavesOf,
  newBrowser,
  payloadOf,
  pushService,
  registered,
  removeDevice,
  vapidKey,
} from '#testing/stories/pushes.ts'

// Rule 8.5.4: payload: kind, ids and a title without names, amounts or codes; TTL 24 h, one key an order to collapse; 404 and 410 delete the
// device; preferences gain `push` in each group.
//
// Silent: which notices a title may say more of; whether a service that fails is asked again (here: only that the device stays).

clockGoesOn()
const DAY_S = 24 * 3600

/** An order that its seller accepts, whose buyer listens on a browser. */
async function accepted(market: Market, more?: Record<string, unknown>) {
  const paid = await paidOrder(market, more)
  ok(await actOnOrder(market.seller, paid.id, 'accept'))
  return paid
}

/** The example of RFC 8291, appendix A. */
const EXAMPLE = {
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

it('8.5.4 the browser of these tests reads the example of the standard', () => {
  const text = newBrowser(undefined, EXAMPLE).read(Buffer.from(EXAMPLE.body, 'base64url'))
  expect(text).toBe('When I grow up, I want to be a watermelon')
})

describe('a push', () => {
  it('8.5.4 is read by the browser it was sent to and by nobody else, and is signed by the service', async () => {
    const service = pushService()
    const [mine, other, market] = [service.browser(), service.browser(), await newMarket()]
    await registered(market.buyer, mine)
    await registered(await signUp(), other)
    const { id } = await accepted(market)
    const pushes = await service.heardBy(mine)
    const push = pushes.find((one) => payloadOf(one).kind === 'order.accepted')
    expect(push, kindsOf(pushes).join()).toBeDefined()
    expect(leavesOf(payloadOf(push ?? (pushes[0] as never))).map(([, value]) => value)).toContain(id)
    for (const one of pushes) {
      expect(() => newBrowser().read(Buffer.from(one.text))).toThrow()
      expectVapid(one, await vapidKey())
      expect(one.headers.get('content-encoding')).toBe('aes128gcm')
      expectLeft(one, DAY_S)
      expect(one.redirect).not.toBe('follow')
      expect(one.bytes).toBeLessThanOrEqual(4096)
    }
    expect([await service.heardBy(other), service.strays]).toEqual([[], []])
  })

  it('8.5.4 holds kind, ids and a title, and no name, amount, number, code or word of anybody', async () => {
    const service = pushService()
    const market = await newMarket({ name: 'Sac Zedkwx', price: '17.35' }, { name: 'Article Zedpqv' })
    const { buyer, seller } = market
    const phone = freshPhone()
    await changeUser(buyer.id, 'name = ?, phone = ?, phone_verified_at = 1', 'Aline Zedbnm', phone)
    await changeUser(seller.id, 'name = ?', 'Jean Zedrtg')
    const [ofBuyer, ofSeller] = [service.browser(), service.browser()]
    await registered(buyer, ofBuyer)
    await registered(seller, ofSeller)
    const paid = await accepted(market)
    ok(await message(seller, paid.id, 'Bonjour Zedhjk'))
    ok(await message(buyer, paid.id, 'Merci Zeduio'))
    ok(await newIncident(buyer, { orderId: paid.id, title: 'Souci Zedlmn' }))
    ok(await actOnOrder(seller, paid.id, 'prepare'))
    const { pickupCode } = ok(await actOnOrder(seller, paid.id, 'ready'))
    const { dropoffCode } = ok(await call(buyer, 'GET', `/orders/${paid.id}/tracking`))
    const pushes = [...(await service.heardBy(ofBuyer)), ...(await service.heardBy(ofSeller))]
    expect(pushes.length).toBeGreaterThan(3)
    const secrets = [
      'Zed',
      '17.35',
      '17,35',
      '34.70',
      '34,70',
      phone,
      buyer.email,
      pickupCode,
      dropoffCode,
      'USD',
      'Kivu Frais',
    ]
    for (const push of pushes) {
      const found = secrets.filter((secret) => push.text.includes(String(secret)))
      expect(found, push.text).toEqual([])
      const { kind, title, ...rest } = payloadOf(push)
      expect([kind, title]).toEqual([expect.stringMatching(/^[\w-]+\.[\w-]+$/), expect.stringMatching(/\S{2}/)])
      for (const [path, value] of leavesOf(rest))
        expect(String(value), path).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    }
  })

  it('8.5.4 about one order takes the place of the one before, and not of another order’s', async () => {
    const service = pushService()
    const [market, browser] = [await newMarket({ stock: 20 }), service.browser()]
    await registered(market.buyer, browser)
    const orders = [await accepted(market), await accepted(market)]
    for (const { id } of orders)
      ok(await actOnOrder(market.seller, id, 'seller-cancel', { reason: 'Rupture de stock' }))
    const pushes = await service.heardBy(browser)
    const topics = orders.map(({ id }) => {
      const own = pushes.filter(({ text }) => text.includes(id)).map(({ headers }) => headers.get('topic'))
      expect(own.length, 'pushes of an order').toBeGreaterThan(1)
      expect(new Set(own).size, own.join()).toBe(1)
      return own[0]
    })
    expect(new Set(topics).size).toBe(2)
    for (const topic of topics) expect(topic).toMatch(/^[\w-]{1,32}$/)
  })

  it('8.5.4 goes to all devices of the person, with the keys that were told last', async () => {
    const service = pushService()
    const market = await newMarket()
    const [old, phone, desk] = [service.browser(), service.browser(), service.browser()]
    await registered(market.buyer, old)
    await registered(market.buyer, { endpoint: old.endpoint, keys: phone.keys })
    await registered(await signedIn(market.buyer), desk)
    await accepted(market)
    const heard = await Promise.all([old, phone, desk].map(async (one) => kindsOf(await service.heardBy(one))))
    expect(heard.map((kinds) => kinds.filter((kind) => kind === 'order.accepted').length)).toEqual([0, 1, 1])
  })

  it('8.5.4 goes no more to a device that its owner removed, nor to whoever had the address before', async () => {
    const service = pushService()
    const [market, removed, passed] = [await newMarket(), service.browser(), service.browser()]
    const { id } = await registered(market.buyer, removed)
    ok(await removeDevice(market.buyer, id))
    await registered(market.buyer, passed)
    await registered(await signUp(), passed)
    await accepted(market)
    expect([await service.heardBy(removed), await service.heardBy(passed)]).toEqual([[], []])
    expect((await noticesOf(market.buyer, 'order.accepted')).length).toBe(1)
  })
})

describe('a seller', () => {
  it('8.5.4 is pushed nothing of an order before it is paid', async () => {
    const service = pushService()
    const [market, browser] = [await newMarket(), service.browser()]
    await registered(market.seller, browser)
    const phone = freshPhone()
    const { id } = ok(await postOrder(market, { payerPhoneNumber: phone }))
    await refuse(phone)
    ok(await actOnOrder(market.buyer, id, 'cancel', { reason: 'Plus besoin' }))
    expect(await service.heardBy(browser)).toEqual([])
    await paidOrder(market)
    expect((await service.heardBy(browser)).length).toBeGreaterThan(0)
  })
})

describe('a push service', () => {
  it.each([404, 410])('8.5.4 that answers %i has the device deleted, and is not asked again', async (gone) => {
    const service = pushService()
    const [market, browser, other] = [await newMarket({ stock: 20 }), service.browser(), service.browser()]
    await registered(market.buyer, browser)
    const kept = await registered(market.buyer, other)
    service.answers(browser, gone)
    await accepted(market)
    const before = (await service.heardBy(browser)).length
    expect(before).toBeGreaterThan(0)
    expect((await devicesOf(market.buyer)).map(({ id }) => id)).toEqual([kept.id])
    await accepted(market)
    expect(await service.heardBy(browser)).toHaveLength(before)
  })

  it.each([400, 413, 429, 500, 503])(
    '8.5.4 that answers %i leaves the device, and the notice in the app',
    async (status) => {
      const service = pushService()
      const [market, browser] = [await newMarket(), service.browser()]
      await registered(market.buyer, browser)
      service.answers(browser, status)
      await accepted(market)
      expect((await service.heardBy(browser)).length).toBeGreaterThan(0)
      expect(await devicesOf(market.buyer)).toHaveLength(1)
      expect(await noticesOf(market.buyer, 'order.accepted')).toHaveLength(1)
    },
  )
})

describe('whoever wants no push', () => {
  it('8.5.4 of orders gets none of them, and those of payments and security', async () => {
    const service = pushService()
    const [{ buyer, ...market }, browser] = [await newMarket(), service.browser()]
    const person = await signedIn(buyer)
    await registered(person, browser)
    ok(await prefer(person, { orders: { push: false }, messages: { push: false } }))
    const { id } = await accepted({ ...market, buyer })
    ok(await message(market.seller, id, 'Bonjour'))
    ok(await call(person, 'POST', '/auth/password/update', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }))
    const kinds = kindsOf(await service.heardBy(browser))
    expect(kinds.filter((kind) => /^(order|delivery|message)\./.test(kind))).toEqual([])
    expect(kinds.filter((kind) => !/^payin\./.test(kind)).length, kinds.join()).toBeGreaterThan(0)
  })
})
