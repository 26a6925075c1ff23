import { describe, expect, it } from 'vitest'
import { call, freshEmail, guest, PASSWORD, signUp } from '../api.ts'
import { codeFor } from '../sandbox.ts'

describe('an account', () => {
  it('is created, verified with the code of the mail, and signs in', async () => {
    const email = freshEmail()
    const created = await call(guest, 'POST', '/auth/create-account', {
      name: 'Aline',
      email,
      password: PASSWORD,
      role: 'BUYER',
    })
    expect(created.status).toBe(201)
    expect(created.data.user).toMatchObject({ email, isEmailVerified: false, role: 'BUYER' })
    const early = await call(guest, 'POST', '/auth/login/password', { email, password: PASSWORD })
    expect(early).toMatchObject({ status: 403, error: { reason: 'EMAIL_NOT_VERIFIED' } })
    const verified = await call(guest, 'POST', '/auth/verify-email', { email, code: await codeFor(email) })
    expect(verified.data.user.isEmailVerified).toBe(true)
    const login = await call(guest, 'POST', '/auth/login/password', { email, password: PASSWORD })
    expect(login.data.expiresIn).toBe(900)
    const me = await call({ token: login.data.accessToken, id: '', email, role: 'BUYER' }, 'GET', '/auth/me')
    expect(me.data.email).toBe(email)
    expect(me.headers.get('x-d1-round-trips')).toBe('2')
  })

  it('is refused the next request after it signed out', async () => {
    const buyer = await signUp()
    expect((await call(buyer, 'POST', '/auth/logout')).data).toEqual({ loggedOut: true })
    expect(await call(buyer, 'GET', '/auth/me')).toMatchObject({ status: 401, error: { reason: 'TOKEN_EXPIRED' } })
  })
})
