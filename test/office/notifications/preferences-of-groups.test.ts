import { describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, type Market, newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { changeUser, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { inbox } from '#testing/sandbox.ts'
import { SECOND } from '#testing/stories/money.ts'
import { noticesOf, ok, prefer, preferences } from '#testing/stories/office.ts'

// Rule: preferences {orders, payments, messages, marketing: {inApp, email, sms, push}, locale}. All on at first but sms and marketing;
// PUT merges. order.*, delivery.* are orders; security kinds have no group and always go. Texts in fr and en by the person's
// locale. SMS only for codes, the seller whose order was paid, the buyer whose parcel is on its way, and security.
//
// Silent: whether an SMS that 7.1 names goes while `sms` is off (asked only where it is on); whether the locale of the profile
// and of the preferences are one (set in the preferences only).

const ON = { inApp: true, email: true, sms: false, push: true }
const OFF = { inApp: false, email: false, sms: false, push: false }

const accept = async (market: Market) => {
  const paid = await paidOrder(market)
  ok(await actOnOrder(market.seller, paid.id, 'accept'))
  await minuteCronAfter(SECOND)
  return paid
}
const mailsFor = async ({ email }: Person) => (await inbox(email)).filter(({ channel }) => channel === 'EMAIL')
const heard = async (buyer: Person) => ({
  inApp: (await noticesOf(buyer, 'order.accepted')).length,
  mails: (await mailsFor(buyer)).length,
})

describe('preferences', () => {
  it('are all on at first, but SMS and marketing, and in French', async () => {
    expect(await preferences(await signUp())).toEqual({
      orders: ON,
      payments: ON,
      messages: ON,
      marketing: OFF,
      locale: 'fr',
    })
  })

  it('are changed in part: what is not named stays', async () => {
    const person = await signUp()
    const changed = ok(await prefer(person, { orders: { email: false }, marketing: { inApp: true } }))
    expect(changed).toEqual({
      orders: { ...ON, email: false },
      payments: ON,
      messages: ON,
      marketing: { ...OFF, inApp: true },
      locale: 'fr',
    })
    expect(await preferences(person)).toEqual(changed)
    expect(ok(await prefer(person, { locale: 'en' }))).toEqual({ ...changed, locale: 'en' })
    expect(ok(await prefer(person, { orders: { sms: true } })).orders).toEqual({
      inApp: true,
      email: false,
      sms: true,
      push: true,
    })
    expect((await preferences(await signUp())).orders).toEqual(ON)
  })

  it('refuse what they do not know, and security cannot be switched off', async () => {
    const person = await signUp()
    for (const wrong of [
      { security: { email: false } },
      { orders: { fax: true } },
      { orders: { email: 'oui' } },
      { orders: true },
      { locale: 'sw' },
      { wrong: 1 },
    ])
      expect((await prefer(person, wrong)).status, JSON.stringify(wrong)).toBe(400)
    expect((await preferences(person)).orders).toEqual(ON)
  })

  it('of many changes at once keep each one', async () => {
    const person = await signUp()
    const groups = ['orders', 'payments', 'messages'] as const
    await Promise.all(groups.map(async (group) => ok(await prefer(person, { [group]: { email: false } }))))
    const now = await preferences(person)
    for (const group of groups) expect(now[group], group).toEqual({ ...ON, email: false })
  })
})

describe('a notice of an order', () => {
  it('goes to the feed and by mail where nothing was chosen', async () => {
    const market = await newMarket()
    const before = await heard(market.buyer)
    await accept(market)
    const after = await heard(market.buyer)
    expect(after.inApp - before.inApp).toBe(1)
    expect(after.mails).toBeGreaterThan(before.mails)
  })

  it('is not mailed to somebody who wants no mail of orders, and stands in the feed', async () => {
    const market = await newMarket()
    ok(await prefer(market.buyer, { orders: { email: false }, payments: { email: false } }))
    const before = await heard(market.buyer)
    await accept(market)
    expect(await heard(market.buyer)).toEqual({ inApp: before.inApp + 1, mails: before.mails })
  })

  it('is not in the feed of somebody who wants none of orders in the app, and is mailed', async () => {
    const market = await newMarket()
    ok(await prefer(market.buyer, { orders: { inApp: false } }))
    const before = await heard(market.buyer)
    await accept(market)
    const after = await heard(market.buyer)
    expect(after.inApp).toBe(before.inApp)
    expect(after.mails).toBeGreaterThan(before.mails)
  })

  it('is mailed all the same to somebody who wants no mail of payments or messages', async () => {
    const market = await newMarket()
    ok(await prefer(market.buyer, { payments: { email: false }, messages: { email: false } }))
    const before = await heard(market.buyer)
    await accept(market)
    expect((await heard(market.buyer)).mails).toBeGreaterThan(before.mails)
  })

  it('is in English for whoever reads English, and in French for others', async () => {
    const [french, english] = [await newMarket(), await newMarket()]
    ok(await prefer(english.buyer, { locale: 'en' }))
    for (const market of [french, english]) await accept(market)
    const [fr] = await noticesOf(french.buyer, 'order.accepted')
    const [en] = await noticesOf(english.buyer, 'order.accepted')
    expect(fr.title).not.toBe(en.title)
    expect(fr.type).toBe(en.type)
    expect(fr.body).toMatch(/commande/i)
    expect(en.body).toMatch(/order/i)
    expect(en.body).not.toMatch(/commande/i)
  })

  it('is no SMS for a buyer whose order was accepted, whatever was chosen', async () => {
    const [market, phone] = [await newMarket(), freshPhone()]
    await changeUser(market.buyer.id, 'phone = ?, phone_verified_at = 1', phone)
    ok(await prefer(market.buyer, { orders: { sms: true } }))
    await accept(market)
    expect((await inbox(phone)).filter(({ channel }) => channel === 'SMS')).toEqual([])
  })

  it('is an SMS for the seller who wants them and whose order was paid', async () => {
    const [market, phone] = [await newMarket(), freshPhone()]
    await changeUser(market.seller.id, 'phone = ?, phone_verified_at = 1', phone)
    ok(await prefer(market.seller, { orders: { sms: true }, payments: { sms: true } }))
    await paidOrder(market)
    await minuteCronAfter(SECOND)
    expect((await inbox(phone)).filter(({ channel }) => channel === 'SMS')).toHaveLength(1)
  })
})

describe('a notice of security', () => {
  it('is mailed to somebody who switched everything off, and stands in the feed', async () => {
    const person = await signUp()
    ok(await prefer(person, { orders: OFF, payments: OFF, messages: OFF, marketing: OFF }))
    const before = (await mailsFor(person)).length
    expect(await noticesOf(person)).toEqual([])
    ok(await call(person, 'POST', '/auth/password/update', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }))
    await minuteCronAfter(SECOND)
    expect((await mailsFor(person)).length).toBeGreaterThan(before)
    expect(await noticesOf(person)).not.toEqual([])
  })
})
