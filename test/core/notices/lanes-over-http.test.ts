import { beforeEach, describe, expect, it } from 'vitest'
import { guest } from '#testing/api.ts'
import { count, first } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { clearFaults, inbox, setFault, until } from '#testing/sandbox.ts'
import { breaks, HOUR, MINUTE, SECOND } from '#testing/stories/money.ts'
import { newIncident } from '#testing/stories/office.ts'
import { freshAddress, from } from '#testing/stories/people.ts'
import {
  clockGoesOn,
  fill,
  isFill,
  oldAccount,
  recordSent,
  type Service,
  serviceWith,
} from '#testing/stories/production.ts'

// Rule: codes before notices; a burst of 2,000 notices delays no code by more than a tick. Alarms of the service have a lane that
// nobody else's mail fills; people's incidents reach ADMINs as an hourly digest. ALERT_WEBHOOK_URL, where it is set, gets the
// alarms in one line.
//
// Silent: what the digest is called and how it names what it sums up; how the webhook writes its line.

clockGoesOn()
beforeEach(() => clearFaults())

const askCode = async ({ ask }: Service, email: string) => {
  const asked = await ask(guest, 'POST', '/auth/login/request-otp', { email }, from(freshAddress()))
  expect(asked.status).toBe(200)
}
const isWaiting = (email: string) =>
  until(() => first("SELECT 1 FROM outbox WHERE recipient = ? AND status = 'PENDING'", email), 'a message that waits')
/** So many notices wait, which were all written before what comes now. */
async function burst(notices = 500) {
  await breaks('EMAIL', 'down')
  const market = await newMarket()
  await paidOrder(market)
  await isWaiting(market.seller.email)
  await fill(notices, { recipient: market.seller.email })
  await clearFaults()
}
/** After how many others a mail to this person left; of a burst, among the first or not. */
const place = (mails: { to: string }[], email: string) => mails.findIndex(({ to }) => to === email)
function expectEarly(mails: { to: string }[], email: string) {
  expect(place(mails, email)).toBeGreaterThanOrEqual(0)
  expect(place(mails, email)).toBeLessThan(60)
}

/** A gateway says another amount: an incident of the service. @returns its title, and who had to do with it */
async function alarm(service: Service) {
  const [phone, market] = [freshPhone(), await newMarket()]
  await setFault({ gateway: 'B', fault: 'wrongAmount', kind: 'payin' })
  await postOrder(market, { payerPhoneNumber: phone })
  const before = await count('incidents')
  await service.approve(phone)
  expect(await count('incidents')).toBe(before + 1)
  const found = await first<{ title: string }>(
    'SELECT title FROM incidents WHERE opened_by IS NULL ORDER BY created_at DESC, id DESC LIMIT 1',
  )
  return { title: found?.title ?? '', people: [phone, market.buyer.email, market.seller.email] }
}

describe('codes', () => {
  it('leave before two thousand notices that wait longer', async () => {
    const service = serviceWith({})
    const { email } = await signUp()
    await burst(2000)
    const { mails } = recordSent()
    await askCode(service, email)
    await service.tick(MINUTE)
    expectEarly(mails, email)
    for (let i = 0; i < 3; i++) await service.tick(MINUTE)
    expect(mails.filter(({ to }) => isFill(to))).toHaveLength(2000)
    expect(mails.filter(({ to }) => to === email)).toHaveLength(1)
  })

  it('that the cron sends leave before notices too', async () => {
    const service = serviceWith({})
    const { email } = await signUp()
    await breaks('EMAIL', 'down')
    await askCode(service, email)
    await isWaiting(email)
    await burst()
    const { mails } = recordSent()
    await service.tick(MINUTE + SECOND)
    expectEarly(mails, email)
  })
})

describe('alarms of the service', () => {
  it('leave within a tick, whatever waits and whatever others have sent that day', async () => {
    const admin = await signUp('ADMIN')
    const few = { MAIL_DAILY_MAX: '3' }
    const service = serviceWith(few)
    for (let i = 0; i < 6; i++) {
      const { email } = await oldAccount(await signUp())
      await service.ask(guest, 'POST', '/auth/login/request-otp', { email }, from(freshAddress()))
    }
    // A day that is used up is an incident of its own.
    await service.tick(MINUTE)
    await burst()
    await breaks('EMAIL', 'down')
    const { title } = await alarm(service)
    await clearFaults()
    const { mails } = recordSent()
    // A service keeps the way out that it began with.
    await serviceWith(few).tick(MINUTE + SECOND)
    expectEarly(mails, admin.email)
    const about = mails.filter(({ to, subject, text }) => to === admin.email && `${subject} ${text}`.includes(title))
    expect(about).toHaveLength(1)
  })

  it('reach the webhook too, in one line without anybody in it, and only where one is set', async () => {
    const { others } = recordSent('alerts.test')
    const [without, service] = [
      serviceWith({ ALERT_WEBHOOK_URL: '' }),
      serviceWith({ ALERT_WEBHOOK_URL: 'https://alerts.test/hook?key=1' }),
    ]
    await alarm(without)
    await without.tick(MINUTE)
    expect(others).toEqual([])
    // A message that was told before is told no more: an address that is set later starts with what comes then.
    await service.tick(MINUTE)
    const before = others.length
    const { people } = await alarm(service)
    for (let i = 0; i < 2; i++) await service.tick(MINUTE)
    const told = others.slice(before)
    expect(told).toEqual([{ method: 'POST', body: expect.stringMatching(/^[^\r\n]{10,}$/) }])
    for (const name of people) expect(told[0]?.body).not.toContain(name)
  })
})

describe('incidents that people open', () => {
  const service = serviceWith({})
  const mailsTo = async (email: string) => (await inbox(email)).length
  const hour = async () => {
    await service.tick(HOUR, '17 * * * *')
    for (let i = 0; i < 2; i++) await service.tick(MINUTE)
  }

  it('reach each ADMIN in one mail of the hour, and none when nobody opened one', async () => {
    const admins = [await signUp('ADMIN'), await signUp('ADMIN')]
    await hour()
    const before = await Promise.all(admins.map(({ email }) => mailsTo(email)))
    const numbers: string[] = []
    for (let i = 0; i < 5; i++) {
      const opened = await newIncident(await signUp(), { type: 'PAYMENT', title: `Paiement ${i} perdu` })
      numbers.push(opened.number)
      await service.tick(MINUTE)
    }
    expect(await Promise.all(admins.map(({ email }) => mailsTo(email)))).toEqual(before)
    await hour()
    for (const [i, { email }] of admins.entries()) {
      const mails = await inbox(email)
      expect(mails.length).toBe((before[i] ?? 0) + 1)
      const words = `${mails[0]?.subject} ${mails[0]?.text}`
      expect(/\b5\b/.test(words) || numbers.every((number) => words.includes(number)), words).toBe(true)
    }
    await hour()
    expect(await Promise.all(admins.map(({ email }) => mailsTo(email)))).toEqual(before.map((mails) => mails + 1))
  })

  it('are told at once beside those of the service', async () => {
    const { email } = await signUp('ADMIN')
    await newIncident(await signUp(), { type: 'PAYMENT', title: 'Je ne retrouve pas mon argent' })
    const { title } = await alarm(service)
    await service.tick(MINUTE)
    const words = (await inbox(email)).map(({ subject, text }) => `${subject} ${text}`)
    expect(words.filter((one) => one.includes(title))).toHaveLength(1)
    expect(words.filter((one) => one.includes('Je ne retrouve pas'))).toEqual([])
  })
})
