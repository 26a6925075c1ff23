// Each way in and each way of recovery of an owner, and each thing that a stranger may use up.
import { expect } from 'vitest'
import { type Answer, call, type Person } from '#testing/api.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { wait } from '#testing/clock.ts'
import { newGoogleAccount } from '#testing/fixtures/google.ts'
import { freshEmail, freshPhone, orderBody } from '#testing/fixtures/inputs.ts'
import { type Market, newMarket } from '#testing/fixtures/orders.ts'
import { NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { newWalletOwner } from '#testing/fixtures/wallets.ts'
import { approve, pause } from '#testing/sandbox.ts'
import {
  askCode,
  askLink,
  comesIn,
  elsewhere,
  enterByGoogle,
  enterByKey,
  entersByCode,
  googleTimes,
  guess,
  guessCodes,
  guessPasswords,
  type Headers,
  linkFor,
  newOwner,
  type Owner,
  post,
  postHonestly,
  refusalOf,
  solving,
} from '#testing/stories/owners.ts'
import {
  addSecond,
  codeAfter,
  DAY,
  enter,
  freshAddress,
  from,
  MINUTE,
  provePhone,
  sendRecovery,
  setPhone,
  signedIn,
  startRecovery,
} from '#testing/stories/people.ts'

const letIn = (answer: Answer) => expect(refusalOf(answer)).toBe(200)
const withPassword = (owner: Owner, at: Headers, password = PASSWORD) =>
  postHonestly('/auth/login/password', { email: owner.email, password }, at)

/** A recovery from the beginning to the token that completes it a day later. */
async function recovers(name: string, method: 'SECONDARY_EMAIL' | 'PHONE', to: string, at: Headers): Promise<Answer> {
  const started = await postHonestly('/auth/recovery/start', { identifier: name }, at)
  expect(refusalOf(started), 'the start of a recovery').toBe(200)
  const { recoveryId } = started.data
  const code = await codeAfter(to, () => postHonestly('/auth/recovery/send-code', { recoveryId, method }, at))
  const proven = await postHonestly('/auth/recovery/verify', { recoveryId, code }, at)
  expect(refusalOf(proven), 'the code of a recovery').toBe(200)
  wait(DAY + MINUTE)
  const { recoveryToken } = proven.data
  return postHonestly('/auth/recovery/complete', { recoveryToken, newPassword: NEW_PASSWORD }, at)
}
async function provesNumber(owner: Owner, at: Headers): Promise<void> {
  // By the passkey, so that nothing but the SMS is in question.
  const her = comesIn(owner, await enterByKey(owner, at))
  const ask = (phone: string) =>
    codeAfter(phone, () => solving((more) => call(her, 'POST', '/users/phone/request', { phone }, { ...at, ...more })))
  const renewed = await call(her, 'POST', '/users/phone/verify', { code: await ask(owner.phone) }, at)
  expect(refusalOf(renewed)).toBe(200)
  expect(renewed.data).toMatchObject({ phone: owner.phone, isPhoneVerified: true })
}

/** Each way of an owner: in, or back in. `at` is her network, with the mark of her phone where it is known. */
export const WAYS: Record<string, (owner: Owner, at: Headers) => Promise<void>> = {
  'her password': async (owner, at) => letIn(await withPassword(owner, at)),
  'a mailed code': async (owner, at) => letIn(await entersByCode(owner.email, at)),
  'a mailed code, then her password': async (owner, at) => {
    const { data } = await entersByCode(owner.email, at)
    letIn(await withPassword(owner, { ...at, 'x-device-token': data.deviceToken }))
  },
  'a new password by link': async (owner, at) => {
    const token = await linkFor(owner.email, at)
    const reset = await postHonestly('/auth/password/reset', { token, newPassword: NEW_PASSWORD }, at)
    expect(refusalOf(reset), 'the reset').toBe(200)
    letIn(await withPassword(owner, { ...at, 'x-device-token': reset.data.deviceToken }, NEW_PASSWORD))
  },
  'a new password by link, then a mailed code': async (owner, at) => {
    const token = await linkFor(owner.email, at)
    const { data } = await postHonestly('/auth/password/reset', { token, newPassword: NEW_PASSWORD }, at)
    letIn(await entersByCode(owner.email, { ...at, 'x-device-token': data.deviceToken }))
  },
  'her passkey': async (owner, at) => letIn(await enterByKey(owner, at)),
  'her Google account': async (owner, at) => letIn(await enterByGoogle(owner, at)),
  'a proof of her number by SMS': provesNumber,
  'a recovery by her number': async (owner, at) => letIn(await recovers(owner.email, 'PHONE', owner.phone, at)),
  'a recovery by her second address': async (owner, at) =>
    letIn(await recovers(owner.phone, 'SECONDARY_EMAIL', owner.second, at)),
}

/** The ways that need a message to arrive. */
export const BY_MESSAGE = Object.keys(WAYS).filter(
  (way) => !['her password', 'her passkey', 'her Google account'].includes(way),
)

/** A stranger's own accounts: as many as they please. */
async function strangers(howMany: number): Promise<Person[]> {
  const all = []
  for (let i = 0; i < howMany; i++) {
    const person = await signUp()
    all.push(comesIn(person, await enter(person.email, PASSWORD, elsewhere())))
  }
  return all
}
const asks = async (howMany: number, ask: (i: number) => Promise<unknown>, apartMs = 0) => {
  for (let i = 0; i < howMany; i++) {
    if (i > 0 && apartMs > 0) wait(apartMs)
    await ask(i)
  }
}
const minutesApart = 61_000
/** Waits until the last code that strangers asked for has arrived, so that the newest code is the one that she asks for next. */
const arrives = () => pause(100)

/** Each thing that a stranger uses up, until the very moment at which its owner comes. */
export const SPENT: Record<string, (owner: Owner, address: string) => Promise<void>> = {
  'wrong passwords': ({ email }) => guessPasswords(email),
  'wrong codes': async (owner) => {
    await guessCodes(owner.email)
    for (const name of [owner.email, owner.phone])
      await asks(8, async () => {
        const there = elsewhere()
        const { data } = await startRecovery(name, there)
        if (data)
          await asks(6, () => post('/auth/recovery/verify', { recoveryId: data.recoveryId, code: guess() }, there))
      })
  },
  'codes asked for by mail': async ({ email }) => {
    const people = await strangers(5)
    const join = { name: 'Quelqu’un', email, password: 'Une-autre-phrase-9', role: 'BUYER' }
    await asks(
      5,
      async () => {
        await asks(6, () => askCode(email))
        await asks(6, () => askLink(email))
        await asks(6, () => post('/auth/resend-verification', { email }))
        await asks(6, () => post('/auth/create-account', join))
        for (const person of people) await addSecond(person, email)
        for (const person of people)
          await call(person, 'POST', '/users/me/email/request', { newEmail: email, password: PASSWORD }, elsewhere())
      },
      minutesApart,
    )
    await arrives()
  },
  'codes of recoveries asked for': async (owner) => {
    await asks(
      10,
      async () => {
        for (const [name, method] of [
          [owner.email, 'PHONE'],
          [owner.phone, 'PHONE'],
          [owner.email, 'SECONDARY_EMAIL'],
          [owner.phone, 'SECONDARY_EMAIL'],
        ] as const) {
          const there = elsewhere()
          const { data } = await startRecovery(name, there)
          if (data) await sendRecovery(data.recoveryId, method, there)
        }
      },
      minutesApart,
    )
    await arrives()
  },
  'recoveries begun': async (owner) => {
    for (const name of [owner.email, owner.phone, owner.second]) await asks(40, () => startRecovery(name, elsewhere()))
  },
  'challenges, from her own network': async (_, address) => {
    await asks(60, () => enter(freshEmail(), 'Faux-mot-2026-x', from(address)))
    await asks(300, () => call(null, 'GET', '/auth/challenge', undefined, from(address)))
    wait(minutesApart)
  },
  'challenges of passkeys, and wrong answers': async ({ email }) => {
    const key = await newAuthenticator()
    await asks(30, async () => {
      const there = elsewhere()
      const { data } = await post('/auth/passkey/login/options', { email }, there)
      if (!data) return
      const response = await key.get(data.options).catch(() => ({}))
      await asks(6, () => post('/auth/passkey/login/verify', { challengeId: data.challengeId, response }, there))
    })
  },
  'Google tokens': async ({ email }) => {
    await asks(20, async () => {
      const idToken = await newGoogleAccount(email).token(googleTimes())
      await post('/auth/login/google', { idToken })
      await post('/auth/register/google', { idToken, role: 'BUYER' })
    })
  },
  'her number, as that of other accounts': async ({ phone }) => {
    const people = await strangers(12)
    for (const person of people) {
      await setPhone(person, phone)
      await asks(6, () => provePhone(person, guess()))
      wait(minutesApart)
    }
    for (const person of await strangers(8)) await setPhone(person, phone)
    await arrives()
  },
  'her number, for the payouts of other accounts': async ({ phone }) => {
    for (let i = 0; i < 8; i++) {
      const { person } = await newWalletOwner('SELLER', { USD: 500 }, null)
      const body = { phoneNumber: phone, network: 'vodacom', countryCode: 'CD' }
      await call(await signedIn(person), 'POST', '/wallet/settings/payout-number/request', body)
      wait(minutesApart)
    }
  },
  'her number, as the one that pays': async ({ phone }) => {
    const market = await newMarket({ stock: 100 })
    for (let i = 0; i < 4; i++) {
      const buyer = await signUp()
      await call(buyer, 'POST', '/orders', orderBody(market, { quantity: 1, payerPhoneNumber: phone }))
    }
  },
}

/** A seller's shop, and what a stranger who buys there sends its owner. */
export const SENT: Record<string, (market: Market) => Promise<void>> = {
  'paid orders, each told by SMS': async (market) => {
    for (let i = 0; i < 9; i++) {
      const [buyer, payerPhoneNumber] = [await signUp(), freshPhone()]
      const body = orderBody(market, { quantity: 1, payerPhoneNumber })
      expect((await call(buyer, 'POST', '/orders', body)).status).toBe(201)
      await approve(payerPhoneNumber)
    }
  },
  messages: async (market) => {
    for (let i = 0; i < 4; i++) {
      const [buyer, payerPhoneNumber] = [await signUp(), freshPhone()]
      const { data } = await call(buyer, 'POST', '/orders', orderBody(market, { quantity: 1, payerPhoneNumber }))
      await approve(payerPhoneNumber)
      await asks(10, async () => {
        const body = { channel: 'BUYER_SELLER', body: 'Bonjour', clientMessageId: crypto.randomUUID() }
        expect((await call(buyer, 'POST', `/orders/${data.id}/messages`, body)).status).toBe(201)
      })
    }
  },
}

/** A seller with every way in, whose shop sells. */
export async function newShopOwner(): Promise<{ market: Market; owner: Owner }> {
  const market = await newMarket({ stock: 100 })
  return { market, owner: await newOwner(market.seller) }
}
/** A network of her own. */
export function newNetwork(): { address: string; at: Headers } {
  const address = freshAddress()
  return { address, at: from(address) }
}
