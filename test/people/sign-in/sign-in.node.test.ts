import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { users } from '#db/schema/core/users.ts'
import { readTokenText, tryToken } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import { revokeSessions } from '#domain/core/owner/revoke-sessions.ts'
import { hashPassword } from '#domain/people/passwords/hash.ts'
import { openSession } from '#domain/people/sessions/open-session.ts'
import { provePassword } from '#domain/people/sign-in/prove-password.ts'
import { samePassword, signIn, totpEnabled } from '#domain/people/sign-in/sign-in.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addProvenPeople } from '#testing/domain/market.ts'

const domain = openDomain(addProvenPeople)
const { ctx } = domain

const phone = { clientType: 'MOBILE', deviceName: 'Tecno', ipAddress: '41.0.0.1' } as const
const web = { clientType: 'WEB', deviceName: null, ipAddress: null } as const

async function personOf(id: string, at: Ctx = ctx) {
  const [person] = await at.db
    .select({ user: users, totpEnabled })
    .from(users)
    .where(and(eq(users.id, id)))
  if (!person) throw new Error(`nobody is ${id}`)
  return person
}
const proof = { method: 'PASSWORD', used: [] } as const
const enter = async (id = 'buyer', device: typeof phone | typeof web = phone, at: Ctx = ctx) =>
  signIn(at, await personOf(id, at), device, { ...proof, used: [] })
const enableTotp = (id: string, confirmedAt: number | null = 1) =>
  domain.add('totp', { user_id: id, sealed_seed: 'x', key_version: 1, confirmed_at: confirmedAt, created_at: 1 })
const sessionsOf = (id: string) => domain.rows('SELECT * FROM sessions WHERE user_id = ?', id)
const mails = () => domain.rows("SELECT * FROM outbox WHERE kind = 'session.new-device'")

describe('the end of every way in', () => {
  it('opens a session and remembers when', async () => {
    const session = await enter()
    expect(session).toMatchObject({ user: { id: 'buyer' }, tokens: { expiresIn: 900 } })
    expect(sessionsOf('buyer')).toHaveLength(1)
    expect(domain.row("SELECT last_login_at FROM users WHERE id = 'buyer'")).toEqual({ last_login_at: NOW })
    expect(domain.row("SELECT last_login_at FROM users WHERE id = 'seller'")).toEqual({ last_login_at: null })
    expect(domain.laters).toHaveLength(1)
  })

  it('uses up what proved the person, in the same commit', async () => {
    domain.add('attempts', { key: 'k', count: 1, window_ends_at: 1 })
    const used = [ctx.db.delete(users).where(eq(users.id, 'nobody'))]
    const stolen = samePassword(ctx, { ...(await personOf('buyer')).user, passwordHash: 'older' })
    await signIn(ctx, await personOf('buyer'), phone, { method: 'PASSWORD', used })
    await expect(
      signIn(ctx, await personOf('buyer'), phone, { method: 'PASSWORD', used: [stolen] }),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED', reason: 'INVALID_CREDENTIALS' })
    expect(sessionsOf('buyer')).toHaveLength(1)
  })

  it('lets in nobody who is blocked or has not proved the address', async () => {
    domain.run("UPDATE users SET blocked_at = 1 WHERE id = 'buyer'")
    domain.run("UPDATE users SET email_verified_at = NULL WHERE id = 'seller'")
    await expect(enter('buyer')).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'ACCOUNT_BLOCKED' })
    await expect(enter('seller')).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'EMAIL_NOT_VERIFIED' })
    enableTotp('buyer')
    enableTotp('seller')
    await expect(enter('buyer')).rejects.toMatchObject({ reason: 'ACCOUNT_BLOCKED' })
    await expect(enter('seller')).rejects.toMatchObject({ reason: 'EMAIL_NOT_VERIFIED' })
    expect(domain.rows('SELECT * FROM sessions')).toEqual([])
    expect(domain.rows('SELECT * FROM one_time_tokens')).toEqual([])
  })

  it('asks for the authenticator first where there is one: five minutes, no session yet', async () => {
    enableTotp('buyer')
    const asked = await enter()
    if (!('requiresTotp' in asked)) throw new Error('no challenge')
    expect(Object.keys(asked).sort()).toEqual(['pendingToken', 'requiresTotp'])
    expect(sessionsOf('buyer')).toEqual([])
    const token = readTokenText(asked.pendingToken)
    expect(domain.row('SELECT expires_at FROM one_time_tokens WHERE id = ?', token.id)).toEqual({
      expires_at: NOW + 300_000,
    })
    expect(await tryToken(ctx, 'TOTP_CHALLENGE', token)).toMatchObject({
      userId: 'buyer',
      facts: { method: 'PASSWORD' },
    })
  })

  it('asks nothing for an authenticator that was never confirmed, or is somebody else’s', async () => {
    enableTotp('buyer', null)
    enableTotp('seller')
    expect(await personOf('buyer')).toMatchObject({ totpEnabled: false })
    expect(await personOf('seller')).toMatchObject({ totpEnabled: true })
    expect(await enter()).toMatchObject({ user: { id: 'buyer' } })
  })

  it('is not passed by an authenticator confirmed since the account was read', async () => {
    const person = await personOf('buyer')
    enableTotp('buyer')
    await expect(signIn(ctx, person, phone, { ...proof, used: [] })).rejects.toMatchObject({
      reason: 'INVALID_CREDENTIALS',
    })
    expect(sessionsOf('buyer')).toEqual([])
  })

  it('is not passed with a password changed since it was compared, nor with one there was none of', async () => {
    const person = await personOf('buyer')
    await commit(ctx, [samePassword(ctx, person.user)])
    domain.run("UPDATE users SET password_hash = 'new' WHERE id = 'buyer'")
    await expect(commit(ctx, [samePassword(ctx, person.user)])).rejects.toMatchObject({ reason: 'INVALID_CREDENTIALS' })
    const changed = await personOf('buyer')
    await commit(ctx, [samePassword(ctx, changed.user)])
    domain.run("UPDATE users SET password_hash = NULL WHERE id = 'buyer'")
    await expect(commit(ctx, [samePassword(ctx, changed.user)])).rejects.toMatchObject({
      reason: 'INVALID_CREDENTIALS',
    })
  })
})

