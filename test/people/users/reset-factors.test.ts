import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { type Caller, call, guest, type Person, reasons, together } from '#testing/api.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { count } from '#testing/fixtures/database.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { mailedToken, mailsTo } from '#testing/fixtures/mails.ts'
import { registerPasskey } from '#testing/fixtures/passkeys.ts'
import { ageSessions, changeUser, isSignedIn, logIn, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { resetPassword } from '#testing/fixtures/sign-in.ts'
import { withTotp } from '#testing/fixtures/totp.ts'
import { callWith } from '#testing/stories/people.ts'

const REQUIRED = { STAFF_MFA: 'required' }
const reset = (as: Caller, id: string, body: object = {}) =>
  call(as, 'POST', `/users/${id}/force-logout`, { resetFactors: true, ...body })
const strictly = (as: Person | null, method: string, path: string, body?: unknown) =>
  callWith(REQUIRED, as, method, path, body)
const forget = (email: string) => strictly(guest, 'POST', '/auth/password/forgot', { email })
const FACTORS = ['totp', 'backup_codes', 'passkeys'] as const
const factorsOf = (id: string) => Promise.all(FACTORS.map((table) => count(`${table} WHERE user_id = ?`, id)))

/** Somebody of the team with an authenticator, backup codes, a passkey and a second address. */
async function equipped() {
  const { person } = await withTotp('SUPPORT')
  vi.useRealTimers()
  await registerPasskey(person, await newAuthenticator())
  const second = freshEmail('second')
  await changeUser(person.id, 'secondary_email = ?, secondary_email_verified_at = 1', second)
  return { ...person, second }
}

describe('somebody of the team who lost every factor', () => {
  it('is let in again by an ADMIN: nothing of before counts, all addresses are told, a link sets a password', async () => {
    const [admin, person] = [await signUp('ADMIN'), await equipped()]
    expect(await factorsOf(person.id)).toEqual([1, 10, 1])
    const answer = await reset(admin, person.id, { reason: 'Téléphone perdu' })
    expect(answer).toMatchObject({ status: 200, data: { revokedSessions: 1 } })
    expect(await factorsOf(person.id)).toEqual([0, 0, 0])
    expect(await isSignedIn(person.token)).toBe(false)
    expect((await logIn(person.email)).status).toBe(401)
    for (const to of [person.email, person.second]) await mailsTo(to, 'facteurs de connexion')
    expect(await count("outbox WHERE recipient = ? AND kind = 'password.reset-link'", person.second)).toBe(0)
    const { details } = (await env.DB.prepare(
      "SELECT details FROM audit WHERE target_id = ? AND action = 'user.force-logout'",
    )
      .bind(person.id)
      .first<{ details: string }>()) ?? { details: '{}' }
    expect(JSON.parse(details)).toEqual({ reason: 'Téléphone perdu', resetFactors: true })

    const token = await mailedToken(person.email)
    const set = await strictly(guest, 'POST', '/auth/password/reset', { token, newPassword: NEW_PASSWORD })
    expect(set.status).toBe(200)
    expect((await strictly(guest, 'POST', '/auth/password/reset', { token, newPassword: PASSWORD })).status).toBe(410)
    const { data } = await strictly(guest, 'POST', '/auth/login/password', {
      email: person.email,
      password: NEW_PASSWORD,
    })
    const again = { ...person, token: data.accessToken }
    expect(await strictly(again, 'GET', '/users')).toMatchObject({ status: 403, error: { reason: 'MFA_REQUIRED' } })
    expect((await strictly(again, 'POST', '/auth/totp/setup')).status).toBe(200)
  })

  it('is let in by one of twenty at once', async () => {
    const [admin, person] = [await signUp('ADMIN'), await signUp('ACCOUNTANT')]
    expect(reasons(await together(20, () => reset(admin, person.id)))).toEqual({ ok: 20 })
    const live = "one_time_tokens WHERE user_id = ? AND purpose = 'PASSWORD_RESET' AND consumed_at IS NULL"
    expect(await count(live, person.id)).toBe(1)
  })

  it('is not let in by SUPPORT, oneself, or an ADMIN who did not prove to be here', async () => {
    const [admin, person] = [await signUp('ADMIN'), await equipped()]
    expect(await reset(await signUp('SUPPORT'), person.id)).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } })
    expect(await reset(admin, admin.id)).toMatchObject({ status: 409 })
    await ageSessions(admin.id)
    expect(await reset(admin, person.id)).toMatchObject({ status: 403, error: { reason: 'REAUTH_REQUIRED' } })
    expect(await call(admin, 'POST', `/users/${person.id}/force-logout`, { resetFactors: 'oui' })).toMatchObject({
      status: 400,
    })
    expect(await factorsOf(person.id)).toEqual([1, 10, 1])
    expect((await call(admin, 'POST', `/users/${person.id}/force-logout`, { resetFactors: false })).status).toBe(200)
    expect(await factorsOf(person.id)).toEqual([1, 10, 1])
  })

  it('is of the team, and not blocked', async () => {
    const admin = await signUp('ADMIN')
    const blocked = await signUp('SUPPORT')
    await changeUser(blocked.id, 'blocked_at = 1')
    for (const { id } of [await signUp('BUYER'), blocked])
      expect(await reset(admin, id)).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
    expect((await logIn((await signUp('SELLER')).email)).status).toBe(200)
  })
})

describe('a forgotten password of the team', () => {
  it('is answered like any other, and without a factor the mail says who can help, not a link', async () => {
    const [bare, stranger] = [await signUp('ADMIN'), freshEmail()]
    const answers = [await forget(bare.email), await forget(stranger)]
    expect(answers[0]?.data).toEqual(answers[1]?.data)
    const [mail] = await mailsTo(bare.email, 'ne se réinitialise pas')
    expect(mail?.text).toContain('autre administrateur')
    expect(mail?.text).not.toContain('token=')
  })

  it('does not put the link away that an administrator had sent', async () => {
    const [admin, person] = [await signUp('ADMIN'), await signUp('SUPPORT')]
    await reset(admin, person.id)
    const token = await mailedToken(person.email)
    expect((await forget(person.email)).status).toBe(200)
    expect((await resetPassword(token)).status).toBe(200)
  })

  it('gets its link with a factor, and where none is asked for', async () => {
    const { person } = await withTotp('ADMIN')
    vi.useRealTimers()
    const bare = await signUp('ADMIN')
    expect((await forget(person.email)).status).toBe(200)
    expect((await call(guest, 'POST', '/auth/password/forgot', { email: bare.email })).status).toBe(200)
    for (const { email } of [person, bare]) expect((await resetPassword(await mailedToken(email))).status).toBe(200)
  })
})
