import { createExecutionContext } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '#kernel/roles.ts'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { app } from '#src/app.ts'
import { call, guest } from '#testing/api.ts'
import { logIn, PASSWORD, signUp } from '#testing/fixtures/people.ts'

afterEach(() => vi.useRealTimers())

async function session(role: Role) {
  const { email } = await signUp(role)
  const start = Date.now()
  let { refreshToken } = (await logIn(email)).data
  return async (elapsed: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: start + elapsed })
    const { status, data } = await call(guest, 'POST', '/auth/refresh-token', { refreshToken })
    if (status === 200) refreshToken = data.refreshToken
    return status
  }
}

describe('a session of the team', () => {
  it.each<Role>(['ADMIN', 'SUPPORT', 'ACCOUNTANT'])('ends an hour after its last use: %s', async (role) => {
    const refreshAt = await session(role)
    expect(await refreshAt(55 * MINUTE_MS)).toBe(200)
    expect(await refreshAt(110 * MINUTE_MS)).toBe(200)
    expect(await refreshAt(171 * MINUTE_MS)).toBe(401)
  })

  it('ends 12 hours after it began, however much it is used', async () => {
    const refreshAt = await session('SUPPORT')
    for (let at = 50 * MINUTE_MS; at < 12 * HOUR_MS; at += 50 * MINUTE_MS) expect(await refreshAt(at)).toBe(200)
    expect(await refreshAt(12 * HOUR_MS + MINUTE_MS)).toBe(401)
  })

  it('is shorter than that of a buyer', async () => {
    const refreshAt = await session('BUYER')
    expect(await refreshAt(24 * HOUR_MS)).toBe(200)
  })
})

describe('the refresh cookie', () => {
  it.each<[Role, number]>([
    ['ADMIN', 3600],
    ['BUYER', 30 * 86_400],
  ])('of %s lives %i seconds, at each refresh too', async (role, seconds) => {
    const { email } = await signUp(role)
    const headers = { origin: new URL(env.PUBLIC_BASE_URL).origin, 'content-type': 'application/json' }
    const ask = async (path: string, body: object, cookie = '') => {
      const request = { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify(body) }
      const answer = await exports.default.fetch(new Request(`${env.PUBLIC_BASE_URL}/api/v1${path}`, request))
      return answer.headers.getSetCookie().find((line) => line.startsWith('__Secure-refresh=')) ?? ''
    }
    const given = await ask('/auth/login/password', { email, password: PASSWORD })
    expect(given).toContain(`Max-Age=${seconds};`)
    expect(await ask('/auth/refresh-token', {}, given.split(';')[0])).toContain(`Max-Age=${seconds};`)
  })
})

describe('an operation of the team by cookie', () => {
  const vars = { ...env, ALLOWED_ORIGINS: `${new URL(env.PUBLIC_BASE_URL).origin},https://shop.example` }
  const ask = async (token: string, method: string, path: string, origin?: string) => {
    const request = new Request(`${env.PUBLIC_BASE_URL}/api/v1${path}`, {
      method,
      headers: {
        cookie: `__Host-access=${token}`,
        'content-type': 'application/json',
        ...(origin && { origin }),
      },
      ...(method === 'GET' ? {} : { body: '{}' }),
    })
    return (await app.fetch(request, vars as typeof env, createExecutionContext())).status
  }

  it('is taken from the office alone, whatever other origins are allowed', async () => {
    const { token } = await signUp('ADMIN')
    const office = new URL(env.PUBLIC_BASE_URL).origin
    expect(await ask(token, 'POST', '/plans', 'https://shop.example')).toBe(403)
    expect(await ask(token, 'POST', '/plans')).toBe(403)
    expect(await ask(token, 'POST', '/plans', office)).toBe(400)
    expect(await ask(token, 'GET', '/users', 'https://shop.example')).toBe(403)
    expect(await ask(token, 'GET', '/users', office)).toBe(200)
    expect(await ask(token, 'GET', '/users')).toBe(200)
    expect(await ask(token, 'GET', '/users/me', 'https://shop.example')).toBe(200)
  })
})
