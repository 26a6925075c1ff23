import { describe, expect, it } from 'vitest'
import { type Answer, call, guest } from '#testing/api.ts'
import { newJob, newRider } from '#testing/fixtures/deliveries.ts'
import { newExpense } from '#testing/fixtures/expenses.ts'
import {
  ADDRESS,
  chargeBody,
  freshEmail,
  freshPhone,
  orderBody,
  PROFILE,
  SHOP,
  subscriptionBody,
} from '#testing/fixtures/inputs.ts'
import { newMarket, paidOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { changeUser, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { newSeller, newShopkeeper } from '#testing/fixtures/shops.ts'
import { monthly, newPlan } from '#testing/fixtures/subscriptions.ts'
import { appCode, appOf, setUpTotp, withTotp } from '#testing/fixtures/totp.ts'
import { letResend, newWalletOwner, withdraw, withdrawalCode } from '#testing/fixtures/wallets.ts'
import { codeFor, movementsOf, refuse } from '#testing/sandbox.ts'
import { withCode } from '#testing/stories/books.ts'
import { ok } from '#testing/stories/catalogue.ts'
import { addItem, checkout, payCheckout } from '#testing/stories/orders.ts'
import { addSecond, codeAfter, proveSecond } from '#testing/stories/people.ts'
import { sample } from '#testing/whole.ts'

// Rule 8.4.2: phone numbers and codes lose invisible and directional marks, other spaces and hyphens; a number is kept as digits with the
// country code (0810000125 with a country known, else 400 that asks for it).
//
// Silent: digits of other writings (full width, Arabic); which country a number without one has where the operation names none: Congo
// where the field is of no country (taken here as 400 or the country of what it belongs to).

/** A number of Congo, 243 and nine digits, as people paste it. */
const SPELLINGS: [name: string, spell: (digits: string) => string][] = [
  ['digits', (d) => d],
  ['with a plus', (d) => `+${d}`],
  ['with 00', (d) => `00${d}`],
  ['spaces', (d) => `+${d.slice(0, 3)} ${d.slice(3, 6)} ${d.slice(6, 9)} ${d.slice(9)}`],
  ['no-break spaces', (d) => `+${d.slice(0, 3)}\u00a0${d.slice(3, 6)}\u202f${d.slice(6, 9)}\u2009${d.slice(9)}`],
  ['hyphens', (d) => `+${d.slice(0, 3)}-${d.slice(3, 6)}-${d.slice(6)}`],
  ['other hyphens', (d) => `+${d.slice(0, 3)}\u2011${d.slice(3, 6)}\u2013${d.slice(6, 9)}\u2010${d.slice(9)}`],
  ['a minus sign', (d) => `+${d.slice(0, 3)}\u2212${d.slice(3)}`],
  ['dots', (d) => `+${d.slice(0, 3)}.${d.slice(3, 6)}.${d.slice(6)}`],
  ['brackets', (d) => `+${d.slice(0, 3)} (${d.slice(3, 5)}) ${d.slice(5)}`],
  [
    'directional marks, as contacts of iOS copy it',
    (d) => `\u202a+${d.slice(0, 3)} ${d.slice(3, 6)} ${d.slice(6)}\u202c`,
  ],
  ['isolates', (d) => `\u2068+${d}\u2069`],
  ['marks before and behind', (d) => `\u200e+${d}\u200f`],
  ['invisible signs within', (d) => `+${d.slice(0, 3)}\u200b${d.slice(3, 8)}\u2060${d.slice(8)}\ufeff\u00ad`],
  ['a tab and an end of line', (d) => `\t+${d}\n`],
]
const national = (digits: string) => `0${digits.slice(3)}`
const NATIONAL: typeof SPELLINGS = [
  ['as it is dialled', national],
  ['as it is dialled, with spaces', (d) => national(d).replace(/(\d{4})(\d{3})/, '$1\u00a0$2 ')],
  ['as it is dialled, with marks', (d) => `\u202a${national(d).slice(0, 4)}\u2011${national(d).slice(4)}\u202c`],
]

type Take = (spelled: string, digits: string) => Promise<{ answer: Answer; kept?: unknown }>
const prompted = async (digits: string) => (await movementsOf(digits)).map(({ phone }) => phone).at(0)
/** Operations in whose body the country stands, and those of no country. */
const WITH_COUNTRY: Record<string, Take> = {
  async 'an address'(phone) {
    const answer = await call(await signUp(), 'POST', '/users/me/addresses', { ...ADDRESS, phone })
    return { answer, kept: answer.data?.phone }
  },
  async 'a profile'(contactPhone) {
    const answer = await call(await signUp('SELLER'), 'POST', '/seller/profile', { ...PROFILE, contactPhone })
    return { answer, kept: answer.data?.contactPhone }
  },
  async 'a shop'(phone) {
    const answer = await call(await newShopkeeper(), 'POST', '/seller/shop', { ...SHOP, phone })
    return { answer, kept: answer.data?.phone }
  },
  async 'an order'(payerPhoneNumber, digits) {
    const market = await newMarket()
    return {
      answer: await call(market.buyer, 'POST', '/orders', orderBody(market, { payerPhoneNumber, network: 'vodacom' })),
      kept: await prompted(digits),
    }
  },
  async 'an order that is paid again'(payerPhoneNumber, digits) {
    const market = await newMarket()
    const first = freshPhone()
    const { id } = ok(await call(market.buyer, 'POST', '/orders', orderBody(market, { payerPhoneNumber: first })))
    await refuse(first)
    return {
      answer: await call(market.buyer, 'POST', `/orders/${id}/pay`, {
        payerPhoneNumber,
        network: 'vodacom',
        countryCode: 'CD',
      }),
      kept: await prompted(digits),
    }
  },
  async 'a checkout'(payerPhoneNumber, digits) {
    const market = await newMarket()
    ok(await addItem(market.buyer, market.variantId, 1))
    return { answer: await checkout(market.buyer, payerPhoneNumber), kept: await prompted(digits) }
  },
  async 'a checkout that is paid again'(payerPhoneNumber, digits) {
    const market = await newMarket()
    ok(await addItem(market.buyer, market.variantId, 1))
    const first = freshPhone()
    const { checkoutId } = ok(await checkout(market.buyer, first))
    await refuse(first)
    return { answer: await payCheckout(market.buyer, checkoutId, payerPhoneNumber), kept: await prompted(digits) }
  },
  async 'a subscription'(phone, digits) {
    const seller = await newSeller()
    const answer = await call(
      seller,
      'POST',
      '/subscriptions',
      subscriptionBody((await newPlan(monthly('5.00'))).id, phone),
    )
    return { answer, kept: await prompted(digits) }
  },
  async 'a payout number'(phoneNumber, digits) {
    const { person } = await newWalletOwner('SELLER', {}, null)
    const answer = await call(person, 'POST', '/wallet/settings/payout-number/request', {
      phoneNumber,
      network: 'vodacom',
      countryCode: 'CD',
    })
    return { answer, kept: answer.error ? undefined : (await codeFor(digits, 'SMS')) && digits }
  },
  async 'a charge'(phoneNumber, digits) {
    const answer = await call(await signUp('ADMIN'), 'POST', '/gatewayB/payin', chargeBody({ phoneNumber }))
    return { answer, kept: await prompted(digits) }
  },
  async 'an admin payout'(phoneNumber) {
    const admin = await signUp('ADMIN')
    const body = {
      amount: '5.00',
      currency: 'USD',
      phoneNumber,
      provider: 'VODACOM_MPESA_COD',
      country: 'COD',
      reason: 'Prime',
    }
    return { answer: await call(admin, 'POST', '/payouts/request-approval', body) }
  },
}
const WITHOUT: Record<string, Take> = {
  async 'a phone of one’s own'(phone, digits) {
    const person = await signUp()
    const answer = await call(person, 'POST', '/users/phone/request', { phone })
    if (answer.error) return { answer }
    ok(await call(person, 'POST', '/users/phone/verify', { code: await codeFor(digits, 'SMS') }))
    return { answer, kept: ok(await call(person, 'GET', '/users/me')).phone }
  },
  async 'an account'(phone) {
    const email = freshEmail()
    const answer = await call(
      guest,
      'POST',
      '/auth/create-account',
      { name: 'Aline', email, password: 'Mpiko-2026-ya-kivu!', role: 'BUYER', phone },
      { 'cf-connecting-ip': `41.2.3.${Math.floor(Math.random() * 250)}` },
    )
    return { answer, kept: answer.data?.user.phone }
  },
  async 'an operator that is asked for'(phoneNumber) {
    const answer = await call(await signUp(), 'POST', '/gatewayA/predict-provider', { phoneNumber })
    return { answer, kept: answer.data?.phoneNumber }
  },
}
const takes = async (take: Take, spelled: string, digits: string) => {
  const { answer, kept } = await take(spelled, digits)
  return answer.error
    ? `${answer.status} ${JSON.stringify(answer.error.details ?? answer.error.message)}`
    : (kept ?? digits)
}

describe('a number', () => {
  it.each(Object.entries({ ...WITH_COUNTRY, ...WITHOUT }))(
    '8.4.2 of %s is taken as people paste it, and kept as digits',
    async (_, take) => {
      const wrong: string[] = []
      for (const [name, spell] of sample(SPELLINGS, 4)) {
        const digits = freshPhone()
        const found = await takes(take, spell(digits), digits)
        if (found !== digits) wrong.push(`${name}: ${found}`)
      }
      expect(wrong).toEqual([])
    },
  )

  it.each(Object.entries(WITH_COUNTRY))(
    '8.4.2 of %s may be written as it is dialled, for its country is known',
    async (_, take) => {
      const wrong: string[] = []
      for (const [name, spell] of sample(NATIONAL)) {
        const digits = freshPhone()
        const found = await takes(take, spell(digits), digits)
        if (found !== digits) wrong.push(`${name}: ${found}`)
      }
      expect(wrong).toEqual([])
    },
  )

  it.each(Object.entries(WITHOUT))('8.4.2 of %s as it is dialled is 400 that asks for the country', async (_, take) => {
    for (const [name, spell] of sample(NATIONAL)) {
      const { answer } = await take(spell(freshPhone()), '')
      expect(answer.status, name).toBe(400)
      expect(JSON.stringify(answer.error), name).toMatch(/indicatif|pays|\+243/)
    }
  })

  it('8.4.2 of Rwanda as it is dialled there becomes one of 250', async () => {
    const phone = freshPhone('123', '25078')
    const made = ok(
      await call(await signUp(), 'POST', '/users/me/addresses', {
        ...ADDRESS,
        country: 'RW',
        city: 'Kigali',
        phone: `0${phone.slice(3)}`,
      }),
    )
    expect(made.phone).toBe(phone)
  })

  it.each(Object.entries({ ...WITH_COUNTRY, ...WITHOUT }))(
    '8.4.2 of %s with U+202E in it is refused by name',
    async (_, take) => {
      const digits = freshPhone()
      const { answer } = await take(`+243\u202e${digits.slice(3)}`, digits)
      expect(answer.status).toBe(400)
      expect(JSON.stringify(answer.error)).toContain('U+202E')
    },
  )

  it('8.4.2 staff find an order by a number as they paste it', async () => {
    const market = await newMarket()
    const phone = freshPhone()
    await changeUser(market.buyer.id, 'phone = ?, phone_verified_at = 1', phone)
    const { id } = await paidOrder(market, { payerPhoneNumber: phone })
    const staff = await signUp('SUPPORT')
    const missed: string[] = []
    for (const [name, spell] of [...SPELLINGS, ...NATIONAL]) {
      const answer = await call(staff, 'GET', `/orders/admin?search=${encodeURIComponent(spell(phone))}`)
      if (!answer.data?.orders.some((one: { id: string }) => one.id === id)) missed.push(name)
    }
    expect(missed).toEqual([])
  })
})

const PASTED: [name: string, spell: (code: string) => string][] = [
  ['spaces', (code) => ` ${code.slice(0, 3)} ${code.slice(3)} `],
  ['no-break spaces', (code) => `${code.slice(0, 3)}\u00a0${code.slice(3)}`],
  ['thin spaces', (code) => `${code.slice(0, 3)}\u202f${code.slice(3)}\u2009`],
  ['a hyphen', (code) => `${code.slice(0, 3)}-${code.slice(3)}`],
  ['another hyphen', (code) => `${code.slice(0, 3)}\u2011${code.slice(3)}`],
  ['directional marks', (code) => `\u200e${code}\u200f`],
  ['embeddings', (code) => `\u202a${code}\u202c`],
  ['invisible signs', (code) => `\ufeff${code.slice(0, 2)}\u200b${code.slice(2)}\u2060`],
  ['an end of line', (code) => `${code}\r\n`],
]
type Check = () => Promise<(spell: (code: string) => string) => Promise<Answer>>
/** Each operation that takes a code: it is asked for, then given. */
const CODES: Record<string, Check> = {
  'verify-email': async () => {
    const email = freshEmail()
    ok(
      await call(
        guest,
        'POST',
        '/auth/create-account',
        { name: 'Aline', email, password: 'Mpiko-2026-ya-kivu!', role: 'BUYER' },
        { 'cf-connecting-ip': `41.9.3.${Math.floor(Math.random() * 250)}` },
      ),
    )
    const code = await codeFor(email)
    return (spell) => call(guest, 'POST', '/auth/verify-email', { email, code: spell(code) })
  },
  'verify-otp': async () => {
    const { email } = await signUp()
    const code = await codeAfter(email, () => call(guest, 'POST', '/auth/login/request-otp', { email }))
    return (spell) => call(guest, 'POST', '/auth/login/verify-otp', { email, code: spell(code) })
  },
  'phone/verify': async () => {
    const [person, phone] = [await signUp(), freshPhone()]
    ok(await call(person, 'POST', '/users/phone/request', { phone }))
    const code = await codeFor(phone, 'SMS')
    return (spell) => call(person, 'POST', '/users/phone/verify', { code: spell(code) })
  },
  'me/email/verify': async () => {
    const [person, newEmail] = [await signUp(), freshEmail()]
    const code = await codeAfter(newEmail, () =>
      call(person, 'POST', '/users/me/email/request', { newEmail, password: PASSWORD }),
    )
    return (spell) => call(person, 'POST', '/users/me/email/verify', { code: spell(code) })
  },
  'secondary-email/verify': async () => {
    const [person, second] = [await signUp(), freshEmail()]
    const code = await codeAfter(second, () => addSecond(person, second))
    return (spell) => proveSecond(person, spell(code))
  },
  'recovery/verify': async () => {
    const [person, phone] = [await signUp(), freshPhone()]
    await changeUser(person.id, 'phone = ?, phone_verified_at = ?', phone, Date.now() - 30 * 86_400_000)
    const { recoveryId } = ok(await call(guest, 'POST', '/auth/recovery/start', { identifier: person.email }))
    ok(await call(guest, 'POST', '/auth/recovery/send-code', { recoveryId, method: 'PHONE' }))
    const code = await codeFor(phone, 'SMS')
    return (spell) => call(guest, 'POST', '/auth/recovery/verify', { recoveryId, code: spell(code) })
  },
  'totp/confirm': async () => {
    const person = await signUp()
    const app = appOf(ok(await setUpTotp(person)).otpauthUrl)
    return (spell) => call(person, 'POST', '/auth/totp/confirm', { code: spell(appCode(app)) })
  },
  'login/totp': async () => {
    const {
      person: { email },
      app,
    } = await withTotp()
    const { pendingToken } = ok(await call(guest, 'POST', '/auth/login/password', { email, password: PASSWORD }))
    return (spell) => call(guest, 'POST', '/auth/login/totp', { pendingToken, code: spell(appCode(app)) })
  },
  'login/totp by a backup code': async () => {
    const {
      person: { email },
      backupCodes,
    } = await withTotp()
    const { pendingToken } = ok(await call(guest, 'POST', '/auth/login/password', { email, password: PASSWORD }))
    return (spell) => call(guest, 'POST', '/auth/login/totp', { pendingToken, backupCode: spell(backupCodes[0] ?? '') })
  },
  reauthenticate: async () => {
    const { person, app } = await withTotp()
    return (spell) => call(person, 'POST', '/auth/reauthenticate', { code: spell(appCode(app)) })
  },
  'totp/disable': async () => {
    const { person, app } = await withTotp()
    return (spell) => call(person, 'POST', '/auth/totp/disable', { code: spell(appCode(app)) })
  },
  'totp/regenerate-backup-codes': async () => {
    const { person, app } = await withTotp()
    return (spell) => call(person, 'POST', '/auth/totp/regenerate-backup-codes', { code: spell(appCode(app)) })
  },
  'payout-number/confirm': async () => {
    const [{ person }, phoneNumber] = [await newWalletOwner('SELLER', {}, null), freshPhone()]
    ok(
      await call(person, 'POST', '/wallet/settings/payout-number/request', {
        phoneNumber,
        network: 'vodacom',
        countryCode: 'CD',
      }),
    )
    const code = await codeFor(phoneNumber, 'SMS')
    return (spell) => call(person, 'POST', '/wallet/settings/payout-number/confirm', { code: spell(code) })
  },
  'wallet/payout': async () => {
    const owner = await newWalletOwner('SELLER', { USD: 5000 })
    const code = await withdrawalCode(owner, 'USD', '20.00')
    return (spell) => withdraw(owner, 'USD', '20.00', spell(code))
  },
  'riders/me/payout': async () => {
    const owner = await newWalletOwner('RIDER', { USD: 5000 })
    const code = await withdrawalCode(owner, 'USD', '20.00')
    return (spell) => withdraw(owner, 'USD', '20.00', spell(code))
  },
  'payouts/confirm': async () => {
    const admin = await signUp('ADMIN')
    await letResend(admin)
    const body = {
      amount: '5.00',
      currency: 'USD',
      phoneNumber: freshPhone('789'),
      provider: 'VODACOM_MPESA_COD',
      country: 'COD',
      reason: 'Prime',
    }
    const { data, code } = await withCode(admin, () => call(admin, 'POST', '/payouts/request-approval', body))
    return (spell) => call(admin, 'POST', '/gatewayA/payouts/confirm', { pendingId: data.pendingId, code: spell(code) })
  },
  'refunds/confirm': async () => {
    const [admin, market] = [await signUp('ADMIN'), await newMarket()]
    const { id: orderId } = await paidOrder(market)
    const { data, code } = await withCode(admin, () =>
      call(admin, 'POST', '/refunds/request-approval', { orderId, reason: 'Abîmé' }),
    )
    return (spell) => call(admin, 'POST', '/refunds/confirm', { pendingId: data.pendingId, code: spell(code) })
  },
  'expenses/approve/confirm': async () => {
    const [{ id }, admin] = [await newExpense(), await signUp('ADMIN')]
    const { code } = await withCode(admin, () => call(admin, 'POST', `/expenses/${id}/approve/request`))
    return (spell) => call(admin, 'POST', `/expenses/${id}/approve/confirm`, { code: spell(code) })
  },
  handover: async () => {
    const market = await newMarket()
    const { id } = await readyOrder(market, { fulfillmentMethod: 'PICKUP', deliveryAddress: undefined })
    const { pickupCode } = ok(await call(market.buyer, 'GET', `/orders/${id}`))
    return (spell) => call(market.seller, 'POST', `/orders/${id}/handover`, { code: spell(pickupCode) })
  },
  pickup: async () => {
    const [rider, job] = [await newRider(), await newJob()]
    ok(await call(rider, 'POST', `/deliveries/${job.deliveryId}/accept`))
    return (spell) => call(rider, 'POST', `/deliveries/${job.deliveryId}/pickup`, { code: spell(job.pickupCode) })
  },
  deliver: async () => {
    const [rider, job] = [await newRider(), await newJob()]
    ok(await call(rider, 'POST', `/deliveries/${job.deliveryId}/accept`))
    ok(await call(rider, 'POST', `/deliveries/${job.deliveryId}/pickup`, { code: job.pickupCode }))
    const { dropoffCode } = ok(await call(job.buyer, 'GET', `/orders/${job.orderId}/tracking`))
    return (spell) => call(rider, 'POST', `/deliveries/${job.deliveryId}/deliver`, { code: spell(dropoffCode) })
  },
}

describe('a code', () => {
  it.each(Object.entries(CODES))('8.4.2 of %s is taken as people paste it', async (_, check) => {
    const wrong: string[] = []
    for (const [name, spell] of sample(PASTED, 3)) {
      const answer = await (await check())(spell)
      if (answer.error) wrong.push(`${name}: ${answer.status} ${JSON.stringify(answer.error)}`)
    }
    expect(wrong).toEqual([])
  })

  it('8.4.2 that is another one stays wrong, and one with letters is 400', async () => {
    const [person, phone] = [await signUp(), freshPhone()]
    ok(await call(person, 'POST', '/users/phone/request', { phone }))
    const code = await codeFor(phone, 'SMS')
    const verify = (given: string) => call(person, 'POST', '/users/phone/verify', { code: given })
    expect((await verify(`${code}1`)).status).toBe(400)
    expect((await verify(`${code.slice(0, 5)}O`)).status).toBe(400)
    expect((await verify(`${code.slice(0, 3)}\u202e${code.slice(3)}`)).error?.details?.[0]?.message).toContain('U+202E')
    expect((await verify(`\u200e${code}`)).status).toBe(200)
  })
})

describe('an e-mail address', () => {
  const place = () => ({
    'cf-connecting-ip': `41.8.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
  })
  const TAKES: Record<string, (email: string) => Promise<Answer>> = {
    'create-account': (email) =>
      call(
        guest,
        'POST',
        '/auth/create-account',
        { name: 'Aline', email, password: 'Mpiko-2026-ya-kivu!', role: 'BUYER' },
        place(),
      ),
    'login/request-otp': (email) => call(guest, 'POST', '/auth/login/request-otp', { email }, place()),
    'password/forgot': (email) => call(guest, 'POST', '/auth/password/forgot', { email }, place()),
    'secondary-email': async (email) => addSecond(await signUp(), email),
    'me/email/request': async (newEmail) =>
      call(await signUp(), 'POST', '/users/me/email/request', { newEmail, password: PASSWORD }),
    'a shop': async (email) => call(await newShopkeeper(), 'POST', '/seller/shop', { ...SHOP, email }),
  }
  it.each(Object.entries(TAKES))(
    '8.4.2 of %s loses marks and spaces around it, and U+202E is named',
    async (_, take) => {
      for (const spell of [
        (one: string) => `\u200e${one}\u200f`,
        (one: string) => ` \u00a0${one}\u202f\n`,
        (one: string) => `\u202a${one}\u202c`,
        (one: string) => one.replace('@', '\u200b@\u2060'),
        (one: string) => one.toUpperCase(),
      ])
        expect((await take(spell(freshEmail()))).error).toBeUndefined()
      const refused = await take(`\u202e${freshEmail()}`)
      expect(refused.status).toBe(400)
      expect(JSON.stringify(refused.error)).toContain('U+202E')
    },
  )
})
