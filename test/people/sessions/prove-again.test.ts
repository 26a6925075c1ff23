import { describe, expect, it } from 'vitest'
import { call, guest, type Person, tally, together } from '#testing/api.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { wait } from '#testing/clock.ts'
import { joinedWithGoogle } from '#testing/fixtures/google.ts'
import { freshEmail, otherCode } from '#testing/fixtures/inputs.ts'
import { registerPasskey, startLogin } from '#testing/fixtures/passkeys.ts'
import { changeUser, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { loginCode, verifyOtp } from '#testing/fixtures/sign-in.ts'
import { appCode, nextStep, withTotp, wrongAppCode } from '#testing/fixtures/totp.ts'
import { enter, freshlySignedIn, MINUTE, proofPasses, reauthenticate } from '#testing/stories/people.ts'

const guarded = async (as: Person) => (await call(as, 'POST', '/auth/passkey/register/options')).status
const inTenMinutes = (until: string) => {
  const left = Date.parse(until) - Date.now()
  expect(left).toBeGreaterThan(9 * MINUTE)
  expect(left).toBeLessThanOrEqual(10 * MINUTE)
}

describe('POST /auth/reauthenticate', () => {
  it('proves the owner with the password, for ten minutes from then', async () => {
    const person = await freshlySignedIn()
    wait(12 * MINUTE)
    expect(await guarded(person)).toBe(403)
    const { data } = await reauthenticate(person, { password: PASSWORD })
    inTenMinutes(data.reauthenticatedUntil)
    expect(await guarded(person)).toBe(200)
  })

  it('is kept with the session, not in its token: a refreshed token knows it, and a refresh prolongs nothing', async () => {
    const { email, id } = await signUp()
    const { data } = await enter(email)
    wait(14 * MINUTE)
    const old: Person = { token: data.accessToken, id, email, role: 'BUYER' }
    expect((await reauthenticate(old, { password: PASSWORD })).status).toBe(200)
    wait(5 * MINUTE)
    const { data: next } = await call(guest, 'POST', '/auth/refresh-token', { refreshToken: data.refreshToken })
    const renewed = { ...old, token: next.accessToken }
    expect(await guarded(renewed)).toBe(200)
    wait(6 * MINUTE)
    expect(await guarded(renewed)).toBe(403)
  })

  it('proves one session, not the others of the account', async () => {
    const one = await freshlySignedIn()
    const { data } = await enter(one.email)
    const other = { ...one, token: data.accessToken }
    proofPasses()
    await reauthenticate(one, { password: PASSWORD })
    expect([await guarded(one), await guarded(other)]).toEqual([200, 403])
  })

  it('proves nothing with a wrong password', async () => {
    const person = await freshlySignedIn()
    proofPasses()
    const wrong = await reauthenticate(person, { password: 'pas-celui-la-7' })
    expect(wrong).toMatchObject({
      status: 401,
      error: { reason: 'INVALID_CREDENTIALS', message: 'Mot de passe incorrect.' },
    })
    expect(await guarded(person)).toBe(403)
  })

  it('never proves an account that has an authenticator by its password alone', async () => {
    const { person } = await withTotp()
    proofPasses()
    const refused = await reauthenticate(person, { password: PASSWORD })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.status).not.toBe(404)
    expect(await guarded(person)).toBe(403)
    expect((await call(person, 'POST', '/users/me/delete', { password: PASSWORD })).status).not.toBe(200)
    const newEmail = freshEmail()
    expect((await call(person, 'POST', '/users/me/email/request', { newEmail, password: PASSWORD })).status).not.toBe(
      200,
    )
  })

  it('never prolongs the proof of an account that has an authenticator by its password alone', async () => {
    const { person, app } = await withTotp()
    expect((await reauthenticate(person, { code: appCode(app) })).status).toBe(200)
    wait(4 * MINUTE)
    const refused = await reauthenticate(person, { password: PASSWORD })
    expect(refused).toMatchObject({ status: 403, error: { reason: 'REAUTH_REQUIRED' } })
    expect(refused.error?.message).toMatch(/application d'authentification.*code de secours.*clé d'accès/)
    const body = { newEmail: freshEmail(), password: PASSWORD }
    expect((await call(person, 'POST', '/users/me/email/request', body)).status).toBe(200)
    expect((await call(person, 'POST', '/users/me/delete', { password: PASSWORD })).status).toBe(200)
    expect(await guarded(person)).toBe(200)
    wait(7 * MINUTE)
    expect(await guarded(person)).toBe(403)
    expect((await call(person, 'POST', '/auth/totp/disable', { password: PASSWORD })).status).toBe(403)
  })

  it('prolongs a proof that still holds, as it says; so does a password in the body', async () => {
    const [one, other] = [await freshlySignedIn(), await freshlySignedIn()]
    wait(6 * MINUTE)
    inTenMinutes((await reauthenticate(one, { password: PASSWORD })).data.reauthenticatedUntil)
    const body = { newEmail: freshEmail(), password: PASSWORD }
    expect((await call(other, 'POST', '/users/me/email/request', body)).status).toBe(200)
    wait(6 * MINUTE)
    expect([await guarded(one), await guarded(other)]).toEqual([200, 200])
  })

  it('takes the authenticator’s code, once, and a backup code, once', async () => {
    const { person, app, backupCodes } = await withTotp()
    proofPasses()
    const wrong = await reauthenticate(person, { code: wrongAppCode(app) })
    expect(wrong).toMatchObject({ status: 401, error: { reason: 'INVALID_VERIFICATION_CODE' } })
    expect(await guarded(person)).toBe(403)
    const code = appCode(app)
    inTenMinutes((await reauthenticate(person, { code })).data.reauthenticatedUntil)
    expect(await guarded(person)).toBe(200)
    expect((await reauthenticate(person, { code })).status).toBe(401)

    const other = await withTotp()
    proofPasses()
    const [backupCode] = other.backupCodes
    expect(backupCodes).not.toContain(backupCode)
    expect((await reauthenticate(other.person, { backupCode })).status).toBe(200)
    expect(await guarded(other.person)).toBe(200)
    nextStep()
    expect((await reauthenticate(other.person, { backupCode })).status).toBe(401)
  })

  it('takes a passkey of the account, once, and nobody else’s', async () => {
    const [person, stranger] = [await freshlySignedIn(), await freshlySignedIn()]
    const [device, theirs] = [await newAuthenticator(), await newAuthenticator()]
    await registerPasskey(person, device)
    await registerPasskey(stranger, theirs)
    proofPasses()
    const foreign = await startLogin()
    const forged = { challengeId: foreign.challengeId, response: await theirs.get(foreign.options) }
    expect((await reauthenticate(person, forged)).status).toBe(401)
    expect(await guarded(person)).toBe(403)
    const { challengeId, options } = await startLogin()
    const proof = { challengeId, response: await device.get(options) }
    expect(tally(await together(20, () => reauthenticate(person, proof)))[200]).toBe(1)
    expect(await guarded(person)).toBe(200)
    expect((await reauthenticate(person, proof)).status).toBeGreaterThanOrEqual(400)
  })

  it('takes a mailed code only where the account has neither password, passkey, Google nor authenticator', async () => {
    const bare = await signUp()
    await changeUser(bare.id, 'password_hash = NULL')
    const { data } = await verifyOtp(bare.email, await loginCode(bare.email))
    const person: Person = { ...bare, token: data.accessToken }
    proofPasses()
    const code = await loginCode(bare.email, 2)
    expect((await reauthenticate(person, { code: otherCode(code) })).status).toBe(401)
    expect((await reauthenticate(person, { code })).status).toBe(200)
    expect(await guarded(person)).toBe(200)

    for (const enter of [freshlySignedIn, async () => (await joinedWithGoogle()).caller]) {
      const owner = await enter()
      const soon = await reauthenticate(owner, { code: await loginCode(owner.email) })
      expect(soon).toMatchObject({ status: 403, error: { reason: 'REAUTH_REQUIRED' } })
      expect(soon.error?.message).toMatch(/par e-mail ne suffit pas/)
      proofPasses()
      const mailed = await loginCode(owner.email, 2)
      expect((await reauthenticate(owner, { code: mailed })).status).toBeGreaterThanOrEqual(400)
      expect(await guarded(owner)).toBe(403)
    }
  })

  it('wants exactly one proof and somebody who is signed in', async () => {
    const person = await freshlySignedIn()
    expect((await reauthenticate(guest, { password: PASSWORD })).status).toBe(401)
    const response = { id: 'x', rawId: 'x', type: 'public-key', response: {} }
    const halves = [{ challengeId: crypto.randomUUID() }, { response }]
    for (const body of [{}, { password: PASSWORD, code: '123456' }, ...halves, { idToken: 'x' }, { x: 1 }])
      expect([body, (await reauthenticate(person, body)).status]).toEqual([body, 400])
  })

  it('is no way to guess a password: ten tries in a quarter of an hour, of fifty at once too', async () => {
    const person = await freshlySignedIn()
    const tries = await together(50, (i) => reauthenticate(person, { password: `faux-${i}-mot` }))
    expect(tally(tries)).toEqual({ 401: 10, 429: 40 })
    expect((await reauthenticate(person, { password: PASSWORD })).status).toBe(429)
  })

  it('does not outlive a change of the password elsewhere', async () => {
    const one = await freshlySignedIn()
    const { data } = await enter(one.email)
    const other = { ...one, token: data.accessToken }
    await reauthenticate(other, { password: PASSWORD })
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    expect((await call(one, 'POST', '/auth/password/update', change)).status).toBe(200)
    expect(await guarded(other)).toBe(401)
  })
})
