import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { count } from '#testing/fixtures/database.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { deliveredOrder, newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { newWalletOwner } from '#testing/fixtures/wallets.ts'
import { clearFaults, inbox, pause, refuse, until } from '#testing/sandbox.ts'
import {
  callWith,
  codeAfter,
  DAY,
  freshAddress,
  freshlySignedIn,
  from,
  HOUR,
  MINUTE,
  newEstablished,
  sendRecovery,
  setPhone,
  signedIn,
  startRecovery,
  withNumber,
} from '#testing/stories/people.ts'

/** Five seconds into an hour, so that no window ends in the middle of a test. */
beforeEach(() => void wait(Math.ceil(Date.now() / HOUR) * HOUR + 5000 - Date.now()))
afterEach(() => clearFaults())

const smsTo = async (phone: string) => (await inbox(phone)).filter(({ channel }) => channel === 'SMS')
const sentTo = async (phones: string[]) => {
  await pause(300)
  const all = await Promise.all(phones.map(smsTo))
  return all.flat().length
}
const writtenSms = (phone: string) => count("outbox WHERE channel = 'SMS' AND recipient = ?", phone)

describe('an SMS goes to +243 and +250 only', () => {
  it.each(['33612345678', '18005550123', '442071234567', '254712345678', '242061234567'])(
    'not to %s, whoever asks for it',
    async (phone) => {
      const person = await freshlySignedIn()
      expect(await setPhone(person, phone)).toMatchObject({ status: 400, error: { code: 'VALIDATION_ERROR' } })
      const owner = await newWalletOwner('SELLER', { USD: 5000 }, null)
      const seller = await signedIn(owner.person)
      const body = { phoneNumber: phone, network: 'vodacom', countryCode: 'CD' }
      expect((await call(seller, 'POST', '/wallet/settings/payout-number/request', body)).status).toBe(400)
      expect(await sentTo([phone])).toBe(0)
    },
  )

  it('to a Congolese and to a Rwandan number', async () => {
    for (const phone of [freshPhone(), freshPhone('123', '25078')]) {
      const person = await freshlySignedIn()
      expect(await codeAfter(phone, () => setPhone(person, phone))).toMatch(/^\d{6}$/)
    }
  })

  it('to the countries that SMS_COUNTRIES names', async () => {
    const person = await freshlySignedIn()
    const ask = (phone: string) => callWith({ SMS_COUNTRIES: '250' }, person, 'POST', '/users/phone/request', { phone })
    expect((await ask(freshPhone())).status).toBe(400)
    expect((await ask(freshPhone('123', '25078'))).status).toBe(200)
  })
})

