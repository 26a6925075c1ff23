import { describe, expect, it } from 'vitest'
import { type Answer, call, guest, tally } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { mailsTo, WORDS } from '#testing/fixtures/mails.ts'
import { changeUser, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { resetPassword } from '#testing/fixtures/sign-in.ts'
import { answerTotp, appCode, freezeClock, totpChallenge, withTotp, wrongAppCodes } from '#testing/fixtures/totp.ts'
import {
  addSecond,
  browse,
  codeAfter,
  cookiesOf,
  DAY,
  enter,
  freshAddress,
  freshlySignedIn,
  from,
  linkToken,
  MINUTE,
  messageAfter,
  newEstablished,
  sendRecovery,
  signedIn,
  startRecovery,
} from '#testing/stories/people.ts'

const device = (token: string) => ({ 'x-device-token': token })
const fromElsewhere = (more: Record<string, string> = {}) => ({ ...from(freshAddress()), ...more })

/** Somebody who signed in on her phone before. */
async function withPhone() {
  const person = await signUp()
  const { data } = await enter(person.email)
  expect(data.deviceToken, 'deviceToken in the answer of a sign-in').toMatch(/^\S{20,}$/)
  return { ...person, deviceToken: data.deviceToken as string }
}
/** A stranger types wrong passwords until nothing is compared any more. */
async function strangerGuesses(email: string, tries = 12): Promise<Answer[]> {
  const answers = []
  for (let i = 0; i < tries; i++) answers.push(await enter(email, `Faux-mot-${i}-x`, fromElsewhere()))
  return answers
}

describe('a known device', () => {
  it('signs in with the password while strangers have used up the tries of the account', async () => {
    const person = await withPhone()
    expect(tally(await strangerGuesses(person.email))).toEqual({ 401: 10, 429: 2 })
    expect((await enter(person.email, PASSWORD, fromElsewhere())).status).toBe(429)
    expect((await enter(person.email, PASSWORD, fromElsewhere(device(person.deviceToken)))).status).toBe(200)
    expect((await enter(person.email, PASSWORD, fromElsewhere())).status).toBe(429)
  })

  it('has its own ten tries, and using them up harms only itself', async () => {
    const person = await withPhone()
    const answers = []
    for (let i = 0; i < 12; i++)
      answers.push(await enter(person.email, `Faux-mot-${i}-x`, fromElsewhere(device(person.deviceToken))))
    expect(tally(answers)).toEqual({ 401: 10, 429: 2 })
    expect((await enter(person.email, PASSWORD, fromElsewhere())).status).toBe(200)
  })

  it('is known to its own account only', async () => {
    const [person, stranger] = [await withPhone(), await withPhone()]
    await strangerGuesses(person.email)
    const tried = await enter(person.email, PASSWORD, fromElsewhere(device(stranger.deviceToken)))
    expect(tried.status).toBe(429)
    const own = person.deviceToken
    const spoiled = own.slice(0, -1) + (own.endsWith('0') ? '1' : '0')
    for (const made of ['x'.repeat(60), 'x', spoiled, own.split('.').slice(0, 2).join('.')])
      expect((await enter(person.email, PASSWORD, fromElsewhere(device(made)))).status, made).toBe(429)
  })

  it('of a browser is a cookie of a year that no script reads', async () => {
    const { email } = await signUp()
    const answer = await browse('POST', '/auth/login/password', { body: { email, password: PASSWORD } })
    const first = cookiesOf(answer)
    expect(await answer.text()).not.toContain('deviceToken')
    const [mark] = Object.values(first).filter(({ attributes }) =>
      attributes.some((each) => /^Max-Age=31(53|62)\d{4}$/.test(each)),
    )
    expect(mark?.attributes).toEqual(['Max-Age=31536000', 'Path=/api/v1', 'HttpOnly', 'Secure', 'SameSite=Lax'])
    await strangerGuesses(email)
    const body = { email, password: PASSWORD }
    expect((await browse('POST', '/auth/login/password', { body, headers: fromElsewhere() })).status).toBe(429)
    const known = await browse('POST', '/auth/login/password', {
      body,
      cookie: mark?.pair ?? '',
      headers: fromElsewhere(),
    })
    expect(known.status).toBe(200)
  })

  it('of a browser proves the owner on every path by a mailed code that it asked for', async () => {
    const { id, email } = await signUp()
    await changeUser(id, 'password_hash = NULL')
    const asked = (cookie?: string) => async () => {
      const { status } = await browse('POST', '/auth/login/request-otp', { body: { email }, ...(cookie && { cookie }) })
      return { status } as Answer
    }
    const first = await codeAfter(email, asked())
    const cookies = cookiesOf(await browse('POST', '/auth/login/verify-otp', { body: { email, code: first } }))
    /** Cookies that a browser sends there. */
    const sentTo = (path: string) =>
      Object.values(cookies)
        .filter(({ attributes }) =>
          attributes.some((each) => each.startsWith('Path=') && path.startsWith(each.slice(5))),
        )
        .map(({ pair }) => pair)
        .join('; ')
    wait(11 * MINUTE)
    const code = await codeAfter(email, asked(sentTo('/api/v1/auth/login/request-otp')))
    const cookie = sentTo('/api/v1/users/me/delete')
    expect((await browse('POST', '/users/me/delete', { cookie, body: { code } })).status).toBe(200)
  })

  it('begins a recovery by her number while strangers have used up the starts', async () => {
    const person = await newEstablished()
    const mine = device((await enter(person.email)).data.deviceToken)
    for (let i = 0; i < 20; i++) await startRecovery(person.phone, fromElsewhere())
    expect((await startRecovery(person.phone, fromElsewhere())).status).toBe(429)
    expect((await startRecovery(person.phone, fromElsewhere(mine))).status).toBe(200)
  })

  it('gets the code of her recovery at her second address while a stranger has recovery codes sent there', async () => {
    const person = await newEstablished()
    const mine = device((await enter(person.email)).data.deviceToken)
    for (let i = 0; i < 5; i++) {
      const { data } = await startRecovery(person.email, fromElsewhere())
      expect((await sendRecovery(data.recoveryId, 'SECONDARY_EMAIL', fromElsewhere())).status).toBe(200)
      wait(61_000)
    }
    const { data } = await startRecovery(person.email, fromElsewhere(mine))
    const asked = () => sendRecovery(data.recoveryId, 'SECONDARY_EMAIL', fromElsewhere(mine))
    expect(await codeAfter(person.second, asked)).toMatch(/^\d{6}$/)
  })

  it('is still known after months', async () => {
    const person = await withPhone()
    wait(300 * DAY)
    await strangerGuesses(person.email)
    expect((await enter(person.email, PASSWORD, fromElsewhere(device(person.deviceToken)))).status).toBe(200)
  })

  it('signs in with a mailed code while a stranger uses up the tries of that code', async () => {
    const person = await withPhone()
    const ask = (more = {}) =>
      call(guest, 'POST', '/auth/login/request-otp', { email: person.email }, fromElsewhere(more))
    const type = (code: string, more = {}) =>
      call(guest, 'POST', '/auth/login/verify-otp', { email: person.email, code }, fromElsewhere(more))
    for (let i = 0; i < 6; i++) {
      await ask()
      for (let n = 0; n < 5; n++) await type(String(100_000 + i * 10 + n))
      wait(61_000)
    }
    const code = await codeAfter(person.email, () => ask(device(person.deviceToken)))
    expect((await type(code, device(person.deviceToken))).status).toBe(200)
  })

  it('answers the authenticator while somebody who knows the password guesses its codes', async () => {
    const { person, app } = await withTotp()
    const first = await answerTotp(await totpChallenge(person.email), { code: appCode(app) })
    const mine = device(first.data.deviceToken)
    freezeClock(Date.now() + 2 * MINUTE)
    for (let i = 0; i < 3; i++) {
      const pending = (await enter(person.email, PASSWORD, fromElsewhere())).data?.pendingToken
      if (!pending) break
      for (const code of wrongAppCodes(app, 4)) await answerTotp(pending, { code }, fromElsewhere())
    }
    const pending = (await enter(person.email, PASSWORD, fromElsewhere(mine))).data.pendingToken
    expect((await answerTotp(pending, { code: appCode(app) }, fromElsewhere(mine))).status).toBe(200)
  })
})

describe('the mails of an account', () => {
  const register = (email: string) => {
    const body = { name: 'Quelqu’un', email, password: 'Une-autre-phrase-9', role: 'BUYER' }
    return call(guest, 'POST', '/auth/create-account', body, fromElsewhere())
  }
  /** Strangers register somebody's address, ten times. */
  async function strangersRegister(email: string) {
    for (let i = 0; i < 10; i++) {
      await register(email)
      wait(61_000)
    }
  }

  it('are not spent by strangers who register its address: a sign-in code and a reset link still come', async () => {
    const person = await signUp()
    await strangersRegister(person.email)
    const asked = () => call(guest, 'POST', '/auth/login/request-otp', { email: person.email }, fromElsewhere())
    const code = await codeAfter(person.email, asked)
    const typed = { email: person.email, code }
    expect((await call(guest, 'POST', '/auth/login/verify-otp', typed, fromElsewhere())).status).toBe(200)
    const link = await messageAfter(
      person.email,
      () => call(guest, 'POST', '/auth/password/forgot', { email: person.email }, fromElsewhere()),
      ({ text }) => text.includes(WORDS.reset) || text.includes('token='),
    )
    expect((await resetPassword(linkToken(link), NEW_PASSWORD)).status).toBe(200)
  })

  it('of one purpose do not spend those of another', async () => {
    const person = await signUp()
    for (let i = 0; i < 6; i++) {
      await call(guest, 'POST', '/auth/login/request-otp', { email: person.email }, fromElsewhere())
      wait(61_000)
    }
    const forgot = await call(guest, 'POST', '/auth/password/forgot', { email: person.email }, fromElsewhere())
    expect(forgot.status).toBe(200)
    await mailsTo(person.email, WORDS.reset)
  })

  it('are five an hour of guests of one /48, as of one address', async () => {
    const { email } = await signUp()
    const statuses = []
    for (let i = 1; i <= 7; i++) {
      const address = from(`2001:db8:55:${i.toString(16)}::1`)
      statuses.push((await call(guest, 'POST', '/auth/login/request-otp', { email }, address)).status)
      wait(61_000)
    }
    expect(statuses).toEqual([...Array(5).fill(200), 429, 429])
  })

  it('are not spent by strangers who ask for it as their second address', async () => {
    const person = await signUp()
    for (let n = 0; n < 8; n++) {
      const stranger = await freshlySignedIn()
      for (let i = 0; i < 5; i++) {
        await addSecond(stranger, person.email)
        wait(61_000)
      }
    }
    const asked = () => call(guest, 'POST', '/auth/login/request-otp', { email: person.email }, fromElsewhere())
    expect(await codeAfter(person.email, asked)).toMatch(/^\d{6}$/)
    const again = await signedIn(person)
    const newEmail = freshEmail('neuf')
    const change = await call(again, 'POST', '/users/me/email/request', { newEmail, password: PASSWORD })
    expect(change.status).toBe(200)
  })

  it('that a stranger asked for spend nothing of her known device', async () => {
    const person = await withPhone()
    for (let i = 0; i < 7; i++) {
      await call(guest, 'POST', '/auth/login/request-otp', { email: person.email }, fromElsewhere())
      await call(guest, 'POST', '/auth/password/forgot', { email: person.email }, fromElsewhere())
      wait(61_000)
    }
    const mine = device(person.deviceToken)
    const ask = (path: string) => call(guest, 'POST', path, { email: person.email }, fromElsewhere(mine))
    expect(await codeAfter(person.email, () => ask('/auth/login/request-otp'))).toMatch(/^\d{6}$/)
    await messageAfter(
      person.email,
      () => ask('/auth/password/forgot'),
      ({ text }) => text.includes('token='),
    )
  })
})
