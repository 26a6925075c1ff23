import { describe, expect, it } from 'vitest'
import { call, guest, reasons, together } from '#testing/api.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { count } from '#testing/fixtures/database.ts'
import { mailsTo } from '#testing/fixtures/mails.ts'
import { loginPasskey, registerPasskey } from '#testing/fixtures/passkeys.ts'
import { isSignedIn, logIn, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { loginCode, verifyOtp } from '#testing/fixtures/sign-in.ts'
import {
  answerTotp,
  appCode,
  enterWithTotp,
  freezeClock,
  nextStep,
  STEP,
  sessionCount,
  setUpTotp,
  totpChallenge,
  WRONG,
  withTotp,
} from '#testing/fixtures/totp.ts'

describe('a code of the authenticator', () => {
  it('completes a sign-in with the password, by e-mail and with a passkey', async () => {
    const { person, app } = await withTotp()
    const device = await newAuthenticator()
    await registerPasskey(person, device)
    const ways: Record<string, () => Promise<{ data: unknown }>> = {
      password: () => logIn(person.email),
      'e-mail code': async () => verifyOtp(person.email, await loginCode(person.email)),
      passkey: () => loginPasskey(device),
    }
    for (const [way, begin] of Object.entries(ways)) {
      const { data } = await begin()
      const mark = way === 'e-mail code' ? { deviceToken: expect.any(String) } : {}
      expect(data, way).toEqual({ requiresTotp: true, pendingToken: expect.any(String), ...mark })
      const { pendingToken } = data as { pendingToken: string }
      const done = await answerTotp(pendingToken, { code: appCode(app) })
      expect(done.data, way).toMatchObject({ user: { id: person.id }, expiresIn: 900 })
      expect(await isSignedIn(done.data.accessToken), way).toBe(true)
      expect(Number(done.headers.get('x-d1-round-trips')), way).toBe(3)
      nextStep()
    }
  })

  it('gives a web client its cookies, and nothing before', async () => {
    const { person, app } = await withTotp()
    const web = { 'x-client-type': 'web' }
    const first = await call(guest, 'POST', '/auth/login/password', { email: person.email, password: PASSWORD }, web)
    expect(first.headers.getSetCookie()).toEqual([])
    const { data, headers } = await answerTotp(first.data.pendingToken, { code: appCode(app) }, web)
    expect(data).toEqual({ user: expect.objectContaining({ id: person.id }) })
    expect(headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-access',
      '__Secure-refresh',
      // The one before of a narrower path goes.
      '__Secure-device',
      '__Secure-device',
    ])
  })

  it('is taken from a clock that is a step off, not from one that is two off', async () => {
    for (const [steps, status] of [
      [-2, 401],
      [-1, 200],
      [1, 200],
      [2, 401],
    ] as const) {
      const { person, app } = await withTotp()
      // The step before was the confirmation's: three later none of these was used.
      freezeClock(Date.now() + 3 * STEP)
      expect((await enterWithTotp(person.email, { code: appCode(app, steps) })).status, `${steps}`).toBe(status)
    }
  })

  it('is accepted once: neither it nor one before it after it', async () => {
    const { person, app } = await withTotp()
    expect(await enterWithTotp(person.email, { code: appCode(app, -1) }), 'the confirmation was it').toMatchObject(
      WRONG,
    )
    expect((await enterWithTotp(person.email, { code: appCode(app, 1) })).status).toBe(200)
    for (const steps of [-1, 0, 1])
      expect(await enterWithTotp(person.email, { code: appCode(app, steps) })).toMatchObject(WRONG)
    freezeClock(Date.now() + 2 * STEP)
    expect((await enterWithTotp(person.email, { code: appCode(app) })).status).toBe(200)
  })

  it('opens one session when 50 sign-ins send it at once', async () => {
    const { person, app } = await withTotp()
    const before = await sessionCount(person.id)
    const tokens: string[] = []
    for (let i = 0; i < 50; i++) tokens.push(await totpChallenge(person.email))
    const code = appCode(app)
    const answers = await together(50, (i) => answerTotp(tokens[i] ?? '', { code }))
    const { ok, ...refused } = reasons(answers)
    expect(ok).toBe(1)
    expect(Object.keys(refused).every((why) => /INVALID_VERIFICATION_CODE|TOO_MANY_REQUESTS/.test(why))).toBe(true)
    expect(await sessionCount(person.id)).toBe((before ?? 0) + 1)
  })
})

describe('a backup code', () => {
  it('does instead, however it is typed, once', async () => {
    const { person, backupCodes } = await withTotp()
    const [one = '', two = ''] = backupCodes
    for (const backupCode of [one, ` ${two.replace('-', ' ').toUpperCase()} `]) {
      const done = await enterWithTotp(person.email, { backupCode })
      expect(done.data.user.id).toBe(person.id)
      expect(Number(done.headers.get('x-d1-round-trips'))).toBe(3)
      expect(await enterWithTotp(person.email, { backupCode })).toMatchObject(WRONG)
    }
    expect(await enterWithTotp(person.email, { backupCode: 'aaaaa-aaaaa' })).toMatchObject(WRONG)
  })

  it('of one account opens no other', async () => {
    const [mine, theirs] = [await withTotp(), await withTotp()]
    const [backupCode = ''] = mine.backupCodes
    expect(await enterWithTotp(theirs.person.email, { backupCode })).toMatchObject(WRONG)
    expect((await enterWithTotp(mine.person.email, { backupCode })).status).toBe(200)
  })

  it('opens one session when 50 sign-ins send it at once', async () => {
    const { person, backupCodes } = await withTotp()
    const [backupCode = ''] = backupCodes
    const tokens: string[] = []
    for (let i = 0; i < 50; i++) tokens.push(await totpChallenge(person.email))
    const answers = await together(50, (i) => answerTotp(tokens[i] ?? '', { backupCode }))
    expect(reasons(answers).ok).toBe(1)
    expect(await sessionCount(person.id)).toBe(2)
  })
})

describe('a new device', () => {
  it('is told to the owner once the code came, not before', async () => {
    const { person, app } = await withTotp()
    const { email } = person
    const begun = await call(guest, 'POST', '/auth/login/password', { email, password: PASSWORD })
    const told = () => count("outbox WHERE recipient = ? AND kind = 'session.new-device'", email)
    expect(await told()).toBe(0)
    expect((await answerTotp(begun.data.pendingToken, { code: appCode(app) })).status).toBe(200)
    expect(await told()).toBe(1)
    await mailsTo(email, 'nouvel appareil')
  })

  it('waits for nothing where no authenticator is confirmed', async () => {
    const person = await signUp()
    await setUpTotp(person)
    expect((await logIn(person.email)).data.user.id).toBe(person.id)
  })
})
