import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { run } from '#testing/fixtures/database.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { mailedCode, WORDS } from '#testing/fixtures/mails.ts'
import { bearer, isSignedIn, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { appCode, appOf, confirmTotp, freezeClock, setUpTotp } from '#testing/fixtures/totp.ts'
import {
  comesIn,
  device,
  elsewhere,
  entersByCode,
  guess,
  type Headers,
  isKnownTo,
  post,
  refusalOf,
} from '#testing/stories/owners.ts'
import { browse, codeAfter, cookiesOf, enter, HOUR, MINUTE } from '#testing/stories/people.ts'

// Rule 8.9.2: verify-email opens a session on the device that created the account (the token or cookie that its creation gave, within
// the hour).
//
// Silent: which of several devices that gave the same address within the hour is the one that created the account.

const join = (email: string, at: Headers = elsewhere(), password = PASSWORD) =>
  post('/auth/create-account', { name: 'Aline', email, password, role: 'BUYER' }, at)
const verify = (email: string, code: string, at: Headers = elsewhere()) =>
  post('/auth/verify-email', { email, code }, at)

/** Somebody who gave an address and a password, and the code that came. */
async function joining(email = freshEmail()) {
  let deviceToken = ''
  const code = await codeAfter(email, async () => {
    const answer = await join(email)
    deviceToken = answer.data.deviceToken
    return answer
  })
  expect(deviceToken).toMatch(/^\S{20,}$/)
  return { email, code, deviceToken }
}
const opens = (data: { accessToken?: string; refreshToken?: string }) =>
  Boolean(data.accessToken) || Boolean(data.refreshToken)

describe('verify-email', () => {
  it('8.9.2 opens a session on the phone that created the account', async () => {
    const { email, code, deviceToken } = await joining()
    const { status, data } = await verify(email, code, elsewhere(device(deviceToken)))
    expect(status).toBe(200)
    expect(data.user).toMatchObject({ email, isEmailVerified: true })
    expect(data).toMatchObject({ accessToken: expect.any(String), refreshToken: expect.any(String), expiresIn: 900 })
    expect((await call(bearer(data.accessToken), 'GET', '/users/me')).data.email).toBe(email)
    const next = await post('/auth/refresh-token', { refreshToken: data.refreshToken })
    expect(refusalOf(next)).toBe(200)
    const { sessions } = (await call(bearer(next.data.accessToken), 'GET', '/auth/sessions')).data
    expect(sessions).toHaveLength(1)
  })

  it('8.9.2 opens one in a browser that created it, by its cookie', async () => {
    const email = freshEmail()
    const body = { name: 'Aline', email, password: PASSWORD, role: 'BUYER' }
    const created = await browse('POST', '/auth/create-account', { body, headers: elsewhere() })
    expect(created.status).toBe(201)
    expect(await created.text()).not.toContain('deviceToken')
    const cookie = Object.values(cookiesOf(created))
      .map(({ pair }) => pair)
      .join('; ')
    expect(cookie).not.toBe('')
    const code = await mailedCode(email, WORDS.verification)
    const verified = await browse('POST', '/auth/verify-email', { body: { email, code }, cookie, headers: elsewhere() })
    expect(verified.status).toBe(200)
    const session = Object.values(cookiesOf(verified))
      .map(({ pair }) => pair)
      .join('; ')
    expect((await browse('GET', '/auth/me', { cookie: session })).status).toBe(200)
    expect(Object.keys(((await verified.json()) as { data: object }).data)).toEqual(['user'])
  })

  it('8.9.2 opens none anywhere else: without a token, with a made-up one, with that of another account', async () => {
    const stranger = (await enter((await signUp()).email)).data.deviceToken as string
    const other = await joining()
    for (const token of [undefined, 'x'.repeat(60), stranger, other.deviceToken]) {
      const { email, code } = await joining()
      const { status, data, headers } = await verify(email, code, elsewhere(token ? device(token) : {}))
      expect(status).toBe(200)
      expect(data.user.email).toBe(email)
      expect(opens(data)).toBe(false)
      expect(headers.getSetCookie().filter((line) => /access|refresh/.test(line))).toEqual([])
      wait(2 * MINUTE)
      expect(await isKnownTo(email, data.deviceToken), 'it proved the mailbox').toBe(true)
    }
  })

  it('8.9.2 opens none in a browser without the cookie', async () => {
    const email = freshEmail()
    const body = { name: 'Aline', email, password: PASSWORD, role: 'BUYER' }
    await browse('POST', '/auth/create-account', { body, headers: elsewhere() })
    const code = await mailedCode(email, WORDS.verification)
    const verified = await browse('POST', '/auth/verify-email', { body: { email, code }, headers: elsewhere() })
    expect(verified.status).toBe(200)
    expect(Object.keys(cookiesOf(verified)).filter((name) => /access|refresh/.test(name))).toEqual([])
  })

  it('8.9.2 opens one within the hour, not after it', async () => {
    for (const [after, expected] of [
      [HOUR - MINUTE, true],
      [HOUR + MINUTE, false],
    ] as const) {
      const { email, deviceToken } = await joining()
      wait(after)
      const code = await codeAfter(email, () => post('/auth/resend-verification', { email }))
      const { status, data } = await verify(email, code, elsewhere(device(deviceToken)))
      expect(status).toBe(200)
      expect([after, opens(data)]).toEqual([after, expected])
    }
  })

  it('8.9.2 opens one once: the code that was used opens none, and a wrong one neither', async () => {
    const { email, code, deviceToken } = await joining()
    const mine = device(deviceToken)
    expect((await verify(email, guess(), elsewhere(mine))).status).toBe(401)
    expect(opens((await verify(email, code, elsewhere(mine))).data)).toBe(true)
    expect((await verify(email, code, elsewhere(mine))).status).toBeGreaterThanOrEqual(400)
  })

  it('8.9.2 makes that phone known to the account', async () => {
    const { email, code, deviceToken } = await joining()
    const { data } = await verify(email, code, elsewhere(device(deviceToken)))
    wait(2 * MINUTE)
    expect(await isKnownTo(email, data.deviceToken ?? deviceToken)).toBe(true)
  })

  it('8.9.2 opens none for a stranger who registers an address that has an account: the answer gives away nothing', async () => {
    const owner = await signUp()
    const [known, unknown] = [await join(owner.email), await join(freshEmail())]
    expect(known.status).toBe(unknown.status)
    expect(Object.keys(known.data).sort()).toEqual(Object.keys(unknown.data).sort())
    const stranger = device(known.data.deviceToken)
    const code = await codeAfter(owner.email, () => post('/auth/login/request-otp', { email: owner.email }))
    const tried = await verify(owner.email, code, elsewhere(stranger))
    expect(tried.status).toBeGreaterThanOrEqual(400)
    wait(2 * MINUTE)
    expect(await isKnownTo(owner.email, known.data.deviceToken)).toBe(false)
  })

  it('8.9.2 leaves a stranger nothing who registered the address before its owner did', async () => {
    const email = freshEmail()
    const strangers = await join(email, elsewhere(), 'Mot-du-voleur-77')
    await mailedCode(email, WORDS.verification)
    const { code, deviceToken } = await joining(email)
    const verified = await verify(email, code, elsewhere(device(deviceToken)))
    expect(verified.status).toBe(200)
    expect((await enter(email, 'Mot-du-voleur-77', elsewhere())).status).toBe(401)
    wait(2 * MINUTE)
    expect(await isKnownTo(email, strangers.data.deviceToken)).toBe(false)
  })

  it('8.9.2 opens none on a stranger’s phone, though the code were the one that the owner asked for', async () => {
    const email = freshEmail()
    const strangers = await join(email, elsewhere(), 'Mot-du-voleur-77')
    const { deviceToken } = await joining(email)
    expect(deviceToken).not.toBe(strangers.data.deviceToken)
    const before = await verify(email, guess(), elsewhere(device(strangers.data.deviceToken)))
    expect(before.status).toBe(401)
    expect(before.data).toBeUndefined()
  })

  it('8.9.2 opens a session that proves the owner as a sign-in by password does not need another mail', async () => {
    const { email, code, deviceToken } = await joining()
    const { data } = await verify(email, code, elsewhere(device(deviceToken)))
    const update = { currentPassword: PASSWORD, newPassword: 'Une-autre-phrase-9' }
    const changed = await call(bearer(data.accessToken), 'POST', '/auth/password/update', update)
    expect(refusalOf(changed)).toBe(200)
    expect(await isSignedIn(data.accessToken)).toBe(true)
  })

  it('8.9.2 opens the account of whoever signed in by a code meanwhile, no second one', async () => {
    const { email, code, deviceToken } = await joining()
    const entered = await entersByCode(email)
    expect(refusalOf(entered)).toBe(200)
    const late = await verify(email, code, elsewhere(device(deviceToken)))
    if (late.status === 200) expect(late.data.user.id).toBe(entered.data.user.id)
    expect(await isSignedIn(entered.data.accessToken)).toBe(true)
  })

  it('8.9.2 opens none past an authenticator that was switched on meanwhile', async () => {
    const { email, code, deviceToken } = await joining()
    const person = comesIn(bearer(''), await entersByCode(email))
    freezeClock()
    const app = appOf((await setUpTotp(person)).data.otpauthUrl)
    expect((await confirmTotp(person, appCode(app))).status).toBe(200)
    const late = await verify(email, code, elsewhere(device(deviceToken)))
    expect(opens(late.data ?? {})).toBe(false)
  })

  it('8.9.2 opens none for an account that was blocked meanwhile', async () => {
    const { email, code, deviceToken } = await joining()
    await run('UPDATE users SET blocked_at = 1 WHERE email = ?', email)
    const late = await verify(email, code, elsewhere(device(deviceToken)))
    expect(opens(late.data ?? {})).toBe(false)
  })
})
