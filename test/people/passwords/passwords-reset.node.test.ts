import { beforeEach, describe, expect, it } from 'vitest'
import { tokenText } from '#domain/core/codes/token.ts'
import { ResetPassword, resetPassword } from '#domain/people/passwords/reset.ts'
import { addTokens, gone, issuedToken, openTokens } from '#testing/domain/codes.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addProvenPeople, EMAIL, mailsTo } from '#testing/domain/market.ts'
import { NEW_PASSWORD, opens, PASSWORD, setPasswords } from '#testing/domain/passwords.ts'
import { addSession, LIVE, sessionOf } from '#testing/domain/sessions.ts'

const domain = openDomain(addProvenPeople)
const { ctx } = domain
beforeEach(() => setPasswords(domain))

const link = async (userId: string | null = 'buyer', email = EMAIL) =>
  tokenText(await issuedToken(ctx, { purpose: 'PASSWORD_RESET', userId, ttlMs: 1000, facts: { email } }))
const reset = (token: string, at = ctx) => resetPassword(at, { token, newPassword: NEW_PASSWORD })

describe('a link that sets a new password', () => {
  it('sets it for its own account, once', async () => {
    const token = await link()
    expect(await reset(token, domain.after(5))).toEqual({ reset: true, deviceToken: expect.any(String) })
    expect([await opens(domain, 'buyer', NEW_PASSWORD), await opens(domain, 'buyer', PASSWORD)]).toEqual([true, false])
    expect(await opens(domain, 'seller', PASSWORD)).toBe(true)
    expect(domain.row("SELECT updated_at FROM users WHERE id = 'buyer'")).toEqual({ updated_at: NOW + 5 })
    await expect(resetPassword(ctx, { token, newPassword: 'Encore-un-autre-8' })).rejects.toMatchObject(gone)
    expect(await opens(domain, 'buyer', NEW_PASSWORD)).toBe(true)
  })

  it('signs the person out everywhere, and nobody else', async () => {
    addSession(domain, 'here')
    addSession(domain, 'there')
    addSession(domain, 'theirs', 'seller')
    await reset(await link(), domain.after(5))
    const out = { revoked_at: NOW + 5, revoke_reason: 'PASSWORD' }
    expect(['here', 'there', 'theirs'].map((id) => sessionOf(domain, id))).toEqual([out, out, LIVE])
  })

  it('ends what was begun with the old password or to replace it', async () => {
    for (const id of ['buyer', 'seller']) {
      await addTokens(domain, id, 'TOTP_CHALLENGE', 'PASSWORD_RESET', 'RECOVERY')
      domain.add('recoveries', { id: `r-${id}`, user_id: id, expires_at: NOW + 1000, created_at: NOW })
    }
    await reset(await link(), domain.after(5))
    expect(openTokens(domain, 'buyer')).toEqual([])
    expect(openTokens(domain, 'seller')).toEqual(['PASSWORD_RESET', 'RECOVERY', 'TOTP_CHALLENGE'])
    expect(domain.rows('SELECT id, cancelled_at FROM recoveries ORDER BY id')).toEqual([
      { id: 'r-buyer', cancelled_at: NOW + 5 },
      { id: 'r-seller', cancelled_at: null },
    ])
  })

  it('is told to both addresses of the person, after the answer', async () => {
    domain.run("UPDATE users SET secondary_email = 'second@soko.test' WHERE id = 'buyer'")
    await reset(await link())
    for (const email of [EMAIL, 'second@soko.test']) {
      expect(mailsTo(domain, email)).toMatchObject([{ channel: 'EMAIL', kind: 'password.changed' }])
    }
    expect(await domain.sent()).toEqual([`email.send ${EMAIL}`, 'email.send second@soko.test'])
    expect(domain.rows("SELECT * FROM outbox WHERE status <> 'SENT'")).toEqual([])
  })

  it('proves the address of an account that waited for that, and leaves the time of one that did not', async () => {
    domain.run("UPDATE users SET email_verified_at = NULL WHERE id = 'buyer'")
    await reset(await link(), domain.after(5))
    await reset(await link('seller', 'seller@soko.test'), domain.after(5))
    expect(domain.rows("SELECT email_verified_at FROM users WHERE id IN ('buyer', 'seller') ORDER BY id")).toEqual([
      { email_verified_at: NOW + 5 },
      { email_verified_at: 1 },
    ])
  })

  it.each([
    ['was blocked', "UPDATE users SET blocked_at = 1 WHERE id = 'buyer'"],
    ['was deleted', "UPDATE users SET deleted_at = 1 WHERE id = 'buyer'"],
    ['left the address', "UPDATE users SET email = 'elsewhere@soko.test' WHERE id = 'buyer'"],
  ])('is nothing to an account that %s: neither its password nor its sessions change', async (_, sql) => {
    addSession(domain, 'here')
    const token = await link()
    domain.run(sql)
    await expect(reset(token)).rejects.toMatchObject(gone)
    expect(await opens(domain, 'buyer', PASSWORD)).toBe(true)
    expect(sessionOf(domain, 'here')).toEqual(LIVE)
    expect([domain.rows('SELECT * FROM outbox'), domain.laters]).toEqual([[], []])
  })

  it('of an address that nobody had opens nothing, also when somebody has it now', async () => {
    await expect(reset(await link(null))).rejects.toMatchObject(gone)
    expect(await opens(domain, 'buyer', PASSWORD)).toBe(true)
  })

  it('is not guessed', async () => {
    const [id] = (await link()).split('.')
    await expect(reset(`${id}.guess`)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      reason: 'INVALID_VERIFICATION_CODE',
    })
    await expect(reset('nothing')).rejects.toMatchObject(gone)
    expect(await opens(domain, 'buyer', PASSWORD)).toBe(true)
  })
})

describe('what a reset takes', () => {
  const good = { token: 'a', newPassword: NEW_PASSWORD }
  it('is a token of 1 to 200 characters and a new password', () => {
    for (const input of [good, { ...good, token: 'x'.repeat(200) }]) expect(ResetPassword.parse(input)).toEqual(input)
    for (const bad of [
      { ...good, token: '' },
      { ...good, token: 'x'.repeat(201) },
      { ...good, newPassword: 'motdepasse' },
      { ...good, email: EMAIL },
      { newPassword: NEW_PASSWORD },
    ])
      expect(ResetPassword.safeParse(bad).success).toBe(false)
  })
})
