import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { actOnOrder, type Market, newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { firebase, newToken, registeredApp } from '#testing/stories/fcm.ts'
import { ok } from '#testing/stories/office.ts'
import { signedIn } from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { devicesOf } from '#testing/stories/pushes.ts'

// Rule 8.5.4 of {kind FCM, token}: payload: kind, ids and a title; TTL 24 h, one key an order to collapse; 404 deletes the device.
//
// Silent: the service's account at Firebase, and what happens without one (the environment of the tests has to have one).

clockGoesOn()

async function accepted(market: Market) {
  const paid = await paidOrder(market)
  ok(await actOnOrder(market.seller, paid.id, 'accept'))
  return paid.id as string
}

describe('an application', () => {
  it('8.5.4 is told kind, ids and a title, for a day, one key an order', async () => {
    const service = firebase()
    const [market, token] = [await newMarket({ stock: 20 }, { name: 'Article Zedpqv' }), newToken()]
    await changeUser(market.buyer.id, 'name = ?', 'Aline Zedbnm')
    await registeredApp(market.buyer, token)
    const ids = [await accepted(market), await accepted(market)]
    const told = await service.heardBy(token)
    const keys = ids.map((id) => {
      const own = told.filter(({ text }) => text.includes(id))
      expect(own.some(({ message }) => message.data.kind === 'order.accepted')).toBe(true)
      const collapse = new Set(own.map(({ message }) => message.android?.collapse_key))
      expect([collapse.size, collapse.has(undefined)]).toEqual([1, false])
      return [...collapse][0]
    })
    expect(keys[0]).not.toBe(keys[1])
    for (const { message, text, authorization } of told) {
      expect(message.android?.ttl).toMatch(/^(86400|8639\d)s$/)
      for (const value of Object.values(message.data)) expect(typeof value).toBe('string')
      for (const secret of ['Zed', '12.50', '25.00', '25,00', 'Kivu Frais', market.buyer.email])
        expect(text).not.toContain(secret)
      expect(authorization).toMatch(/^Bearer \S{10}/)
    }
  })

  it('8.5.4 that is gone is deleted, and is not told again', async () => {
    const service = firebase()
    const [market, token] = [await newMarket({ stock: 20 }), newToken()]
    await registeredApp(market.buyer, token)
    service.forgets(token)
    await accepted(market)
    const before = (await service.heardBy(token)).length
    expect(before).toBeGreaterThan(0)
    expect(await devicesOf(market.buyer)).toEqual([])
    await accepted(market)
    expect(await service.heardBy(token)).toHaveLength(before)
  })

  it('8.5.4 belongs to whoever registered its token last, and goes with the session', async () => {
    const service = firebase()
    const [market, token] = [await newMarket(), newToken()]
    await registeredApp(market.buyer, token)
    const other = await signedIn(await signUp())
    await registeredApp(other, token)
    await accepted(market)
    expect([await devicesOf(market.buyer), await service.heardBy(token)]).toEqual([[], []])
    ok(await call(other, 'POST', '/auth/logout'))
    expect(await devicesOf(await signedIn(other))).toEqual([])
  })
})