describe('a device', () => {
  /** Makes the request from a device that has this token. */
  const on = (deviceToken: string): Ctx => ({ ...ctx, visitor: { ...ctx.visitor, deviceToken } as Ctx['visitor'] })
  const tokenOf = async (session: Promise<Awaited<ReturnType<typeof signIn>>>) => {
    const signedIn = await session
    if (!('deviceToken' in signedIn)) throw new Error('no session was opened')
    return signedIn.deviceToken
  }

  it('that the account does not know is told to its owner, but not the very first', async () => {
    await enter()
    expect(mails()).toEqual([])
    await enter('buyer', web)
    expect(mails()).toHaveLength(1)
    expect(mails()[0]).toMatchObject({ channel: 'EMAIL', recipient: 'buyer@soko.test', status: 'PENDING' })
    expect(mails()[0]?.body).toMatch(
      /, dans un navigateur \(adresse inconnue\), le 1er septembre 2026 à 12:00 \(UTC\+2\)\./,
    )
    expect(mails()[0]?.subject).toBe('Connexion depuis un nouvel appareil')
    expect(await domain.sent()).toEqual(['email.send buyer@soko.test'])
    await enter('buyer', web)
    expect(mails()).toHaveLength(2)
  })

  it('is told ten times a day: its messages cost, and bury the one that counts', async () => {
    for (let i = 0; i < 13; i++) await enter('buyer', web)
    expect(mails()).toHaveLength(10)
    domain.run("UPDATE attempts SET window_ends_at = ? WHERE key GLOB 'told:*'", NOW)
    await enter('buyer', web)
    expect(mails()).toHaveLength(11)
  })

  it('is known by its token, whatever name it gives itself; the mail quotes no name', async () => {
    const device = on(await tokenOf(enter()))
    await enter('buyer', { ...web, deviceName: 'Itel' } as never, device)
    expect(mails()).toEqual([])
    await enter('buyer', phone)
    expect(mails()).toHaveLength(1)
    expect(mails()[0]?.body).toContain(", dans l'application (adresse 41.0.0.1)")
    expect(mails()[0]?.body).not.toContain('Tecno')
  })

  it('known to somebody else is new to me', async () => {
    const device = on(await tokenOf(enter('seller', web)))
    await enter('buyer', phone)
    expect(mails()).toEqual([])
    await enter('buyer', web, device)
    expect(mails()).toHaveLength(1)
  })
})

