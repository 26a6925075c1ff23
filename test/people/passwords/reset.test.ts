import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call, freshEmail, guest, PASSWORD, reasons, signUp, tally, together, wait } from '../../api.ts'
import { isIn, login, mailsTo, NEW_PASSWORD, reset, resetToken, WORDS, written } from '../sign-in/mails.ts'

const forgot = (email: string) => call(guest, 'POST', '/auth/password/forgot', { email })
const MINUTE = 60_000
const wrongSecret = (token: string) => `${token.split('.')[0]}.${'A'.repeat(43)}`

describe('a forgotten password', () => {
  it('is set by the link of the mail, which signs out everywhere and tells the person', async () => {
    const { email, token: session } = await signUp()
    const token = await resetToken(email)
    expect((await mailsTo(email, WORDS.reset))[0]?.text).toContain(`https://soko.test/reinitialiser?token=${token}`)
    const done = await reset(token)
    expect(done.data).toEqual({ reset: true })
    expect(Number(done.headers.get('x-d1-round-trips'))).toBe(2)
    expect(await isIn(session)).toBe(false)
    expect((await login(email)).status).toBe(401)
    expect((await login(email, NEW_PASSWORD)).status).toBe(200)
    await mailsTo(email, 'mot de passe a changé')
    // Neither does it work again, nor within its time.
    expect((await reset(token, 'Encore-un-autre-8')).status).toBe(410)
  })

  it('proves the address of an account that waited for it', async () => {
    const email = freshEmail()
    await call(guest, 'POST', '/auth/create-account', { name: 'Aline', email, password: PASSWORD, role: 'BUYER' })
    wait(MINUTE + 1)
    await reset(await resetToken(email))
    const { data } = await login(email, NEW_PASSWORD)
    expect(data.user.isEmailVerified).toBe(true)
    expect((await login(email)).status).toBe(401)
  })

  it('has one link at a time, for half an hour', async () => {
    const { email } = await signUp()
    const first = await resetToken(email)
    wait(MINUTE + 1)
    const second = await resetToken(email, 2)
    expect((await reset(first)).status).toBe(410)
    wait(31 * MINUTE)
    expect(await reset(second)).toMatchObject({ status: 410, error: { code: 'GONE' } })
    expect((await login(email)).status).toBe(200)
  })

  it('is asked for once a minute and five times an hour, whoever has the address', async () => {
    for (const email of [(await signUp()).email, freshEmail()]) {
      expect(tally(await together(20, () => forgot(email)))).toEqual({ 200: 1, 429: 19 })
      let last = 0
      for (let i = 0; i < 5; i++) {
        wait(MINUTE + 1)
        last = (await forgot(email)).status
      }
      expect(last).toBe(429)
    }
  })

  it('sends nothing to a blocked or deleted account, and its link of before opens nothing', async () => {
    for (const column of ['blocked_at', 'deleted_at']) {
      const { email, id } = await signUp()
      const token = await resetToken(email)
      await env.DB.prepare(`UPDATE users SET ${column} = 1 WHERE id = ?`).bind(id).run()
      expect((await reset(token)).status).toBe(410)
      wait(2 * MINUTE)
      expect((await forgot(email)).status).toBe(200)
      expect(await written(email, 'password.reset-link')).toBe(1)
    }
  })

  it('refuses a password that everybody tries first without using the link up', async () => {
    const { email } = await signUp()
    const token = await resetToken(email)
    expect(await reset(token, 'motdepasse')).toMatchObject({ status: 400 })
    expect((await reset(token)).status).toBe(200)
  })

  it('is set once by 50 at once', async () => {
    const { email } = await signUp()
    const token = await resetToken(email)
    const answers = await together(50, (i) => reset(token, `Un-mot-numero-${i}`))
    expect(tally(answers)).toMatchObject({ 200: 1 })
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await login(email, `Un-mot-numero-${winner}`)).status).toBe(200)
  })

  it('has five guesses of its token, also for 1,000 at once, and the right one after them is no longer good', async () => {
    const { email } = await signUp()
    const token = await resetToken(email)
    const answers = await together(1000, () => reset(wrongSecret(token)))
    expect(reasons(answers)).toEqual({ INVALID_VERIFICATION_CODE: 5, GONE: 995 })
    expect((await reset(token)).status).toBe(410)
    expect((await reset('rien')).status).toBe(410)
    expect((await reset(`${crypto.randomUUID()}.x`)).status).toBe(410)
  })

  it('takes no token of another purpose', async () => {
    const { email, id } = await signUp()
    await env.DB.prepare(
      `INSERT INTO totp (user_id, sealed_seed, key_version, confirmed_at, last_step, created_at) VALUES (?, 'x', 1, 1, 0, 1)`,
    )
      .bind(id)
      .run()
    const { pendingToken } = (await login(email)).data
    expect((await reset(pendingToken)).status).toBe(410)
  })
})

describe('a sign-in with the old password while a reset runs', () => {
  it('leaves no session and no challenge behind', async () => {
    for (let round = 0; round < 10; round++) {
      const { email } = await signUp()
      const token = await resetToken(email)
      const [logins, done] = await Promise.all([together(8, () => login(email)), reset(token)])
      expect(done.status).toBe(200)
      const opened = logins.filter(({ status }) => status === 200)
      expect(await Promise.all(opened.map(({ data }) => isIn(data.accessToken)))).not.toContain(true)
      expect((await login(email, NEW_PASSWORD)).status).toBe(200)
    }
  })

  it('cannot be finished with the authenticator after it', async () => {
    const { email, id } = await signUp()
    await env.DB.prepare(
      `INSERT INTO totp (user_id, sealed_seed, key_version, confirmed_at, last_step, created_at) VALUES (?, 'x', 1, 1, 0, 1)`,
    )
      .bind(id)
      .run()
    const token = await resetToken(email)
    const [logins] = await Promise.all([together(8, () => login(email)), reset(token)])
    expect(Object.keys(tally(logins)).every((status) => ['200', '401'].includes(status))).toBe(true)
    const open = await env.DB.prepare(
      `SELECT count(*) AS n FROM one_time_tokens WHERE user_id = ? AND purpose = 'TOTP_CHALLENGE' AND consumed_at IS NULL`,
    )
      .bind(id)
      .first('n')
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
      const [done] = await Promise.all([reset(token), verify()])
      expect(done.status).toBe(200)
      expect((await login(email, NEW_PASSWORD)).status).toBe(200)
      expect((await login(email)).status).toBe(401)
    }
  })
})
