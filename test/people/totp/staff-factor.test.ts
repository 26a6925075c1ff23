import { afterEach, describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { loginPasskey, registerPasskey } from '#testing/fixtures/passkeys.ts'
import { payoutBody, pendingPayout } from '#testing/fixtures/payouts.ts'
import { changeUser, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { loginCode, resetPassword, resetToken } from '#testing/fixtures/sign-in.ts'
import { appCode, enterWithTotp, nextStep, withTotp, wrongAppCode } from '#testing/fixtures/totp.ts'
import { clearFaults } from '#testing/sandbox.ts'
import { callWith, freshlySignedIn } from '#testing/stories/people.ts'
import { address, emptyBody, isAllowed, isPublic, operations } from '../../contract/operations.ts'

const REQUIRED = { STAFF_MFA: 'required' }
const strictly = (as: Person | null, method: string, path: string, body?: unknown) =>
  callWith(REQUIRED, as, method, path, body)
const MFA = { status: 403, error: { code: 'FORBIDDEN', reason: 'MFA_REQUIRED' } }
const STAFF = ['ADMIN', 'ACCOUNTANT', 'SUPPORT'] as const
/** Reads that only staff of that role may do. */
const OFFICE = { ADMIN: '/users', ACCOUNTANT: '/ledger/trial-balance', SUPPORT: '/users' } as const
const bearer = (token: string): Person => ({ token, id: '', email: '', role: 'ADMIN' })

afterEach(() => clearFaults())

describe('staff without an authenticator or a passkey, where STAFF_MFA is required', () => {
  it.each(STAFF)('do nothing in the office: %s', async (role) => {
    const person = await freshlySignedIn(role)
    expect(await strictly(person, 'GET', OFFICE[role])).toMatchObject(MFA)
  })

  it('send no money and change nobody', async () => {
    const [admin, somebody] = [await freshlySignedIn('ADMIN'), await signUp()]
    expect(await strictly(admin, 'POST', '/payouts/request-approval', payoutBody())).toMatchObject(MFA)
    expect(await strictly(admin, 'POST', `/users/${somebody.id}/block`, { reason: 'Abus' })).toMatchObject(MFA)
    expect(await strictly(admin, 'POST', `/users/${somebody.id}/role`, { role: 'ADMIN' })).toMatchObject(MFA)
    const { status } = await strictly(admin, 'POST', '/gatewayA/payouts/confirm', {
      pendingId: crypto.randomUUID(),
      code: '123456',
    })
    expect(status).toBe(403)
  })

  /** Paths that are theirs as anybody's: how they sign in, and who they are. */
  const isOwn = (path: string) => /^\/(auth|users\/me|users\/phone)(\/|$)/.test(path)

  it.each(STAFF)(
    'are refused by every operation of their role that is not about their own account: %s',
    async (role) => {
      const person = await freshlySignedIn(role)
      const work = operations.filter((each) => !isPublic(each) && isAllowed(each, role) && !isOwn(address(each)))
      expect(work.length).toBeGreaterThan(40)
      const open: string[] = []
      for (const each of work) {
        const { status, error } = await strictly(person, each.method, address(each), emptyBody(each))
        if (status !== 403 || error?.reason !== 'MFA_REQUIRED') open.push(`${each.name}: ${status} ${error?.reason}`)
      }
      expect(open).toEqual([])
    },
  )

  it('reach their own account, where they set one up, and work from then on', async () => {
    const admin = await freshlySignedIn('ADMIN')
    for (const path of ['/auth/me', '/users/me', '/auth/sessions', '/auth/passkey'])
      expect([path, (await strictly(admin, 'GET', path)).status]).toEqual([path, 200])
    const device = await newAuthenticator()
    const { challengeId, options } = (await strictly(admin, 'POST', '/auth/passkey/register/options')).data
    const body = { challengeId, response: await device.create(options) }
    expect((await strictly(admin, 'POST', '/auth/passkey/register/verify', body)).status).toBe(201)
    const { accessToken } = (await loginPasskey(device)).data
    expect((await strictly(bearer(accessToken), 'GET', '/users')).status).toBe(200)
  })
})

describe('staff with one', () => {
  it('work after a sign-in with the authenticator', async () => {
    for (const role of STAFF) {
      const { person, backupCodes, app } = await withTotp(role)
      expect(backupCodes).toHaveLength(10)
      const { data } = await enterWithTotp(person.email, { code: appCode(app) })
      expect((await strictly(bearer(data.accessToken), 'GET', OFFICE[role])).status).toBe(200)
    }
  })

  it('are let in by no mailed code alone', async () => {
    const plain = await signUp('ADMIN')
    const keyed = await freshlySignedIn('ADMIN')
    await registerPasskey(keyed, await newAuthenticator())
    const { person: withApp } = await withTotp('ADMIN')
    for (const { email } of [plain, keyed, withApp]) {
      const code = await loginCode(email)
      const answer = await strictly(guest, 'POST', '/auth/login/verify-otp', { email, code })
      const token = answer.data?.accessToken
      if (token) expect(await strictly(bearer(token), 'GET', '/users')).toMatchObject(MFA)
      if (email === withApp.email) expect(token).toBeUndefined()
    }
  })

  it('are not let in by a reset of the password: the mailbox is not all of ADMIN', async () => {
    const keyed = await freshlySignedIn('ADMIN')
    await registerPasskey(keyed, await newAuthenticator())
    const { person: withApp } = await withTotp('ADMIN')
    for (const { email } of [keyed, withApp]) {
      await resetPassword(await resetToken(email))
      const { data } = await strictly(guest, 'POST', '/auth/login/password', { email, password: NEW_PASSWORD })
      if (data?.accessToken) {
        const thief = bearer(data.accessToken)
        expect(await strictly(thief, 'GET', '/users')).toMatchObject({ status: 403 })
        // The mailbox gives them no factor of their own either.
        expect((await strictly(thief, 'POST', '/auth/passkey/register/options')).status).toBe(403)
        expect((await strictly(thief, 'POST', '/auth/totp/setup')).status).toBe(403)
      }
    }
  })

  it('lose the office with their last factor', async () => {
    const { person, app } = await withTotp('ADMIN')
    const { data } = await enterWithTotp(person.email, { code: appCode(app) })
    const admin = bearer(data.accessToken)
    nextStep()
    const off = await strictly(admin, 'POST', '/auth/totp/disable', { code: appCode(app) })
    if (off.status === 200) expect(await strictly(admin, 'GET', '/users')).toMatchObject(MFA)
    else expect(off.status).toBeGreaterThanOrEqual(400)
  })
})

describe('somebody who becomes staff', () => {
  it('needs a factor too', async () => {
    const person = await signUp('BUYER')
    await changeUser(person.id, "role = 'SUPPORT'")
    const { data } = await strictly(guest, 'POST', '/auth/login/password', { email: person.email, password: PASSWORD })
    expect(await strictly(bearer(data.accessToken), 'GET', '/users')).toMatchObject(MFA)
  })
})

describe('where STAFF_MFA is optional', () => {
  it('staff work without one, and buyers never need one', async () => {
    expect((await call(await freshlySignedIn('ADMIN'), 'GET', '/users')).status).toBe(200)
    const buyer = await freshlySignedIn('BUYER')
    expect((await strictly(buyer, 'GET', '/orders/me')).status).toBe(200)
  })
})

describe('a payout', () => {
  const confirm = (as: Person, body: object) => call(as, 'POST', '/gatewayA/payouts/confirm', body)

  it('is confirmed by its code with the authenticator’s beside it', async () => {
    const { person, app } = await withTotp('ADMIN')
    const { pendingId, code } = await pendingPayout(person, payoutBody())
    nextStep()
    expect((await confirm(person, { pendingId, code, totp: wrongAppCode(app) })).status).toBe(401)
    expect((await confirm(person, { pendingId, code, totp: appCode(app) })).status).toBe(201)
  })

  it('is not confirmed by the authenticator instead of it', async () => {
    const { person, app } = await withTotp('ADMIN')
    const { pendingId } = await pendingPayout(person, payoutBody())
    nextStep()
    expect((await confirm(person, { pendingId, totp: appCode(app) })).status).toBe(400)
  })
})
