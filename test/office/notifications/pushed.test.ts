import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { all } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, type Market, newMarket, paidOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { clearFaults, inbox, newSandboxBrowser, pushesTo, setFault, until } from '#testing/sandbox.ts'
import { asDevice, devicesOf, readBy, register, subscribed, withApp } from '#testing/stories/devices.ts'
import { ok, prefer } from '#testing/stories/office.ts'

// Rule 8.5.4: a payload has kind, ids and a title without names, amounts or codes; TTL 24 h, one key an order to collapse; 404 and 410
// delete the device; where a push was taken, no SMS goes for the same notice but security's and codes'.

const SECOND = 1000
const MINUTE = 60 * SECOND
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const allSent = () =>
  until(async () => (await all(`SELECT 1 FROM outbox WHERE channel = 'PUSH' AND status = 'PENDING'`)).length === 0)
async function marketWithPhone(): Promise<Market & { phone: string }> {
  const market = await newMarket()
  const phone = freshPhone()
  await changeUser(market.seller.id, 'phone = ?, phone_verified_at = 1', phone)
  return { ...market, phone }
}
const smsTo = async (phone: string) => (await inbox(phone)).filter(({ channel }) => channel === 'SMS').length

beforeEach(async () => void (await clearFaults()))

describe('a push', () => {
  it('says what happened, to a browser that reads it, and what it replaces', async () => {
    const market = await newMarket()
    const browser = await subscribed(market.seller)
    const { id } = await paidOrder(market)
    await allSent()
    expect(await readBy(browser)).toEqual([{ kind: 'order.paid', title: 'Nouvelle commande payée', orderId: id }])
    const [taken] = await pushesTo(browser.endpoint)
    expect(taken).toMatchObject({ service: 'WEB_PUSH', urgency: 'high', topic: id.replaceAll('-', '') })
    expect(Number(taken?.ttl)).toBeGreaterThan(86_390)
    expect(Buffer.from(taken?.body ?? '', 'base64').length).toBeLessThan(300)
    expect((await devicesOf(market.seller))[0].lastUsedAt).not.toBeNull()
  })

  it('goes to an app by Firebase, and to each device of a person', async () => {
    const market = await newMarket()
    const [app, browser] = [await withApp(market.buyer), await subscribed(market.buyer)]
    const { id } = await paidOrder(market)
    ok(await actOnOrder(market.seller, id, 'accept'))
    await allSent()
    const [taken] = await pushesTo(app.token)
    expect(taken).toMatchObject({ service: 'FCM', urgency: 'NORMAL', topic: id.replaceAll('-', '') })
    const told = { kind: 'order.accepted', title: 'Du nouveau sur une commande', orderId: id }
    expect(taken?.data).toEqual(told)
    expect((await readBy(browser))[0]).toEqual(told)
  })

  it('has the language of its reader, and is read by a browser of the sandbox', async () => {
    const market = await newMarket()
    ok(await prefer(market.seller, { locale: 'en' }))
    const browser = await newSandboxBrowser()
    ok(await register(market.seller, browser))
    await paidOrder(market)
    await allSent()
    const [taken] = await pushesTo(browser.endpoint)
    expect(taken?.data?.title).toBe('New paid order')
  })

  it('has no name, amount, number or code, whatever it is about', async () => {
    const market = await marketWithPhone()
    const [seller, buyer] = [await withApp(market.seller), await withApp(market.buyer)]
    await readyOrder(market)
    ok(await call(market.buyer, 'POST', '/auth/totp/setup', {}))
    await minuteCronAfter(MINUTE)
    await allSent()
    const taken = [...(await pushesTo(seller.token)), ...(await pushesTo(buyer.token))]
    expect(taken.length).toBeGreaterThan(2)
    for (const { data } of taken) {
      const { kind, title, ...ids } = data ?? {}
      expect(kind).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z-]+$/)
      expect(title).toMatch(/^[\p{L}' ]+$/u)
      for (const id of Object.values(ids)) expect(id.replace(UUID, '')).toBe('')
    }
  })

  it('about a message has the id of its order alone', async () => {
    const market = await newMarket()
    const browser = await subscribed(market.seller)
    const { id } = await paidOrder(market)
    const words = { channel: 'BUYER_SELLER', clientMessageId: crypto.randomUUID(), body: 'Bonjour' }
    ok(await call(market.buyer, 'POST', `/orders/${id}/messages`, words))
    await allSent()
    const told = (await readBy(browser)).filter(({ kind }) => kind === 'message.received')
    expect(told).toEqual([{ kind: 'message.received', title: 'Nouveau message', orderId: id }])
  })

  it('is not sent of what its reader switched off', async () => {
    const market = await newMarket()
    ok(await prefer(market.seller, { orders: { push: false } }))
    const browser = await subscribed(market.seller)
    await paidOrder(market)
    await minuteCronAfter(MINUTE)
    expect(await readBy(browser)).toEqual([])
  })

  it('goes to whoever has the phone now', async () => {
    const market = await newMarket()
    const { id: _, ...browser } = await subscribed(market.seller)
    ok(await register(await signUp(), asDevice(browser)))
    await paidOrder(market)
    await minuteCronAfter(MINUTE)
    expect(await readBy(browser)).toEqual([])
  })
})

describe('an SMS', () => {
  it('does not go where a push was taken', async () => {
    const market = await marketWithPhone()
    await withApp(market.seller)
    await paidOrder(market)
    await allSent()
    await minuteCronAfter(5 * MINUTE)
    expect(await smsTo(market.phone)).toBe(0)
  })

  it('goes after a minute where none was taken, once, and the push does not', async () => {
    const market = await marketWithPhone()
    const app = await withApp(market.seller)
    await setFault({ gateway: 'FCM', fault: 'down', times: 0 })
    await paidOrder(market)
    await minuteCronAfter(30 * SECOND)
    expect(await smsTo(market.phone)).toBe(0)
    await minuteCronAfter(31 * SECOND)
    expect(await smsTo(market.phone)).toBe(1)
    await clearFaults()
    await minuteCronAfter(60 * MINUTE)
    expect([await smsTo(market.phone), (await pushesTo(app.token)).length]).toEqual([1, 0])
  })

  it('goes at once to who has no device', async () => {
    const market = await marketWithPhone()
    await paidOrder(market)
    expect(await until(async () => (await smsTo(market.phone)) === 1)).toBe(true)
  })
})

describe('a device', () => {
  it.each(['gone', '404', '410'])('that is no more (%s) is forgotten', async (how) => {
    const market = await newMarket()
    if (how === 'gone') await withApp(market.seller, `token-of-a-phone-${crypto.randomUUID()}-gone`)
    else await subscribed(market.seller)
    if (how !== 'gone') await setFault({ gateway: 'WEB_PUSH', fault: 'refused', failureCode: how })
    await paidOrder(market)
    expect(await until(async () => (await devicesOf(market.seller)).length === 0)).toBe(true)
  })

  it('that is asked too much stays, and is asked again', async () => {
    const market = await newMarket()
    const browser = await subscribed(market.seller)
    await setFault({ gateway: 'WEB_PUSH', fault: 'refused', failureCode: '429' })
    await paidOrder(market)
    await minuteCronAfter(61 * SECOND)
    expect((await readBy(browser)).length).toBe(1)
  })
})
