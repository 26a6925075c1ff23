import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { freshEmail, freshPhone } from '#testing/fixtures/inputs.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { codeFor } from '#testing/sandbox.ts'

/** All that is kept of a person and their sign-ins, with a word for what is of one person or moment. */
async function keptOf(id: string) {
  const tables = { users: 'id', sessions: 'user_id' }
  const found = await env.DB.batch<Record<string, unknown>>(
    Object.entries(tables).map(([table, owner]) =>
      env.DB.prepare(`SELECT * FROM ${table} WHERE ${owner} = ? ORDER BY rowid`).bind(id),
    ),
  )
  const own = /^(id|user_id|email|password_hash)$|_at$/
  return found.map(({ results }) =>
    results.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, own.test(name) && value !== null ? 'own' : value]),
      ),
    ),
  )
}

describe('an account', () => {
  it.each(['BUYER', 'SELLER', 'RIDER'] as const)('of a %s is created, verified by mail, and signs in', async (role) => {
    const [email, phone] = [freshEmail(), freshPhone()]
    const account = { name: `Test ${role}`, email, password: PASSWORD, role, phone }
    const created = await call(guest, 'POST', '/auth/create-account', account)
    expect(created.status).toBe(201)
    expect(created.data.user).toMatchObject({ email, isEmailVerified: false, role, phone, isPhoneVerified: false })
    const early = await call(guest, 'POST', '/auth/login/password', { email, password: PASSWORD })
    expect(early).toMatchObject({ status: 401, error: { reason: 'INVALID_CREDENTIALS' } })
    const verified = await call(guest, 'POST', '/auth/verify-email', { email, code: await codeFor(email) })
    expect(verified.data.user.isEmailVerified).toBe(true)
    const login = await call(guest, 'POST', '/auth/login/password', { email, password: PASSWORD })
    expect(login.data.expiresIn).toBe(900)
    const me = await call({ token: login.data.accessToken, id: '', email, role }, 'GET', '/auth/me')
    expect(me.data).toMatchObject({ email, role })
    expect(me.headers.get('x-d1-round-trips')).toBe('1')
    // Every other test begins with what joining leaves behind.
    const quick = await signUp(role, { phone })
    expect(await keptOf(quick.id)).toEqual(await keptOf(me.data.id))
  })
})
