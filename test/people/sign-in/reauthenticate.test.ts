import { describe, expect, it } from 'vitest'
import { call, guest, type Person, reasons, tally, together } from '#testing/api.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { wait } from '#testing/clock.ts'
import { first, run } from '#testing/fixtures/database.ts'
import { freshEmail, freshPhone } from '#testing/fixtures/inputs.ts'
import { mailsTo } from '#testing/fixtures/mails.ts'
import { registerPasskey, startLogin, withPasskey } from '#testing/fixtures/passkeys.ts'
import { ageSessions, changeUser, isSignedIn, PASSWORD, signIn, signUp, withPhone } from '#testing/fixtures/people.ts'
import { loginCode, verifyOtp } from '#testing/fixtures/sign-in.ts'
import { appCode, disableTotp, enterWithTotp, nextStep, withTotp } from '#testing/fixtures/totp.ts'
import { newWalletOwner } from '#testing/fixtures/wallets.ts'

const prove = (as: Person | null, proof: object) => call(as, 'POST', '/auth/reauthenticate', proof)
const UNPROVED = { status: 403, error: { code: 'FORBIDDEN', reason: 'REAUTH_REQUIRED' } }
/** Something that needs the proof and changes nothing yet. */
const isProved = async (as: Person) => (await call(as, 'POST', '/auth/totp/setup')).status !== 403
const bearer = (person: Person, token: string): Person => ({ ...person, token })

describe('a session proves its owner', () => {
  it('by its sign-in with the password, for ten minutes, and by its password again', async () => {
    const person = await signUp()
    expect(await isProved(person)).toBe(true)
    wait(10 * 60_000 + 1)
    expect(await isProved(person)).toBe(false)
    const { status, data } = await prove(person, { password: PASSWORD })
    expect(status).toBe(200)
    expect(Date.parse(data.reauthenticatedUntil) - Date.now()).toBe(10 * 60_000)
    expect(await isProved(person)).toBe(true)
  })

  it('by itself only: another session of the same person stays as it is', async () => {
    const person = await signUp()
    const other = await signIn(person.email, 'BUYER')
    await ageSessions(person.id)
    expect((await prove(person, { password: PASSWORD })).status).toBe(200)
    expect([await isProved(person), await isProved(other)]).toEqual([true, false])
  })

  it('not by a wrong password, of which there are ten, however many at once', async () => {
    const person = await signUp()
    await ageSessions(person.id)
    const answers = await together(50, () => prove(person, { password: 'pas-celui-la' }))
    expect(reasons(answers)).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 40 })
    const [wrong] = answers.filter(({ status }) => status === 401)
    expect(wrong?.error?.message).toBe('Mot de passe incorrect.')
    expect((await prove(person, { password: PASSWORD })).status).toBe(429)
    expect(await isProved(person)).toBe(false)
  })

  it('by exactly one proof', async () => {
    const person = await signUp()
    const response = { id: 'x', rawId: 'x', type: 'public-key', response: {} }
    const bad = [{}, { password: PASSWORD, code: '123456' }, { challengeId: 'x' }, { response }, { idToken: 'x' }]
    for (const proof of bad) expect((await prove(person, proof)).status, JSON.stringify(proof)).toBe(400)
    expect((await prove(guest, { password: PASSWORD })).status).toBe(401)
  })

  it('by a mailed code only where the account has nothing better', async () => {
    const person = await signUp()
    const byMail = bearer(person, (await verifyOtp(person.email, await loginCode(person.email))).data.accessToken)
    expect(await isProved(byMail)).toBe(false)
    expect(await prove(byMail, { code: '123456' })).toMatchObject(UNPROVED)
    await changeUser(person.id, 'password_hash = NULL')
    await run('UPDATE codes SET sent_at = 1')
    const code = await loginCode(person.email, 2)
    expect((await prove(byMail, { code })).status).toBe(200)
    expect(await isProved(byMail)).toBe(true)
  })

  it('by a sign-in with a mailed code, where that is all the account has', async () => {
    const person = await signUp()
    await changeUser(person.id, 'password_hash = NULL')
    const byMail = bearer(person, (await verifyOtp(person.email, await loginCode(person.email))).data.accessToken)
    expect(await isProved(byMail)).toBe(true)
  })

  it('with an authenticator by its code or a backup code, never by the password', async () => {
    const { person, app, backupCodes } = await withTotp()
    await ageSessions(person.id)
    expect(await prove(person, { password: PASSWORD })).toMatchObject(UNPROVED)
    expect(await disableTotp(person, { password: PASSWORD })).toMatchObject(UNPROVED)
    expect((await prove(person, { code: appCode(app) })).status).toBe(200)
    expect((await prove(person, { code: appCode(app) })).status, 'a step works once').toBe(401)
    await ageSessions(person.id)
    expect((await prove(person, { backupCode: backupCodes[0] })).status).toBe(200)
    expect((await prove(person, { backupCode: backupCodes[0] })).status).toBe(401)
    expect(await disableTotp(person, {})).toMatchObject({ status: 200 })
  })

  it('by its sign-in with the authenticator', async () => {
    const { person, app } = await withTotp()
    nextStep()
    const entered = await enterWithTotp(person.email, { code: appCode(app) })
    expect(await disableTotp(bearer(person, entered.data.accessToken), {})).toMatchObject({ status: 200 })
  })

  it('by a passkey of its own, once', async () => {
    const { person, device } = await withPasskey()
    const other = await withPasskey()
    await ageSessions(person.id)
    const theirs = await startLogin()
    const response = await other.device.get(theirs.options)
    expect(await prove(person, { challengeId: theirs.challengeId, response })).toMatchObject({ status: 401 })
    const mine = await startLogin()
    const proof = { challengeId: mine.challengeId, response: await device.get(mine.options) }
    expect(tally(await together(20, () => prove(person, proof)))[200]).toBe(1)
    expect(await isProved(person)).toBe(true)
  })
})

