import { createExecutionContext } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '#kernel/roles.ts'
import { app } from '#src/app.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'

afterEach(() => vi.useRealTimers())

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
