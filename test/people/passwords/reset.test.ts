import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#kernel/time.ts'
import { call, guest, reasons, tally, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { mailsTo, WORDS, writtenTo } from '#testing/fixtures/mails.ts'
import { changeUser, isSignedIn, logIn, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { resetPassword, resetToken } from '#testing/fixtures/sign-in.ts'

const forgot = (email: string) => call(guest, 'POST', '/auth/password/forgot', { email })
const wrongSecret = (token: string) => `${token.split('.')[0]}.${'A'.repeat(43)}`

describe('a forgotten password', () => {
  it('is set by the link of the mail, which signs out everywhere and tells the person', async () => {
    const { email, token: session } = await signUp()
    const token = await resetToken(email)
    expect((await mailsTo(email, WORDS.reset))[0]?.text).toContain(`https://soko.test/reinitialiser?token=${token}`)
    const done = await resetPassword(token)
    expect(done.data).toEqual({ reset: true, deviceToken: expect.any(String) })
    expect(Number(done.headers.get('x-d1-round-trips'))).toBe(2)
    expect(await isSignedIn(session)).toBe(false)
    expect((await logIn(email)).status).toBe(401)
    expect((await logIn(email, NEW_PASSWORD)).status).toBe(200)
    await mailsTo(email, 'mot de passe a changé')
    // Neither does it work again, nor within its time.
    expect((await resetPassword(token, 'Encore-un-autre-8')).status).toBe(410)
  })

  it('proves the address of an account that waited for it', async () => {
    const email = freshEmail()
    await call(guest, 'POST', '/auth/create-account', { name: 'Aline', email, password: PASSWORD, role: 'BUYER' })
    wait(MINUTE_MS + 1)
    await resetPassword(await resetToken(email))
    const { data } = await logIn(email, NEW_PASSWORD)
    expect(data.user.isEmailVerified).toBe(true)
    expect((await logIn(email)).status).toBe(401)
  })

  it('has links that live half an hour, whoever asked for the next; the first that is used ends all', async () => {
    const { email } = await signUp()
    const first = await resetToken(email)
    wait(MINUTE_MS + 1)
    const second = await resetToken(email, 2)
    wait(31 * MINUTE_MS)
    for (const old of [first, second])
      expect(await resetPassword(old)).toMatchObject({ status: 410, error: { code: 'GONE' } })
    expect((await logIn(email)).status).toBe(200)

    const third = await resetToken(email, 3)
    wait(MINUTE_MS + 1)
    const fourth = await resetToken(email, 4)
    expect((await resetPassword(third)).status).toBe(200)
    expect((await resetPassword(fourth)).status).toBe(410)
  })

  it('is asked for once a minute and five times an hour, whoever has the address', async () => {
    for (const email of [(await signUp()).email, freshEmail()]) {
      expect(tally(await together(20, () => forgot(email)))).toEqual({ 200: 1, 429: 19 })
      let last = 0
      for (let i = 0; i < 5; i++) {
        wait(MINUTE_MS + 1)
        last = (await forgot(email)).status
      }
      expect(last).toBe(429)
    }
  })

  it('sends nothing to a blocked or deleted account, and its link of before opens nothing', async () => {
    for (const column of ['blocked_at', 'deleted_at']) {
      const { email, id } = await signUp()
      const token = await resetToken(email)
      await changeUser(id, `${column} = 1`)
      expect((await resetPassword(token)).status).toBe(410)
      wait(2 * MINUTE_MS)
      expect((await forgot(email)).status).toBe(200)
      expect(await writtenTo(email, 'password.reset-link')).toBe(1)
    }
  })

  it('is set once by 50 at once', async () => {
    const { email } = await signUp()
    const token = await resetToken(email)
    const answers = await together(50, (i) => resetPassword(token, `Un-mot-numero-${i}`))
    expect(tally(answers)).toMatchObject({ 200: 1 })
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await logIn(email, `Un-mot-numero-${winner}`)).status).toBe(200)
  })

  it('has five guesses of its token, also for 1,000 at once, and the right one after them is no longer good', async () => {
    const { email } = await signUp()
    const token = await resetToken(email)
    const answers = await together(1000, () => resetPassword(wrongSecret(token)))
    expect(reasons(answers)).toEqual({ INVALID_VERIFICATION_CODE: 5, GONE: 995 })
    expect((await resetPassword(token)).status).toBe(410)
    expect((await resetPassword('rien')).status).toBe(410)
    expect((await resetPassword(`${crypto.randomUUID()}.x`)).status).toBe(410)
  })

  it('takes no token of another purpose', async () => {
    const { email, id } = await signUp()
    await run(
      `INSERT INTO totp (user_id, sealed_seed, key_version, confirmed_at, last_step, created_at) VALUES (?, 'x', 1, 1, 0, 1)`,
      id,
    )
    const { pendingToken } = (await logIn(email)).data
    expect((await resetPassword(pendingToken)).status).toBe(410)
  })
})

describe('a sign-in with the old password while a reset runs', () => {
  it('leaves no session and no challenge behind', async () => {
    for (let round = 0; round < 10; round++) {
      const { email } = await signUp()
      const token = await resetToken(email)
      const [logins, done] = await Promise.all([together(8, () => logIn(email)), resetPassword(token)])
      expect(done.status).toBe(200)
      const opened = logins.filter(({ status }) => status === 200)
      expect(await Promise.all(opened.map(({ data }) => isSignedIn(data.accessToken)))).not.toContain(true)
      expect((await logIn(email, NEW_PASSWORD)).status).toBe(200)
    }
  })

  it('cannot be finished with the authenticator after it', async () => {
    const { email, id } = await signUp()
    await run(
      `INSERT INTO totp (user_id, sealed_seed, key_version, confirmed_at, last_step, created_at) VALUES (?, 'x', 1, 1, 0, 1)`,
      id,
    )
    const token = await resetToken(email)
    const [logins] = await Promise.all([together(8, () => logIn(email)), resetPassword(token)])
    expect(Object.keys(tally(logins)).every((status) => ['200', '401'].includes(status))).toBe(true)
    const open = await count(
      `one_time_tokens WHERE user_id = ? AND purpose = 'TOTP_CHALLENGE' AND consumed_at IS NULL`,
      id,
    )
    expect(open).toBe(0)
  })
})

describe('a code that signs in while a reset of an unproved account runs', () => {
  it('does not drop the password that the reset set', async () => {
    for (let round = 0; round < 10; round++) {
      const email = freshEmail()
      await call(guest, 'POST', '/auth/create-account', { name: 'Aline', email, password: PASSWORD, role: 'BUYER' })
      const token = await resetToken(email)
      await call(guest, 'POST', '/auth/login/request-otp', { email })
      const [mail] = await mailsTo(email, WORDS.login)
      const verify = () => call(guest, 'POST', '/auth/login/verify-otp', { email, code: mail?.code })
      const [done] = await Promise.all([resetPassword(token), verify()])
      expect(done.status).toBe(200)
      expect((await logIn(email, NEW_PASSWORD)).status).toBe(200)
      expect((await logIn(email)).status).toBe(401)
    }
  })
})