describe('a token that was stolen', () => {
  it('a minute old, without the proof, takes neither money nor account', async () => {
    const { person } = await newWalletOwner('SELLER', { USD: 5000 })
    const phone = freshPhone()
    await changeUser(person.id, 'phone = ?, phone_verified_at = 1', phone)
    const { device } = await withPasskey()
    await ageSessions(person.id)
    const number = { phoneNumber: freshPhone(), network: 'vodacom', countryCode: 'CD' }
    const before = await first('SELECT * FROM users WHERE id = ?', person.id)
    const tries = [
      ['POST', '/auth/secondary-email', { email: freshEmail() }],
      ['POST', '/auth/secondary-email/verify', { code: '123456' }],
      ['POST', '/auth/secondary-email/promote', { email: freshEmail() }],
      ['DELETE', '/auth/secondary-email'],
      ['POST', '/users/me/email/request', { newEmail: freshEmail() }],
      ['POST', '/users/me/email/verify', { code: '123456' }],
      ['POST', '/users/phone/request', { phone: freshPhone() }],
      ['POST', '/users/phone/verify', { code: '123456' }],
      ['DELETE', '/users/me/phone'],
      ['POST', '/users/me/delete', {}],
      ['POST', '/wallet/settings/payout-number/request', number],
      ['POST', '/wallet/settings/payout-number/confirm', { code: '123456' }],
      ['POST', '/auth/passkey/register/options'],
      ['DELETE', `/auth/passkey/${crypto.randomUUID()}`],
      ['POST', '/auth/google/link', { idToken: 'x' }],
      ['DELETE', '/auth/google/link'],
      ['POST', '/auth/totp/setup'],
      ['POST', '/auth/totp/confirm', { code: '123456' }],
      ['POST', '/auth/totp/disable', {}],
      ['POST', '/auth/totp/regenerate-backup-codes', {}],
      ['POST', '/auth/password/create', { newPassword: 'Un-tout-autre-mot-8' }],
      ['POST', '/auth/recovery/cancel'],
    ] as const
    for (const [method, path, body] of tries)
      expect(await call(person, method, path, body), `${method} ${path}`).toMatchObject(UNPROVED)
    expect(device).toBeDefined()
    expect(await first('SELECT * FROM users WHERE id = ?', person.id)).toEqual(before)
  })

  it('is of no use once the owner changed something: every other session ends', async () => {
    const person = await signUp()
    const stolen = await signIn(person.email, 'BUYER')
    expect((await registerPasskey(person, await newAuthenticator())).status).toBe(201)
    expect([await isSignedIn(person.token), await isSignedIn(stolen.token)]).toEqual([true, false])
  })

  it('and the owner’s, changing one account at once: one session is left', async () => {
    const person = await withPhone()
    const other = await signIn(person.email, 'BUYER')
    const answers = await together(2, async (i) =>
      registerPasskey(i ? person : other, await newAuthenticator()).catch(() => ({ status: 401 })),
    )
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(1)
    const live = [await isSignedIn(person.token), await isSignedIn(other.token)]
    expect(live.filter(Boolean)).toHaveLength(1)
  })

  it('opened before the authenticator was on does not outlive it', async () => {
    const { person } = await withTotp()
    expect((await call(person, 'GET', '/auth/sessions')).data.sessions).toHaveLength(1)
    const plain = await signUp()
    const before = await signIn(plain.email, 'BUYER')
    expect(await isSignedIn(before.token)).toBe(true)
    await call(plain, 'POST', '/auth/totp/setup')
    await mailsTo(person.email, 'La double authentification est activée')
  })
})
