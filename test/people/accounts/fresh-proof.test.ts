import { describe, expect, it } from 'vitest'
import { type Answer, call, guest, type Person } from '#testing/api.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { wait } from '#testing/clock.ts'
import { joinedWithGoogle, linkGoogle, newGoogleAccount, unlinkGoogle } from '#testing/fixtures/google.ts'
import { freshEmail, freshPhone } from '#testing/fixtures/inputs.ts'
import { loginPasskey, registerPasskey, startRegistration } from '#testing/fixtures/passkeys.ts'
import { changeUser, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { loginCode, verifyOtp } from '#testing/fixtures/sign-in.ts'
import { appCode, appOf, confirmTotp, enterWithTotp, nextStep, setUpTotp, withTotp } from '#testing/fixtures/totp.ts'
import { newWalletOwner } from '#testing/fixtures/wallets.ts'
import {
  addSecond,
  codeAfter,
  freshlySignedIn,
  MINUTE,
  proofPasses,
  provePhone,
  proveSecond,
  reauthenticate,
  setPhone,
  signedIn,
  withNumber,
  withSecond,
} from '#testing/stories/people.ts'

const REFUSED = { status: 403, error: { code: 'FORBIDDEN', reason: 'REAUTH_REQUIRED' } }
const NUMBER = { network: 'vodacom', countryCode: 'CD' }

describe('eleven minutes after the sign-in, with nothing else proved, the answer is 403 REAUTH_REQUIRED', () => {
  const late = async (person: Person, act: () => Promise<Answer>) => {
    proofPasses()
    expect(await act()).toMatchObject(REFUSED)
    // The session itself goes on.
    expect((await call(person, 'GET', '/auth/me')).status).toBe(200)
  }

  it('to adding a passkey, at its start and at its end', async () => {
    const person = await freshlySignedIn()
    const { challengeId, options } = await startRegistration(person)
    const response = await (await newAuthenticator()).create(options)
    wait(6 * MINUTE)
    const second = await startRegistration(person)
    const later = await (await newAuthenticator()).create(second.options)
    wait(4.5 * MINUTE)
    expect(await call(person, 'POST', '/auth/passkey/register/options')).toMatchObject(REFUSED)
    const body = { challengeId: second.challengeId, response: later }
    expect(await call(person, 'POST', '/auth/passkey/register/verify', body)).toMatchObject(REFUSED)
    expect((await call(person, 'POST', '/auth/passkey/register/verify', { challengeId, response })).status).toBe(403)
    expect((await call(person, 'GET', '/auth/passkey')).data.passkeys).toEqual([])
  })

  it('to removing a passkey', async () => {
    const person = await freshlySignedIn()
    const { id } = (await registerPasskey(person, await newAuthenticator())).data
    await late(person, () => call(person, 'DELETE', `/auth/passkey/${id}`))
    expect((await call(person, 'GET', '/auth/passkey')).data.passkeys).toHaveLength(1)
  })

  it('to linking and unlinking Google', async () => {
    const person = await freshlySignedIn()
    const account = newGoogleAccount()
    await late(person, async () => linkGoogle(person, await account.token()))
    const linked = await freshlySignedIn()
    expect((await linkGoogle(linked, await newGoogleAccount().token())).status).toBe(201)
    await late(linked, () => unlinkGoogle(linked))
    expect((await call(linked, 'GET', '/auth/identities')).data.identities).toHaveLength(1)
  })

  it('to setting up an authenticator and to its first code', async () => {
    const person = await freshlySignedIn()
    const app = appOf((await setUpTotp(person)).data.otpauthUrl)
    proofPasses()
    expect(await setUpTotp(person)).toMatchObject(REFUSED)
    // The new app's code proves the app, not the owner.
    expect(await confirmTotp(person, appCode(app))).toMatchObject(REFUSED)
    expect((await call(person, 'GET', '/auth/me')).data.totpEnabled).toBe(false)
  })

  it('to switching an authenticator off and to new backup codes, when no proof is in the body', async () => {
    const { person } = await withTotp()
    proofPasses()
    expect(await call(person, 'POST', '/auth/totp/disable', {})).toMatchObject(REFUSED)
    expect(await call(person, 'POST', '/auth/totp/regenerate-backup-codes', {})).toMatchObject(REFUSED)
    expect((await call(person, 'GET', '/auth/me')).data.totpEnabled).toBe(true)
  })

  it('to a second address: asking for it, its code, its promotion, its removal', async () => {
    const person = await freshlySignedIn()
    wait(5 * MINUTE)
    const second = freshEmail('second')
    const code = await codeAfter(second, () => addSecond(person, second))
    wait(5.5 * MINUTE)
    expect(await addSecond(person, freshEmail())).toMatchObject(REFUSED)
    expect(await proveSecond(person, code)).toMatchObject(REFUSED)

    const other = await withSecond(await freshlySignedIn())
    proofPasses()
    expect(await call(other, 'POST', '/auth/secondary-email/promote', { email: other.second })).toMatchObject(REFUSED)
    expect(await call(other, 'DELETE', '/auth/secondary-email')).toMatchObject(REFUSED)
    expect((await call(other, 'GET', '/users/me')).data.email).toBe(other.email)
  })

  it('to changing the e-mail and to deleting the account, when no proof is in the body', async () => {
    const person = await freshlySignedIn()
    await late(person, () => call(person, 'POST', '/users/me/email/request', { newEmail: freshEmail() }))
    expect(await call(person, 'POST', '/users/me/email/verify', { code: '123456' })).toMatchObject(REFUSED)
    expect(await call(person, 'POST', '/users/me/delete', {})).toMatchObject(REFUSED)
  })

  it('to a first password', async () => {
    const { caller } = await joinedWithGoogle()
    await late(caller, () => call(caller, 'POST', '/auth/password/create', { newPassword: NEW_PASSWORD }))
  })

  it('to another number over a verified one, and to taking it off; a first number needs no proof', async () => {
    const bare = await freshlySignedIn()
    proofPasses()
    const person = await signedIn(await withNumber(bare))
    expect(person.phone).toMatch(/^243/)
    await late(person, () => setPhone(person, freshPhone()))
    expect(await call(person, 'DELETE', '/users/me/phone')).toMatchObject(REFUSED)
    expect((await call(person, 'GET', '/users/me')).data).toMatchObject({ phone: person.phone, isPhoneVerified: true })
  })

  it('to a payout number, the first one too', async () => {
    for (const number of [undefined, null]) {
      const owner = await newWalletOwner('SELLER', { USD: 5000 }, number)
      const person = await signedIn(owner.person)
      const body = { phoneNumber: freshPhone(), ...NUMBER }
      await late(person, () => call(person, 'POST', '/wallet/settings/payout-number/request', body))
    }
  })

  it('to the code of another number and of a payout number, though it was asked for in time; the code stays good', async () => {
    const confirmed = '/wallet/settings/payout-number/confirm'
    const withOne = await withNumber(await freshlySignedIn())
    const wallet = await newWalletOwner('SELLER', { USD: 5000 })
    wait(MINUTE)
    const [person, seller] = [await signedIn(withOne), await signedIn(wallet.person)]
    wait(5 * MINUTE)
    const [phone, phoneNumber] = [freshPhone(), freshPhone()]
    const code = await codeAfter(phone, () => setPhone(person, phone))
    const payoutCode = await codeAfter(phoneNumber, () =>
      call(seller, 'POST', '/wallet/settings/payout-number/request', { phoneNumber, ...NUMBER }),
    )
    wait(5.5 * MINUTE)
    expect(await provePhone(person, code)).toMatchObject(REFUSED)
    expect(await call(seller, 'POST', confirmed, { code: payoutCode })).toMatchObject(REFUSED)
    expect((await call(person, 'GET', '/users/me')).data.phone).toBe(withOne.phone)
    for (const each of [person, seller]) expect((await reauthenticate(each, { password: PASSWORD })).status).toBe(200)
    expect((await provePhone(person, code)).status).toBe(200)
    expect((await call(seller, 'POST', confirmed, { code: payoutCode })).status).toBe(200)
  })
})

describe('a sign-in proves its owner for ten minutes', () => {
  const allowed = async (person: Person) => (await call(person, 'POST', '/auth/passkey/register/options')).status
  const bearer = (token: string): Person => ({ token, id: '', email: '', role: 'BUYER' })

  it('with the password, with a passkey, with Google, with the authenticator', async () => {
    const person = await freshlySignedIn()
    const device = await newAuthenticator()
    await registerPasskey(person, device)
    wait(9 * MINUTE)
    expect(await allowed(person)).toBe(200)
    wait(2 * MINUTE)
    expect(await allowed(person)).toBe(403)
    expect(await allowed(bearer((await loginPasskey(device)).data.accessToken))).toBe(200)
    expect(await allowed((await joinedWithGoogle()).caller)).toBe(200)
    const { person: careful, app } = await withTotp()
    nextStep()
    const entered = await enterWithTotp(careful.email, { code: appCode(app) })
    expect(await allowed(bearer(entered.data.accessToken))).toBe(200)
  })

  it('a mailed code proves nothing if the account has a password, a passkey, Google or an authenticator', async () => {
    const withPassword = await signUp()
    const withoutPassword = await freshlySignedIn()
    await registerPasskey(withoutPassword, await newAuthenticator())
    await changeUser(withoutPassword.id, 'password_hash = NULL')
    const google = await joinedWithGoogle()
    for (const email of [withPassword.email, withoutPassword.email, google.email]) {
      const { data } = await verifyOtp(email, await loginCode(email))
      expect(await call(bearer(data.accessToken), 'POST', '/auth/passkey/register/options')).toMatchObject(REFUSED)
    }
  })

  it('with a mailed code where the account has none of them', async () => {
    const bare = await signUp()
    await changeUser(bare.id, 'password_hash = NULL')
    const { data } = await verifyOtp(bare.email, await loginCode(bare.email))
    expect(await allowed(bearer(data.accessToken))).toBe(200)
    proofPasses()
    expect(await allowed(bearer(data.accessToken))).toBe(403)
  })
})

describe('a password or code in the body of such an operation', () => {
  it('proves it too, when the sign-in is old', async () => {
    const person = await freshlySignedIn()
    proofPasses()
    const newEmail = freshEmail('neuf')
    const asked = await call(person, 'POST', '/users/me/email/request', { newEmail, password: PASSWORD })
    expect(asked.status).toBe(200)
    const { person: owner, app } = await withTotp()
    proofPasses()
    expect((await call(owner, 'POST', '/auth/totp/disable', { code: appCode(app) })).status).toBe(200)
  })

  it('may be left out, when it was proved', async () => {
    const person = await freshlySignedIn()
    expect((await call(person, 'POST', '/users/me/email/request', { newEmail: freshEmail() })).status).toBe(200)
    expect((await call(person, 'POST', '/users/me/delete', {})).status).toBe(200)
    expect((await call(guest, 'POST', '/users/me/delete', {})).status).toBe(401)
  })
})
