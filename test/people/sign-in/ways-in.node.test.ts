import { beforeEach, describe, expect, it } from 'vitest'
import { tokenText } from '#domain/core/codes/token.ts'
import type { Ctx } from '#domain/core/context.ts'
import { resetPassword } from '#domain/people/passwords/reset.ts'
import { updatePassword } from '#domain/people/passwords/update.ts'
import { loginPassword } from '#domain/people/sign-in/login-password.ts'
import { verifyOtp } from '#domain/people/sign-in/verify-otp.ts'
import { issuedCode, issuedToken } from '#testing/domain/codes.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { addProvenPeople, EMAIL } from '#testing/domain/market.ts'
import { NEW_PASSWORD, PASSWORD, setPasswords } from '#testing/domain/passwords.ts'
import { DEVICE } from '#testing/domain/sessions.ts'

// Another request commits between the read and the commit of a way in.

const domain = openDomain(addProvenPeople)
const { ctx } = domain

beforeEach(() => setPasswords(domain))

const sessions = () => domain.rows('SELECT id FROM sessions').length

const loginCode = () => issuedCode(ctx, { purpose: 'LOGIN', person: EMAIL, target: EMAIL })

const CHANGES = {
  'was blocked': `UPDATE users SET blocked_at = 1 WHERE id = 'buyer'`,
  'was deleted': `UPDATE users SET deleted_at = 1 WHERE id = 'buyer'`,
}

describe('an account that', () => {
  it.each([
    ...Object.entries(CHANGES),
    ['got another password', `UPDATE users SET password_hash = 'x' WHERE id = 'buyer'`],
  ])('%s meanwhile is not opened by a password', async (_, sql) => {
    const login = (at: Ctx) => loginPassword(at, { email: EMAIL, password: PASSWORD }, DEVICE)
    await expect(login(domain.meanwhile(sql))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(sessions()).toBe(0)
  })

  it.each([
    ...Object.entries(CHANGES),
    ['left the address', `UPDATE users SET email = 'x@soko.test' WHERE id = 'buyer'`],
  ])('%s meanwhile is not opened by a code', async (_, sql) => {
    const code = await loginCode()
    await expect(verifyOtp(domain.meanwhile(sql), { email: EMAIL, code }, DEVICE)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
    expect(sessions()).toBe(0)
  })

  it('was proved and got a password meanwhile keeps it when a code signs in', async () => {
    domain.run(`UPDATE users SET email_verified_at = NULL WHERE id = 'buyer'`)
    const code = await loginCode()
    const reset = `UPDATE users SET email_verified_at = 5, password_hash = 'new' WHERE id = 'buyer'`
    await verifyOtp(domain.meanwhile(reset), { email: EMAIL, code }, DEVICE)
    expect(domain.row(`SELECT email_verified_at, password_hash FROM users WHERE id = 'buyer'`)).toEqual({
      email_verified_at: 5,
      password_hash: 'new',
    })
  })

  it.each([
    ...Object.entries(CHANGES),
    ['left the address', `UPDATE users SET email = 'x@soko.test' WHERE id = 'buyer'`],
  ])('%s meanwhile is not given a password by a link', async (_, sql) => {
    const token = await issuedToken(ctx, {
      purpose: 'PASSWORD_RESET',
      userId: 'buyer',
      ttlMs: 1000,
      facts: { email: EMAIL },
    })
    const before = domain.row(`SELECT password_hash FROM users WHERE id = 'buyer'`)
    const reset = resetPassword(domain.meanwhile(sql), { token: tokenText(token), newPassword: NEW_PASSWORD })
    await expect(reset).rejects.toMatchObject({ code: 'GONE' })
    expect(domain.row(`SELECT password_hash FROM users WHERE id = 'buyer'`)).toEqual(before)
  })

  it('got another password meanwhile does not take the one of an update', async () => {
    const me = domain.as({ id: 'buyer', email: EMAIL })
    const change = `UPDATE users SET password_hash = 'x' WHERE id = 'buyer'`
    const input = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    await expect(updatePassword(domain.meanwhile(change, me), input)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(domain.row(`SELECT password_hash FROM users WHERE id = 'buyer'`)).toEqual({ password_hash: 'x' })
  })
})
