import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#kernel/time.ts'
import { call, guest, tally, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { freshEmail, otherCode } from '#testing/fixtures/inputs.ts'
import { mailedCode, mailsTo, WORDS, writtenTo } from '#testing/fixtures/mails.ts'
import { changeUser, isSignedIn, logIn, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { loginCode, verifyOtp } from '#testing/fixtures/sign-in.ts'

const requestOtp = (email: string) => call(guest, 'POST', '/auth/login/request-otp', { email })
const resend = (email: string) => call(guest, 'POST', '/auth/resend-verification', { email })
const verifyEmail = (email: string, code: string) => call(guest, 'POST', '/auth/verify-email', { email, code })
const create = (email: string, password = PASSWORD) =>
  call(guest, 'POST', '/auth/create-account', { name: 'Aline', email, password, role: 'BUYER' })

describe('a sign-in by a code of the mail', () => {
  it('opens a session, once, in four trips at most', async () => {
    const { email, id } = await signUp()
    const code = await loginCode(email)
    const signedIn = await verifyOtp(email, code)
    expect(signedIn.data.user).toMatchObject({ id, email, isEmailVerified: true })
    expect(await isSignedIn(signedIn.data.accessToken)).toBe(true)
    expect(Number(signedIn.headers.get('x-d1-round-trips'))).toBeLessThanOrEqual(3)
    expect(await verifyOtp(email, code)).toMatchObject({ status: 410, error: { code: 'GONE' } })
    // The password goes on opening the account.
    expect((await logIn(email)).status).toBe(200)
  })

  it('opens one session for 50 at once', async () => {
    const { email, id } = await signUp()
    const code = await loginCode(email)
    const answers = await together(50, () => verifyOtp(email, code))
    const { 200: opened, ...refused } = tally(answers)
    expect(opened).toBe(1)
    expect(Object.keys(refused).every((status) => ['401', '410', '429'].includes(status))).toBe(true)
    const sessions = await count('sessions WHERE user_id = ?', id)
    expect(sessions).toBe(2)
  })

  it('refuses a wrong code, one that expired, and the code of another purpose or person', async () => {
    const [one, two] = [await signUp(), await signUp()]
    const code = await loginCode(one.email)
    const refused = await verifyOtp(one.email, otherCode(code))
    expect(refused).toMatchObject({ status: 401, error: { reason: 'INVALID_VERIFICATION_CODE' } })
    const other = await loginCode(two.email)
    if (other !== code) expect((await verifyOtp(two.email, code)).status).toBe(401)

    const email = freshEmail()
    await create(email)
    const verification = await mailedCode(email, WORDS.verification)
    expect((await verifyOtp(email, verification)).status).toBe(410)
    const asked = await loginCode(email)
    if (asked !== verification) expect((await verifyOtp(email, verification)).status).toBe(401)
    expect((await verifyEmail(email, asked)).status).toBe(asked === verification ? 200 : 401)

    wait(11 * MINUTE_MS)
    expect((await verifyOtp(one.email, code)).status).toBe(410)
    expect((await verifyOtp(freshEmail(), code)).status).toBe(410)
  })

  it('asks for the authenticator where the account has one', async () => {
    const { email, id } = await signUp()
    await confirmTotp(id)
    const answer = await verifyOtp(email, await loginCode(email))
    expect(answer.data).toMatchObject({ requiresTotp: true, pendingToken: expect.any(String) })
  })

  it('does not open a blocked account, and mails it nothing', async () => {
    const { email, id } = await signUp()
    const code = await loginCode(email)
    await block(id)
    expect(await verifyOtp(email, code)).toMatchObject({ status: 403, error: { reason: 'ACCOUNT_BLOCKED' } })
    wait(2 * MINUTE_MS)
    expect((await requestOtp(email)).status).toBe(200)
    expect(await writtenTo(email, 'code.login')).toBe(1)
  })

  it('is asked for once a minute and five times an hour, whoever has the address', async () => {
    for (const email of [(await signUp()).email, freshEmail()]) {
      const answers = await together(20, () => requestOtp(email))
      expect(tally(answers)).toEqual({ 200: 1, 429: 19 })
      expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('60')
      // The registration of the first took one of its five.
      const statuses: number[] = []
      for (let i = 0; i < 5; i++) {
        wait(MINUTE_MS + 1)
        statuses.push((await requestOtp(email)).status)
      }
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(4)
      expect(statuses.at(-1)).toBe(429)
      wait(61 * MINUTE_MS)
      expect((await requestOtp(email)).status).toBe(200)
    }
  })
})

describe('an address that was never proved', () => {
  it('keeps the password of its one registration, also when that is sent again', async () => {
    const email = freshEmail()
    await create(email)
    wait(MINUTE_MS + 1)
    expect((await create(email)).status).toBe(201)
    await verifyEmail(email, await mailedCode(email, WORDS.verification, 2))
    expect((await logIn(email)).status).toBe(200)
  })

  it('keeps neither password when two registered it, so that nobody waits in an account for its owner', async () => {
    const email = freshEmail()
    await create(email, 'Celui-du-voleur-1')
    wait(MINUTE_MS + 1)
    expect((await create(email, 'Celui-du-vrai-22')).status).toBe(201)
    const { data } = await verifyEmail(email, await mailedCode(email, WORDS.verification, 2))
    expect(data.user.isEmailVerified).toBe(true)
    expect((await logIn(email, 'Celui-du-voleur-1')).status).toBe(401)
    expect((await logIn(email, 'Celui-du-vrai-22')).status).toBe(401)
  })

  it('of a verified account changes nothing by a second registration', async () => {
    const { email } = await signUp()
    wait(MINUTE_MS + 1)
    expect((await create(email, 'Celui-du-voleur-1')).status).toBe(201)
    await mailsTo(email, 'déjà un compte')
    expect((await logIn(email)).status).toBe(200)
    expect((await logIn(email, 'Celui-du-voleur-1')).status).toBe(401)
  })
})

describe('a registration', () => {
  it('is one of 50 at once, and five an hour', async () => {
    const email = freshEmail()
    const { 201: created, 429: late, 503: waiting = 0 } = tally(await together(50, () => create(email)))
    // Only some of fifty hashes at once may wait (docs/accounts.md, Passwords).
    expect([created, (late ?? 0) + waiting]).toEqual([5, 45])
    expect(await count('users WHERE email = ?', email)).toBe(1)
    wait(30 * MINUTE_MS)
    expect((await create(email)).status).toBe(429)
    wait(31 * MINUTE_MS)
    expect((await create(email)).status).toBe(201)
  })

  it('gets another code, until the address is proved', async () => {
    const email = freshEmail()
    await create(email)
    const first = await mailedCode(email, WORDS.verification)
    expect((await resend(email)).data.message).toContain('Si un compte')
    const nobody = freshEmail()
    expect((await resend(nobody)).status).toBe(200)
    expect([(await resend(email)).status, (await resend(nobody)).status]).toEqual([429, 429])
    const second = await mailedCode(email, WORDS.verification, 2)
    if (first !== second) expect((await verifyEmail(email, first)).status).toBe(401)
    expect((await verifyEmail(email, second)).status).toBe(200)
    expect((await logIn(email)).status).toBe(200)
    wait(MINUTE_MS + 1)
    expect((await resend(email)).status).toBe(200)
    expect((await resend(freshEmail())).status).toBe(200)
    expect(await writtenTo(email, 'code.email')).toBe(2)
  })
})

const block = (id: string) => changeUser(id, 'blocked_at = 1')
const confirmTotp = (id: string) =>
  run(
    `INSERT INTO totp (user_id, sealed_seed, key_version, confirmed_at, last_step, created_at) VALUES (?, 'x', 1, 1, 0, 1)`,
    id,
  )
