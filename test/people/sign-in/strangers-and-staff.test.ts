import { beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type Caller, call, guest, type Person } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { freshEmail, freshPhone } from '#testing/fixtures/inputs.ts'
import { bearer, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { appCode, freezeClock, STEP, withTotp } from '#testing/fixtures/totp.ts'
import { pause } from '#testing/sandbox.ts'
import {
  askCode,
  askLink,
  device,
  elsewhere,
  entersByCode,
  guess,
  guessCodes,
  guessPasswords,
  type Headers,
  linkFor,
  newOwner,
  post,
  postHonestly,
  refusalOf,
} from '#testing/stories/owners.ts'
import { callWith, codeAfter, DAY, enter, from, MINUTE, signedIn } from '#testing/stories/people.ts'
import { newNetwork } from '#testing/stories/strangers.ts'

// Rules 8.3.1 and 8.9.5 for the team, who always answer an authenticator, and for who has only begun to join. A stranger has no
// password of theirs: the tries at the authenticator are behind a first factor.

beforeEach(() => void wait(DAY - (Date.now() % DAY) + MINUTE))

type Staff = { person: Person; app: Awaited<ReturnType<typeof withTotp>>['app']; deviceToken: string }
/** One of the team with an authenticator, who signed in on their phone before. */
async function newStaff(role: Person['role']): Promise<Staff> {
  const { person, app } = await withTotp(role)
  freezeClock(Date.now() + MINUTE)
  const { pendingToken } = (await enter(person.email, PASSWORD, elsewhere())).data
  const { data } = await post('/auth/login/totp', { pendingToken, code: appCode(app) })
  freezeClock(Date.now() + MINUTE)
  return { person, app, deviceToken: data.deviceToken }
}
/** The authenticator answers a first factor, and the office opens. */
async function answers({ app }: Staff, pendingToken: string, at: Headers): Promise<void> {
  const answer = await postHonestly('/auth/login/totp', { pendingToken, code: appCode(app) }, at)
  expect(refusalOf(answer), 'the authenticator').toBe(200)
  const office = await callWith({ STAFF_MFA: 'required' }, bearer(answer.data.accessToken), 'GET', '/auth/me')
  expect(office.status).toBe(200)
}
const WAYS: Record<string, (staff: Staff, at: Headers) => Promise<void>> = {
  'password and authenticator': async (staff, at) => {
    const entered = await postHonestly('/auth/login/password', { email: staff.person.email, password: PASSWORD }, at)
    expect(refusalOf(entered), 'the password').toBe(200)
    await answers(staff, entered.data.pendingToken, at)
  },
  'a mailed code and authenticator': async (staff, at) => {
    const entered = await entersByCode(staff.person.email, at)
    expect(refusalOf(entered), 'the mailed code').toBe(200)
    await answers(staff, entered.data.pendingToken, at)
  },
  'a reset, password and authenticator': async (staff, at) => {
    const token = await linkFor(staff.person.email, at)
    const { data } = await postHonestly('/auth/password/reset', { token, newPassword: NEW_PASSWORD }, at)
    const mine = { ...at, ...device(data.deviceToken) }
    const body = { email: staff.person.email, password: NEW_PASSWORD }
    const entered = await postHonestly('/auth/login/password', body, mine)
    expect(refusalOf(entered), 'the new password').toBe(200)
    await answers(staff, entered.data.pendingToken, mine)
  },
}
const SPENT: Record<string, (email: string, address: string) => Promise<unknown>> = {
  'wrong passwords': (email) => guessPasswords(email),
  'wrong codes': (email) => guessCodes(email),
  'codes asked for by mail': async (email) => {
    for (let i = 0; i < 6; i++) {
      for (let n = 0; n < 6; n++) await askCode(email)
      for (let n = 0; n < 6; n++) await askLink(email)
      wait(61_000)
    }
  },
  'challenges, from their own network': async (_, address) => {
    for (let i = 0; i < 60; i++) await enter(freshEmail(), 'Faux-mot-2026-x', from(address))
    wait(61_000)
  },
  'tokens that wait for the authenticator': async (email) => {
    for (let i = 0; i < 40; i++) await post('/auth/login/totp', { pendingToken: crypto.randomUUID(), code: guess() })
    await askCode(email)
    await pause(100)
  },
}
/** On a new phone: wrong passwords count together, so a mailed code comes first; wrong codes too, so a reset does. */
const BOUNDED: Record<string, Record<string, string>> = {
  'wrong passwords': { 'password and authenticator': 'a mailed code and authenticator' },
  'wrong codes': { 'a mailed code and authenticator': 'a reset, password and authenticator' },
}

describe.each(Object.keys(SPENT))('8.3.1 after strangers used up: %s', (spent) => {
  it.each(Object.keys(WAYS))('one of the team goes on by %s, on a known phone and on a new one', async (way) => {
    for (const isKnown of [true, false]) {
      const staff = await newStaff('SUPPORT')
      const { address, at } = newNetwork()
      await SPENT[spent]?.(staff.person.email, address)
      freezeClock(Date.now() + 2 * STEP)
      const by = isKnown ? way : (BOUNDED[spent]?.[way] ?? way)
      await WAYS[by]?.(staff, isKnown ? { ...at, ...device(staff.deviceToken) } : at)
    }
  })
})

describe('8.3.1 who has only begun to join', () => {
  const join = (email: string, at: Headers) =>
    postHonestly('/auth/create-account', { name: 'Aline', email, password: PASSWORD, role: 'BUYER' }, at)
  const strangersRegister = async (email: string) => {
    for (let i = 0; i < 6; i++) {
      for (let n = 0; n < 5; n++) {
        const body = { name: 'Voleur', email, password: `Mot-du-voleur-${i}${n}`, role: 'BUYER' }
        await post('/auth/create-account', body)
        await post('/auth/resend-verification', { email })
        await askCode(email)
      }
      wait(61_000)
    }
  }

  it('joins after strangers registered the address and had codes sent to it, from thirty networks', async () => {
    const [email, at] = [freshEmail(), newNetwork().at]
    await strangersRegister(email)
    const code = await codeAfter(email, () => join(email, at))
    expect(refusalOf(await postHonestly('/auth/verify-email', { email, code }, at))).toBe(200)
    const inByCode = await entersByCode(email, at)
    expect(refusalOf(inByCode)).toBe(200)
    const { isEmailVerified } = (await call(bearer(inByCode.data.accessToken), 'GET', '/users/me')).data
    expect(isEmailVerified).toBe(true)
  })

  it('gets a code anew after strangers did so meanwhile', async () => {
    const [email, at] = [freshEmail(), newNetwork().at]
    await join(email, at)
    await strangersRegister(email)
    const code = await codeAfter(email, () => postHonestly('/auth/resend-verification', { email }, at))
    expect(refusalOf(await postHonestly('/auth/verify-email', { email, code }, at))).toBe(200)
  })

  it('joins after strangers typed thirty wrong codes: by a reset of the same address', async () => {
    const [email, at] = [freshEmail(), newNetwork().at]
    await join(email, at)
    for (let network = 0; network < 8; network++) {
      const there = elsewhere()
      await post('/auth/resend-verification', { email }, there)
      for (let i = 0; i < 6; i++) await post('/auth/verify-email', { email, code: guess() }, there)
    }
    const token = await linkFor(email, at)
    const { data } = await postHonestly('/auth/password/reset', { token, newPassword: NEW_PASSWORD }, at)
    const mine = { ...at, ...device(data.deviceToken) }
    const entered = await postHonestly('/auth/login/password', { email, password: NEW_PASSWORD }, mine)
    expect(refusalOf(entered)).toBe(200)
  })
})

describe('8.1.7 who asks for a code', () => {
  const limitedly = async (limits: object, as: Caller, path: string, body: object): Promise<Answer> => {
    const { status, data, error, headers } = await callWith({ ...limits }, as, 'POST', path, body, elsewhere())
    return { status, data, headers, body: undefined, ...(error && { error }) }
  }

  it('gets it while strangers with new accounts used up their share of the mails of a day', async () => {
    const limited = { MAIL_DAILY_MAX: '30' }
    const owner = await signUp()
    wait(8 * DAY)
    for (let i = 0; i < 45; i++) {
      const body = { name: 'Voleur', email: freshEmail(), password: 'Mot-du-voleur-77', role: 'BUYER' }
      await callWith(limited, guest, 'POST', '/auth/create-account', body, elsewhere())
    }
    const stranger = await signedIn(await signUp())
    for (let i = 0; i < 15; i++)
      await callWith(limited, stranger, 'POST', '/auth/secondary-email', { email: freshEmail() }, elsewhere())
    const code = await codeAfter(owner.email, () =>
      limitedly(limited, guest, '/auth/login/request-otp', { email: owner.email }),
    )
    expect(code).toMatch(/^\d{6}$/)
  })

  it('by SMS gets it while strangers with new accounts used up their share of the SMS of a day', async () => {
    const limited = { SMS_DAILY_MAX: '15' }
    const owner = await newOwner()
    for (let i = 0; i < 20; i++) {
      const stranger = await signUp()
      await callWith(limited, stranger, 'POST', '/users/phone/request', { phone: freshPhone() }, elsewhere())
    }
    const { phone } = owner
    const code = await codeAfter(phone, () => limitedly(limited, owner, '/users/phone/request', { phone }))
    expect(code).toMatch(/^\d{6}$/)
  })
})
