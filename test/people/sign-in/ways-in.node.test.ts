import { beforeEach, describe, expect, it } from 'vitest'
import { issueCode } from '../../../src/domain/core/codes/issue.ts'
import { issueToken, tokenText } from '../../../src/domain/core/codes/token.ts'
import { commit } from '../../../src/domain/core/commit.ts'
import type { Ctx } from '../../../src/domain/core/context.ts'
import { hashPassword } from '../../../src/domain/people/passwords/hash.ts'
import { resetPassword } from '../../../src/domain/people/passwords/reset.ts'
import { updatePassword } from '../../../src/domain/people/passwords/update.ts'
import { loginPassword } from '../../../src/domain/people/sign-in/login-password.ts'
import { verifyOtp } from '../../../src/domain/people/sign-in/verify-otp.ts'
import { openDomain } from '../../in-node/domain.ts'
import { addMarket } from '../../in-node/people.ts'

// What another request commits between the read and the commit of a way in.

const domain = openDomain(addMarket)
const { ctx } = domain
const PASSWORD = 'Test-2026-marche'
const EMAIL = 'buyer@soko.test'
const device = { clientType: 'MOBILE', deviceName: 'Un téléphone', ipAddress: null } as const

beforeEach(async () => {
  const hash = await hashPassword(ctx, PASSWORD)
  domain.run(`UPDATE users SET password_hash = ?, email_verified_at = 1 WHERE id = 'buyer'`, hash)
})

const sessions = () => domain.rows('SELECT id FROM sessions').length

async function loginCode() {
  const { code, writes } = await issueCode(ctx, { purpose: 'LOGIN', person: EMAIL, target: EMAIL })
  await commit(ctx, writes)
  return code
}

const CHANGES = {
  'was blocked': `UPDATE users SET blocked_at = 1 WHERE id = 'buyer'`,
  'was deleted': `UPDATE users SET deleted_at = 1 WHERE id = 'buyer'`,
}

describe('an account that', () => {
  it.each([
    ...Object.entries(CHANGES),
    ['got another password', `UPDATE users SET password_hash = 'x' WHERE id = 'buyer'`],
  ])('%s meanwhile is not opened by a password', async (_, sql) => {
    const login = (at: Ctx) => loginPassword(at, { email: EMAIL, password: PASSWORD }, device)
    await expect(login(domain.meanwhile(sql))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(sessions()).toBe(0)
  })

  it.each([
    ...Object.entries(CHANGES),
    ['left the address', `UPDATE users SET email = 'x@soko.test' WHERE id = 'buyer'`],
  ])('%s meanwhile is not opened by a code', async (_, sql) => {
    const code = await loginCode()
    await expect(verifyOtp(domain.meanwhile(sql), { email: EMAIL, code }, device)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
    expect(sessions()).toBe(0)
  })

  it('was proved and got a password meanwhile keeps it when a code signs in', async () => {
    domain.run(`UPDATE users SET email_verified_at = NULL WHERE id = 'buyer'`)
    const code = await loginCode()
    const reset = `UPDATE users SET email_verified_at = 5, password_hash = 'new' WHERE id = 'buyer'`
    await verifyOtp(domain.meanwhile(reset), { email: EMAIL, code }, device)
    expect(domain.row(`SELECT email_verified_at, password_hash FROM users WHERE id = 'buyer'`)).toEqual({
      email_verified_at: 5,
      password_hash: 'new',
    })
  })

  it.each([
    ...Object.entries(CHANGES),
    ['left the address', `UPDATE users SET email = 'x@soko.test' WHERE id = 'buyer'`],
  ])('%s meanwhile is not given a password by a link', async (_, sql) => {
    const token = await issueToken(ctx, {
      purpose: 'PASSWORD_RESET',
      userId: 'buyer',
      ttlMs: 1000,
      facts: { email: EMAIL },
    })
    await commit(ctx, token.writes)
    const before = domain.row(`SELECT password_hash FROM users WHERE id = 'buyer'`)
    const reset = resetPassword(domain.meanwhile(sql), { token: tokenText(token), newPassword: 'Un-tout-autre-mot-7' })
    await expect(reset).rejects.toMatchObject({ code: 'GONE' })
    expect(domain.row(`SELECT password_hash FROM users WHERE id = 'buyer'`)).toEqual(before)
  })

  it('got another password meanwhile does not take the one of an update', async () => {
    const me = domain.as({ id: 'buyer', email: EMAIL })
    const change = `UPDATE users SET password_hash = 'x' WHERE id = 'buyer'`
    const input = { currentPassword: PASSWORD, newPassword: 'Un-tout-autre-mot-7' }
    await expect(updatePassword(domain.meanwhile(change, me), input)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(domain.row(`SELECT password_hash FROM users WHERE id = 'buyer'`)).toEqual({ password_hash: 'x' })
  })
})
