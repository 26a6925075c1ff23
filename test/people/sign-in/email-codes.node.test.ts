import { describe, expect, it } from 'vitest'
import { resendVerification } from '#domain/people/accounts/resend-verification.ts'
import { VerifyEmail, verifyEmail } from '#domain/people/accounts/verify-email.ts'
import { requestOtp } from '#domain/people/sign-in/request-otp.ts'
import { VerifyOtp, verifyOtp } from '#domain/people/sign-in/verify-otp.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket, EMAIL, mailsTo, UNKNOWN_EMAIL } from '#testing/domain/market.ts'
import { DEVICE } from '#testing/domain/sessions.ts'

const domain = openDomain(addMarket)
const { ctx } = domain

const mailed = (email: string) => mailsTo(domain, email)
const codeOf = (email: string) => mailed(email).at(-1)?.body.slice(0, 6) ?? ''
const accountOf = (id: string) =>
  domain.row('SELECT email_verified_at, password_hash, updated_at FROM users WHERE id = ?', id)
const blocked = "UPDATE users SET blocked_at = 1 WHERE id = 'seller'"
const deleted = "UPDATE users SET deleted_at = 1 WHERE id = 'rider'"
const tooMany = { code: 'TOO_MANY_REQUESTS' }
const gone = { code: 'GONE' }

/** Row of the code of an address, whether or not it was mailed. */
const kept = (email: string) => domain.row('SELECT purpose, target, expires_at FROM codes WHERE person = ?', email)

describe('a code that signs in', () => {
  const ask = (email: string, at = ctx) => requestOtp(at, { email })

  it('comes by mail, after the answer, and opens a session once', async () => {
    await ask(EMAIL)
    expect(mailed(EMAIL)).toMatchObject([{ channel: 'EMAIL', kind: 'code.login', subject: 'Votre code de connexion' }])
    const code = codeOf(EMAIL)
    expect(await domain.sent()).toEqual([`email.send ${EMAIL}`])
    const signedIn = await verifyOtp(ctx, { email: EMAIL, code }, DEVICE)
    expect(signedIn).toMatchObject({ user: { id: 'buyer', isEmailVerified: true }, tokens: { expiresIn: 900 } })
    expect(domain.rows('SELECT user_id FROM sessions')).toEqual([{ user_id: 'buyer' }])
    await expect(verifyOtp(ctx, { email: EMAIL, code }, DEVICE)).rejects.toMatchObject(gone)
  })

  it('is not told apart for a stranger, a blocked or a deleted account: the same answer and code, but no mail', async () => {
    domain.run(blocked)
    domain.run(deleted)
    const known = await ask(EMAIL)
    expect(known).toEqual({ message: "Si un compte a cette adresse, un code vient d'y être envoyé." })
    for (const email of [UNKNOWN_EMAIL, 'seller@soko.test', 'rider@soko.test']) {
      expect(await ask(email)).toEqual(known)
      expect(kept(email)).toEqual({ purpose: 'LOGIN', target: email, expires_at: NOW + 10 * MINUTE_MS })
      expect(mailed(email)).toEqual([])
    }
    expect(domain.laters).toHaveLength(4)
  })

  it('is asked for once a minute and five times an hour, whoever has the address', async () => {
    for (const email of [EMAIL, UNKNOWN_EMAIL]) {
      await ask(email)
      await expect(ask(email, domain.after(MINUTE_MS - 1))).rejects.toMatchObject({ ...tooMany, retryAfter: 60 })
      for (let i = 1; i < 5; i++) await ask(email, domain.after(i * MINUTE_MS))
      await expect(ask(email, domain.after(60 * MINUTE_MS - 1))).rejects.toMatchObject(tooMany)
      await expect(ask(email, domain.after(60 * MINUTE_MS))).resolves.toBeDefined()
    }
  })

  it('proves the address of an account that waited for that, without the password somebody chose', async () => {
    domain.run("UPDATE users SET password_hash = 'x'")
    domain.run("UPDATE users SET email_verified_at = 1 WHERE id = 'seller'")
    for (const email of [EMAIL, 'seller@soko.test']) {
      await ask(email)
      await verifyOtp(domain.after(5), { email, code: codeOf(email) }, DEVICE)
    }
    expect(accountOf('buyer')).toEqual({ email_verified_at: NOW + 5, password_hash: null, updated_at: NOW + 5 })
    expect(accountOf('seller')).toEqual({ email_verified_at: 1, password_hash: 'x', updated_at: NOW })
    expect(accountOf('rider')).toEqual({ email_verified_at: null, password_hash: 'x', updated_at: NOW })
  })

  it('leaves the authenticator to be asked for, and says by what the person came', async () => {
    domain.add('totp', { user_id: 'buyer', sealed_seed: 'x', key_version: 1, confirmed_at: 1, created_at: 1 })
    await ask(EMAIL)
    const answer = await verifyOtp(ctx, { email: EMAIL, code: codeOf(EMAIL) }, DEVICE)
    expect(answer).toEqual({
      requiresTotp: true,
      pendingToken: expect.any(String),
      deviceToken: expect.any(String),
    })
    expect(domain.row('SELECT purpose, user_id, facts FROM one_time_tokens')).toEqual({
      purpose: 'TOTP_CHALLENGE',
      user_id: 'buyer',
      facts: '{"method":"EMAIL_CODE"}',
    })
    expect(domain.rows('SELECT * FROM sessions')).toEqual([])
  })

  it('opens nothing once the account is blocked or deleted', async () => {
    await ask('seller@soko.test')
    await ask('rider@soko.test')
    domain.run(blocked)
    domain.run(deleted)
    const enter = (email: string) => verifyOtp(ctx, { email, code: codeOf(email) }, DEVICE)
    await expect(enter('seller@soko.test')).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'ACCOUNT_BLOCKED' })
    await expect(enter('rider@soko.test')).rejects.toMatchObject(gone)
    expect(domain.rows('SELECT * FROM sessions')).toEqual([])
  })

  it('is not the code of a registration', async () => {
    await resendVerification(ctx, { email: EMAIL })
    await expect(verifyOtp(ctx, { email: EMAIL, code: codeOf(EMAIL) }, DEVICE)).rejects.toMatchObject(gone)
  })
})