describe('SMS are counted', () => {
  it('ten a day of an account, whatever numbers it names', async () => {
    // From midnight, so that a day of the calendar is one too.
    wait(DAY - (Date.now() % DAY) + 5000)
    const person = await freshlySignedIn()
    const phones: string[] = []
    const statuses = []
    for (let i = 0; i < 14; i++) {
      const phone = freshPhone()
      phones.push(phone)
      statuses.push((await setPhone(await signedIn(person), phone)).status)
      wait(25 * MINUTE)
    }
    expect(await sentTo(phones)).toBe(10)
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(200))
    wait(24 * HOUR)
    const later = freshPhone()
    expect(await codeAfter(later, async () => setPhone(await signedIn(person), later))).toMatch(/^\d{6}$/)
  })

  it('five an hour of one number, whoever asks', async () => {
    const phone = freshPhone()
    for (let i = 0; i < 8; i++) {
      await setPhone(await freshlySignedIn(), phone)
      wait(61_000)
    }
    expect(await sentTo([phone])).toBeLessThanOrEqual(5)
  })

  const ADDRESS = freshAddress()
  it.each([
    ['one address of a guest', () => ADDRESS],
    ['guests of one /48, each of another /64', (i: number) => `2001:db8:77:${i.toString(16)}::1`],
  ])('thirty a day of %s', async (_, addressOf) => {
    const people = []
    for (let i = 0; i < 33; i++) {
      const person = await signUp()
      const phone = freshPhone()
      await changeUser(person.id, 'phone = ?, phone_verified_at = 1', phone)
      people.push({ ...person, phone })
    }
    for (const [i, { email }] of people.entries()) {
      const address = from(addressOf(i + 1))
      const began = await startRecovery(email, address)
      if (began.status === 200) await sendRecovery(began.data.recoveryId, 'PHONE', address)
      wait(20_000)
    }
    const sent = await sentTo(people.map(({ phone }) => phone))
    expect(sent).toBeGreaterThan(20)
    expect(sent).toBeLessThanOrEqual(30)
  })

  it('past thirty a day new accounts of one /48 are asked for a challenge, as those of one address', async () => {
    const statuses = []
    for (let i = 1; i <= 33; i++) {
      const phone = freshPhone()
      const address = from(`2001:db8:99:${i.toString(16)}::1`)
      statuses.push((await call(await signUp(), 'POST', '/users/phone/request', { phone }, address)).status)
    }
    expect(statuses).toEqual([...Array(30).fill(200), ...Array(3).fill(429)])
  })

  it('SMS_DAILY_MAX of all: past it an incident opens and no SMS goes out', async () => {
    // Each test begins at the present hour; another one counted SMS two days on, in a window of a day.
    wait(96 * HOUR)
    const limited = { SMS_DAILY_MAX: '3' }
    const phones = []
    const before = await count('incidents')
    for (let i = 0; i < 6; i++) {
      const phone = freshPhone()
      phones.push(phone)
      const person = await freshlySignedIn()
      await changeUser(person.id, 'created_at = created_at - ?', 8 * DAY)
      await callWith(limited, person, 'POST', '/users/phone/request', { phone })
    }
    expect(await sentTo(phones)).toBe(3)
    expect(await count('incidents')).toBe(before + 1)
  })
})

describe('what an SMS is for', () => {
  it('not for a payment that was refused, however often', async () => {
    const market = await newMarket()
    const buyer = await withNumber(await signedIn(market.buyer))
    const before = await writtenSms(buyer.phone)
    for (let i = 0; i < 2; i++) {
      const payerPhoneNumber = freshPhone()
      const { data } = await postOrder({ ...market, buyer }, { payerPhoneNumber })
      await refuse(payerPhoneNumber)
      await until(async () => {
        const shown = await call(buyer, 'GET', `/orders/${data.id}`)
        return shown.data.paymentStatus === 'FAILED' || shown.data.paymentStatus === 'UNPAID'
      }, 'the refusal')
    }
    expect(await writtenSms(buyer.phone)).toBe(before)
  })

  it('for the buyer at most once an order, when the parcel is on its way; for the seller once, when it was paid', async () => {
    const market = await newMarket()
    const buyer = await withNumber(await signedIn(market.buyer))
    const seller = { ...market.seller, ...(await withNumber(await signedIn(market.seller as typeof market.buyer))) }
    const before = [await writtenSms(buyer.phone), await writtenSms(seller.phone)]
    const order = await deliveredOrder({ ...market, buyer, seller }, await newRider())
    expect((await call(buyer, 'POST', `/orders/${order.id}/confirm-receipt`)).status).toBe(200)
    expect((await writtenSms(buyer.phone)) - (before[0] ?? 0)).toBeLessThanOrEqual(1)
    expect((await writtenSms(seller.phone)) - (before[1] ?? 0)).toBeLessThanOrEqual(1)
  })
})

describe('the text of an SMS', () => {
  it('fits the SMS alphabet and one part', async () => {
    const person = await newEstablished()
    const { recoveryId } = (await startRecovery(person.email)).data
    await codeAfter(person.phone, () => sendRecovery(recoveryId, 'PHONE'))
    const other = freshPhone()
    await codeAfter(other, () => setPhone(person, other))
    const texts = [...(await smsTo(person.phone)), ...(await smsTo(other))].map(({ text }) => text)
    expect(texts.length).toBeGreaterThan(1)
    const gsm7 = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/
    for (const text of texts) {
      expect(text).toMatch(gsm7)
      expect(text.length).toBeLessThanOrEqual(160)
    }
  })

  it('is asked for by nobody who is not signed in, but in a recovery', async () => {
    expect((await setPhone(guest, freshPhone())).status).toBe(401)
  })
})
