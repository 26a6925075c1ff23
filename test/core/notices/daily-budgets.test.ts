import { beforeEach, describe, expect, it } from 'vitest'
import { guest } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { count } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { type Market, newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { inbox, pause } from '#testing/sandbox.ts'
import { DAY, MINUTE } from '#testing/stories/money.ts'
import { freshAddress, from } from '#testing/stories/people.ts'
import { clockGoesOn, oldAccount, type Service, serviceWith } from '#testing/stories/production.ts'

// Rule: of SMS_DAILY_MAX a third is kept for codes, accounts younger than 7 days share another third; MAIL_DAILY_MAX (20,000)
// likewise, an incident at 80 %.
//
// Silent: what becomes of a notice by mail past its share (it may wait or stay in the app), what a code past its share is answered,
// whether codes of older accounts may use the share of the young.

clockGoesOn()
/** Each test has days of its own, so that none spends what another may. */
beforeEach(() => void wait(3 * DAY))

const smsTo = async (phones: string[]) => {
  await pause(100)
  const found = await Promise.all(phones.map(inbox))
  return found.flat().filter(({ channel }) => channel === 'SMS').length
}
/** Accounts of this kind ask for a code by SMS, one each. */
async function smsCodes({ ask }: Service, howMany: number, account: typeof young) {
  const phones: string[] = []
  const statuses: number[] = []
  for (let i = 0; i < howMany; i++) {
    phones.push(freshPhone())
    statuses.push((await ask(await account(), 'POST', '/users/phone/request', { phone: phones.at(-1) })).status)
  }
  return { statuses, sent: await smsTo(phones) }
}
/** So many accounts of a kind. They are made before a day is spent: whoever makes them sends what waits, within other limits. */
async function people(howMany: number, account: typeof young): Promise<string[]> {
  const emails: string[] = []
  for (let i = 0; i < howMany; i++) emails.push((await account()).email)
  return emails
}
/** These people ask for a code by mail; how many came. */
async function mailedCodes({ ask, tick }: Service, emails: string[]): Promise<number> {
  for (const email of emails) await ask(guest, 'POST', '/auth/login/request-otp', { email }, from(freshAddress()))
  await pause(100)
  await tick(MINUTE)
  return (await Promise.all(emails.map(inbox))).filter((mails) => mails.length > 0).length
}
/** An order is paid, and this service tells whom it concerns. */
async function paidOrder(service: Service, market: Market) {
  const payerPhoneNumber = freshPhone()
  expect((await postOrder(market, { quantity: 1, payerPhoneNumber })).status).toBe(201)
  await service.approve(payerPhoneNumber)
}
const young = () => signUp()
const old = async () => oldAccount(await signUp())
const openIncidents = () => count("incidents WHERE status IN ('OPEN', 'INVESTIGATING')")

describe('SMS_DAILY_MAX', () => {
  it('accounts of the last seven days share a third, and everybody else has codes when they spent it', async () => {
    const service = serviceWith({ SMS_DAILY_MAX: '30' })
    const { statuses, sent } = await smsCodes(service, 14, young)
    expect(sent).toBe(10)
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(200))
    for (const status of statuses.slice(10)) expect(status).toBeGreaterThanOrEqual(400)
    expect(await smsCodes(service, 10, old)).toEqual({ statuses: Array(10).fill(200), sent: 10 })
  })

  it('an account of six days is young, one of eight is not', async () => {
    const service = serviceWith({ SMS_DAILY_MAX: '3' })
    const aged = (days: number) => async () => {
      const person = await signUp()
      await changeUser(person.id, 'created_at = created_at - ?', days * DAY)
      return person
    }
    expect((await smsCodes(service, 2, aged(6))).sent).toBe(1)
    expect((await smsCodes(service, 1, aged(8))).sent).toBe(1)
  })

  it('a third is kept for codes: notices of paid orders take none of it', async () => {
    const service = serviceWith({ SMS_DAILY_MAX: '3' })
    const phones: string[] = []
    for (let i = 0; i < 4; i++) {
      const market = await newMarket()
      const phone = freshPhone()
      phones.push(phone)
      await changeUser(market.seller.id, 'phone = ?, phone_verified_at = 1', phone)
      await oldAccount(market.seller)
      await oldAccount(market.buyer)
      await paidOrder(service, market)
    }
    await service.tick(MINUTE)
    const notices = await smsTo(phones)
    expect(notices).toBeGreaterThan(0)
    expect(notices).toBeLessThanOrEqual(2)
    expect(await smsCodes(service, 1, old)).toEqual({ statuses: [200], sent: 1 })
  })
})

describe('MAIL_DAILY_MAX', () => {
  it('accounts of the last seven days share a third, and everybody else has codes when they spent it', async () => {
    const service = serviceWith({ MAIL_DAILY_MAX: '30' })
    const [newcomers, others] = [await people(14, young), await people(10, old)]
    expect(await mailedCodes(service, newcomers)).toBe(10)
    expect(await mailedCodes(service, others)).toBe(10)
  })

  it('an incident opens at 80 % of it, once', async () => {
    const service = serviceWith({ MAIL_DAILY_MAX: '30' })
    const [newcomers, others] = [await people(10, young), await people(20, old)]
    // Orders of the tests before this one end in the days between.
    for (const cron of ['* * * * *', '17 * * * *', '* * * * *']) await service.tick(MINUTE, cron)
    wait(DAY + MINUTE)
    const before = await openIncidents()
    expect(await mailedCodes(service, newcomers)).toBe(10)
    expect(await mailedCodes(service, others.splice(0, 12))).toBe(12)
    expect(await openIncidents()).toBe(before)
    await mailedCodes(service, others.splice(0, 4))
    for (let i = 0; i < 2; i++) await service.tick(MINUTE)
    expect(await openIncidents()).toBe(before + 1)
    await mailedCodes(service, others)
    expect(await openIncidents()).toBe(before + 1)
  })

  it('a third is kept for codes: notices take none of it', async () => {
    const service = serviceWith({ MAIL_DAILY_MAX: '30' })
    const market = await newMarket({ stock: 100 })
    await oldAccount(market.seller)
    await oldAccount(market.buyer)
    const others = await people(10, old)
    for (let i = 0; i < 24; i++) await paidOrder(service, market)
    for (let i = 0; i < 2; i++) await service.tick(MINUTE)
    const notices = [...(await inbox(market.seller.email)), ...(await inbox(market.buyer.email))].length
    expect(notices).toBeGreaterThan(0)
    expect(notices).toBeLessThanOrEqual(20)
    expect(await mailedCodes(service, others)).toBe(10)
  })
})