describe('the code of a registration', () => {
  const resend = (email: string, at = ctx) => resendVerification(at, { email })
  const verify = (email: string, at = domain.after(5)) => verifyEmail(at, { email, code: codeOf(email) }, DEVICE)

  it('comes again by mail, after the answer, and proves the address once, with its password', async () => {
    domain.run("UPDATE users SET password_hash = 'x'")
    await resend(EMAIL)
    expect(mailed(EMAIL)).toMatchObject([
      { channel: 'EMAIL', kind: 'code.email', subject: 'Votre code de vérification' },
    ])
    const { user } = await verify(EMAIL)
    expect(user).toMatchObject({ id: 'buyer', email: EMAIL, isEmailVerified: true })
    expect(accountOf('buyer')).toEqual({ email_verified_at: NOW + 5, password_hash: 'x', updated_at: NOW + 5 })
    expect(accountOf('seller')).toEqual({ email_verified_at: null, password_hash: 'x', updated_at: NOW })
    await expect(verify(EMAIL)).rejects.toMatchObject(gone)
    expect(await domain.sent()).toEqual([`email.send ${EMAIL}`])
  })

  it('goes only to an account that waits for it, which does not show', async () => {
    domain.run(blocked)
    domain.run(deleted)
    const known = await resend(EMAIL)
    expect(known).toEqual({
      message: "Si un compte attend d'être vérifié à cette adresse, un code vient d'y être envoyé.",
    })
    domain.add('users', {
      id: 'done',
      name: 'done',
      email: 'done@soko.test',
      email_verified_at: 1,
      role: 'BUYER',
      created_at: 1,
      updated_at: 1,
    })
    for (const email of [UNKNOWN_EMAIL, 'seller@soko.test', 'rider@soko.test', 'done@soko.test']) {
      expect(await resend(email)).toEqual(known)
      expect(kept(email)).toEqual({ purpose: 'EMAIL', target: email, expires_at: NOW + 10 * MINUTE_MS })
      expect(mailed(email)).toEqual([])
    }
    expect(domain.laters).toHaveLength(5)
  })

  it('is asked for again once a minute and five times an hour, whoever has the address', async () => {
    for (const email of [EMAIL, UNKNOWN_EMAIL]) {
      await resend(email)
      await expect(resend(email, domain.after(MINUTE_MS - 1))).rejects.toMatchObject({ ...tooMany, retryAfter: 60 })
      for (let i = 1; i < 5; i++) await resend(email, domain.after(i * MINUTE_MS))
      await expect(resend(email, domain.after(60 * MINUTE_MS - 1))).rejects.toMatchObject(tooMany)
      await expect(resend(email, domain.after(60 * MINUTE_MS))).resolves.toBeDefined()
    }
  })

  it('does not move the time at which an address was proved before', async () => {
    await resend(EMAIL)
    domain.run("UPDATE users SET email_verified_at = 1 WHERE id = 'buyer'")
    expect(await verify(EMAIL)).toMatchObject({ user: { isEmailVerified: true } })
    expect(accountOf('buyer')).toMatchObject({ email_verified_at: 1, updated_at: NOW })
  })

  it('proves nothing when the account is deleted, and not by another code or one that signs in', async () => {
    await resend('rider@soko.test')
    domain.run(deleted)
    await expect(verify('rider@soko.test')).rejects.toMatchObject(gone)
    await requestOtp(ctx, { email: EMAIL })
    await expect(verify(EMAIL)).rejects.toMatchObject(gone)
    await resend('seller@soko.test')
    const code = codeOf('seller@soko.test') === '000000' ? '000001' : '000000'
    await expect(verifyEmail(ctx, { email: 'seller@soko.test', code }, DEVICE)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      reason: 'INVALID_VERIFICATION_CODE',
    })
    for (const id of ['buyer', 'seller', 'rider']) expect(accountOf(id)).toMatchObject({ email_verified_at: null })
  })
})

describe.each([
  ['signing in', VerifyOtp],
  ['verifying', VerifyEmail],
])('what %s with a mailed code takes', (_, schema) => {
  it('is an address, however it is typed, and six digits', () => {
    expect(schema.parse({ email: ' Buyer@Soko.test ', code: ' 012345 ' })).toEqual({ email: EMAIL, code: '012345' })
    for (const bad of [
      { email: EMAIL, code: '12345' },
      { email: 'buyer', code: '012345' },
      { email: EMAIL },
      { code: '012345' },
      { email: EMAIL, code: '012345', role: 'ADMIN' },
    ])
      expect(schema.safeParse(bad).success).toBe(false)
  })
})