describe('the end of sessions', () => {
  const open = async (userId: string) => {
    await commit(ctx, (await openSession(ctx, userId, phone)).writes)
    return String(domain.row('SELECT id FROM sessions ORDER BY rowid DESC')?.id)
  }
  const live = () => domain.rows('SELECT id FROM sessions WHERE revoked_at IS NULL').map(({ id }) => id)

  it('is everywhere, or everywhere but here, and only one’s own', async () => {
    const [here, there, theirs] = [await open('buyer'), await open('buyer'), await open('seller')]
    const [[ended]] = [await commit(ctx, [], revokeSessions(ctx, 'buyer', 'PASSWORD', here))]
    expect(ended).toEqual([{ id: there }])
    expect(live().sort()).toEqual([here, theirs].sort())
    expect(domain.row('SELECT revoked_at, revoke_reason FROM sessions WHERE id = ?', there)).toEqual({
      revoked_at: NOW,
      revoke_reason: 'PASSWORD',
    })
    const later = domain.after(9)
    const [all] = await commit(later, [], revokeSessions(later, 'buyer', 'LOGOUT_ALL'))
    expect(all).toEqual([{ id: here }])
    expect(live()).toEqual([theirs])
    expect(domain.row('SELECT revoked_at FROM sessions WHERE id = ?', there)).toEqual({ revoked_at: NOW })
  })
})

describe('asking again who is there', () => {
  it('is needed ten minutes after it was proved, and where it never was', () => {
    const REFUSED = expect.objectContaining({ code: 'FORBIDDEN', reason: 'REAUTH_REQUIRED' })
    expect(() => requireProof(domain.as({ provenAt: NOW - 10 * MINUTE_MS }))).not.toThrow()
    expect(() => requireProof(domain.as({ provenAt: NOW - 10 * MINUTE_MS - 1 }))).toThrow(REFUSED)
    expect(() => requireProof(domain.as({ provenAt: null }))).toThrow(REFUSED)
  })

  it('takes the password, ten times in a quarter of an hour, counted before it is compared', async () => {
    domain.run('UPDATE users SET password_hash = ? WHERE id = ?', await hashPassword(ctx, 'Kivu-2026!'), 'buyer')
    const as = domain.as({ id: 'buyer' })
    const wrong = { code: 'UNAUTHORIZED', reason: 'INVALID_CREDENTIALS' }
    await expect(provePassword(as, 'Kivu-2026?')).rejects.toMatchObject(wrong)
    await commit(as, await provePassword(as, 'Kivu-2026!'))
    expect(domain.rows('SELECT key, count FROM attempts')).toEqual([{ key: 'password:buyer:day', count: 1 }])
    for (let tries = 1; tries <= 10; tries++) await expect(provePassword(as, 'x')).rejects.toMatchObject(wrong)
    await expect(provePassword(as, 'Kivu-2026!')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(domain.row('SELECT key, window_ends_at FROM attempts WHERE key = ?', 'password:buyer')).toEqual({
      key: 'password:buyer',
      window_ends_at: NOW + 900_000,
    })
    const later = domain.after(900_000, { caller: as.caller })
    await expect(provePassword(later, 'Kivu-2026!')).resolves.toHaveLength(4)
  })

  it('is not passed by an account without a password', async () => {
    await expect(provePassword(domain.as({ id: 'seller' }), '')).rejects.toMatchObject({
      reason: 'INVALID_CREDENTIALS',
    })
    await expect(provePassword(domain.as({ id: 'nobody' }), 'x')).rejects.toMatchObject({
      reason: 'INVALID_CREDENTIALS',
    })
  })
})
