import { describe, expect, it } from 'vitest'
import type { Ctx } from '#domain/core/context.ts'
import { forgotPassword } from '#domain/people/passwords/forgot.ts'
import { resetPassword } from '#domain/people/passwords/reset.ts'
import { requestOtp } from '#domain/people/sign-in/request-otp.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { openTokens } from '#testing/domain/codes.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addProvenPeople, EMAIL, mailsTo, UNKNOWN_EMAIL } from '#testing/domain/market.ts'
import { NEW_PASSWORD } from '#testing/domain/passwords.ts'

const domain = openDomain(addProvenPeople)
const { ctx } = domain

const forgot = (email: string, at: Ctx = ctx) => forgotPassword(at, { email })
const mailed = (email: string) => mailsTo(domain, email)
const linkOf = (email: string) =>
  /https:\/\/soko\.test\/reinitialiser\?token=(\S+)\n/.exec(mailed(email).at(-1)?.body ?? '')?.[1] ?? ''
const reset = (token: string, at: Ctx) => resetPassword(at, { token, newPassword: NEW_PASSWORD })

describe('a forgotten password', () => {
  it('brings a link to the mail of the account, sent after the answer', async () => {
    await forgot(EMAIL)
    expect(mailed(EMAIL)).toMatchObject([
      { channel: 'EMAIL', kind: 'password.reset-link', subject: 'Choisissez un nouveau mot de passe' },
    ])
    await expect(reset(linkOf(EMAIL), ctx)).resolves.toEqual({ reset: true, deviceToken: expect.any(String) })
    domain.laters.splice(1)
    expect(await domain.sent()).toContain(`email.send ${EMAIL}`)
  })

  it('has a link that is good for 30 minutes and not a millisecond longer', async () => {
    await forgot(EMAIL)
    const link = linkOf(EMAIL)
    await expect(reset(link, domain.after(30 * MINUTE_MS))).rejects.toMatchObject({ code: 'GONE' })
    await expect(reset(link, domain.after(30 * MINUTE_MS - 1))).resolves.toEqual({
      reset: true,
      deviceToken: expect.any(String),
    })
  })

  it('leaves the link before it good, which a stranger could end otherwise; the first that is used ends all', async () => {
    await forgot(EMAIL)
    const first = linkOf(EMAIL)
    const later = domain.after(MINUTE_MS)
    await forgot(EMAIL, later)
    expect(openTokens(domain, 'buyer')).toEqual(['PASSWORD_RESET', 'PASSWORD_RESET'])
    await expect(reset(first, later)).resolves.toEqual({ reset: true, deviceToken: expect.any(String) })
    expect(openTokens(domain, 'buyer')).toEqual([])
    await expect(reset(linkOf(EMAIL), later)).rejects.toMatchObject({ code: 'GONE' })
  })

  it('is asked for once a minute, each address for itself, whoever has it', async () => {
    for (const email of [EMAIL, UNKNOWN_EMAIL]) {
      await forgot(email)
      await expect(forgot(email, domain.after(MINUTE_MS - 1))).rejects.toMatchObject({
        code: 'TOO_MANY_REQUESTS',
        retryAfter: 60,
      })
      await expect(forgot(email, domain.after(MINUTE_MS))).resolves.toBeDefined()
    }
    expect(mailed(EMAIL)).toHaveLength(2)
  })

  it('is asked for five times an hour, codes that sign in not counted, whoever has the address', async () => {
    for (const email of [EMAIL, UNKNOWN_EMAIL]) {
      await requestOtp(ctx, { email })
      for (let i = 0; i < 5; i++) await forgot(email, domain.after(i * MINUTE_MS))
      const tokens = domain.rows('SELECT id FROM one_time_tokens').length
      await expect(forgot(email, domain.after(60 * MINUTE_MS - 1))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
      expect(domain.rows('SELECT id FROM one_time_tokens')).toHaveLength(tokens)
      await expect(forgot(email, domain.after(60 * MINUTE_MS))).resolves.toBeDefined()
    }
  })

  it('says the same of an address that nobody has, and keeps as much, but writes to nobody', async () => {
    domain.run("UPDATE users SET blocked_at = 1 WHERE id = 'seller'")
    domain.run("UPDATE users SET deleted_at = 1 WHERE id = 'rider'")
    const known = await forgot(EMAIL)
    expect(known).toEqual({ message: "Si un compte a cette adresse, un lien vient d'y être envoyé." })
    for (const email of [UNKNOWN_EMAIL, 'seller@soko.test', 'rider@soko.test']) {
      expect(await forgot(email)).toEqual(known)
      expect(mailed(email)).toEqual([])
      const kept = { purpose: 'PASSWORD_RESET', user_id: null, facts: JSON.stringify({ email }), consumed_at: null }
      expect(domain.row('SELECT * FROM one_time_tokens ORDER BY rowid DESC')).toMatchObject({
        ...kept,
        expires_at: NOW + 30 * MINUTE_MS,
      })
    }
    expect(domain.laters).toHaveLength(4)
    expect(domain.rows("SELECT count FROM attempts WHERE key GLOB 'reset:*'")).toHaveLength(4)
  })
})
