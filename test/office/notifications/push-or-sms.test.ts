import { describe, expect, it } from 'vitest'
import { type Caller, call } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { type Market, newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { changeUser, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { inbox } from '#testing/sandbox.ts'
import { SECOND } from '#testing/stories/money.ts'
import { ok, prefer } from '#testing/stories/office.ts'
import { codeAfter, MINUTE, newEstablished, setPhone, signedIn } from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { pushService, registered } from '#testing/stories/pushes.ts'

// Rule 8.5.4: where a push was taken, no SMS goes for the same notice but security's and codes'.
//
// Silent: how long an SMS waits for the push (here ten minutes are enough); whether a mail goes beside a push (it does, as before).

clockGoesOn()

const smsTo = async (phone: string) => (await inbox(phone)).filter(({ channel }) => channel === 'SMS')
const mailsTo = async (email: string) => (await inbox(email)).filter(({ channel }) => channel === 'EMAIL')
/** Ten minutes pass, and the jobs with them. */
async function minutesPass() {
  for (let i = 0; i < 10; i++) await minuteCronAfter(MINUTE)
}

/** A seller with a telephone, who is told by SMS of what is paid. */
async function called() {
  const [market, phone] = [await newMarket({ stock: 20 }), freshPhone()]
  await changeUser(market.seller.id, 'phone = ?, phone_verified_at = 1', phone)
  ok(await prefer(market.seller, { orders: { sms: true }, payments: { sms: true } }))
  return { market, phone, seller: market.seller as Caller & Market['seller'] }
}

describe('an SMS of a paid order', () => {
  it('8.5.4 does not go where a push was taken, and the mail does', async () => {
    const service = pushService()
    const { market, phone, seller } = await called()
    const browser = service.browser()
    await registered(seller, browser)
    const before = (await mailsTo(seller.email)).length
    await paidOrder(market)
    expect((await service.heardBy(browser)).length).toBeGreaterThan(0)
    await minutesPass()
    expect(await smsTo(phone)).toEqual([])
    expect((await mailsTo(seller.email)).length).toBeGreaterThan(before)
  })

  it.each([404, 410, 400, 500])('8.5.4 goes where the push service answered %i', async (status) => {
    const service = pushService()
    const { market, phone, seller } = await called()
    const browser = service.browser()
    await registered(seller, browser)
    service.answers(browser, status)
    await paidOrder(market)
    expect((await service.heardBy(browser)).length).toBeGreaterThan(0)
    await minutesPass()
    expect(await smsTo(phone)).toHaveLength(1)
  })

  it('8.5.4 does not go where one of two devices took it', async () => {
    const service = pushService()
    const { market, phone, seller } = await called()
    const [gone, there] = [service.browser(), service.browser()]
    for (const browser of [gone, there]) await registered(seller, browser)
    service.answers(gone, 410)
    await paidOrder(market)
    expect((await service.heardBy(there)).length).toBeGreaterThan(0)
    await minutesPass()
    expect(await smsTo(phone)).toEqual([])
  })

  it('8.5.4 goes to whoever wants no push of it', async () => {
    const service = pushService()
    const { market, phone, seller } = await called()
    const browser = service.browser()
    await registered(seller, browser)
    ok(await prefer(seller, { orders: { push: false }, payments: { push: false } }))
    await paidOrder(market)
    await minutesPass()
    expect([(await service.heardBy(browser)).length, (await smsTo(phone)).length]).toEqual([0, 1])
  })
})

describe('an SMS that goes all the same', () => {
  it('8.5.4 is a code', async () => {
    const service = pushService()
    const [person, phone, browser] = [await signedIn(await signUp()), freshPhone(), service.browser()]
    await registered(person, browser)
    const code = await codeAfter(phone, () => setPhone(person, phone))
    expect(code).toMatch(/^\d{6}$/)
    for (const { text } of await service.heardBy(browser)) expect(text).not.toContain(code)
  })

  it('8.5.4 is one of security', async () => {
    const service = pushService()
    const [person, browser] = [await newEstablished(), service.browser()]
    await registered(person, browser)
    const before = (await smsTo(person.phone)).length
    ok(await call(person, 'POST', '/auth/password/update', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }))
    expect((await service.heardBy(browser)).length).toBeGreaterThan(0)
    await minuteCronAfter(SECOND)
    expect((await smsTo(person.phone)).length).toBeGreaterThan(before)
  })
})
