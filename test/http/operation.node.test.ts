import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { isAtDoor, isOwnAccount, type Operation, operationFrom, takesKey } from '#http/operation.ts'
import { refusalsOf, statusesOf } from '#http/refusals.ts'
import { RouteTable } from '#http/route-table.ts'
import type { Failure, Refusal } from '#kernel/failure.ts'

// Refusals of an operation because of its kind, and its limits: docs/conventions.md and docs/limits.md.

const base = { id: 'op', summary: 'Op', doc: 'Op.', reasons: [], ok: z.object({}) } as const
const operation = (more: Partial<Operation>): Operation => ({
  ...base,
  roles: 'signedIn',
  tier: 'authenticated',
  ...more,
})
const refusals = (method: string, path: string, more: Partial<Operation> = {}) =>
  refusalsOf({ method, path, operation: operation(more) }).toSorted()
const always: Refusal[] = ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS', 'VALIDATION_ERROR']
const uncounted: Refusal[] = ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', 'VALIDATION_ERROR']
const signedIn: Refusal[] = ['ACCOUNT_BLOCKED', 'TOKEN_EXPIRED', 'UNAUTHORIZED']
const all = (...some: (Refusal | Refusal[])[]) => some.flat().toSorted()

describe('an operation may refuse', () => {
  it('what guests read: what any operation refuses', () => {
    expect(refusals('GET', '/api/v1/plans', { roles: 'public' })).toEqual(all(always))
    expect(refusals('GET', '/api/v1/plans/:id', { roles: 'public', param: z.object({}) })).toEqual(
      all(always, 'NOT_FOUND'),
    )
    expect(refusals('GET', '/api/v1/products', { roles: 'public', tier: null })).toEqual(uncounted)
  })

  it('what somebody signed in reads: that they are not, or are one of the team without a second factor, or outside the office', () => {
    expect(refusals('GET', '/api/v1/orders')).toEqual(all(always, signedIn, 'CSRF', 'MFA_REQUIRED'))
    expect(refusals('GET', '/api/v1/users/me')).toEqual(all(always, signedIn))
    expect(refusals('GET', '/api/v1/cart', { roles: ['BUYER'] })).toEqual(all(always, signedIn, 'FORBIDDEN'))
    expect(refusals('GET', '/api/v1/users', { roles: ['BUYER', 'ADMIN'] })).toEqual(
      all(always, signedIn, 'FORBIDDEN', 'CSRF', 'MFA_REQUIRED'),
    )
  })

  const write: Refusal[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']
  it('a write: its size and type, and a page that is not ours', () => {
    expect(refusals('PUT', '/api/v1/cart')).toEqual(
      all(always, signedIn, write, 'CSRF', 'MFA_REQUIRED', 'REQUEST_IN_PROGRESS'),
    )
    expect(refusals('POST', '/api/v1/cart')).toEqual(
      all(always, signedIn, write, 'CSRF', 'MFA_REQUIRED', 'REQUEST_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'),
    )
    expect(refusals('POST', '/api/v1/auth/logout')).toEqual(all(always, signedIn, write, 'CSRF', 'REQUEST_IN_PROGRESS'))
  })

  it('a guest’s write: its size and type; a challenge where something can be guessed, sent or created', () => {
    expect(refusals('POST', '/api/v1/auth/x', { roles: 'public', tier: 'session' })).toEqual(all(always, write))
    for (const tier of ['credential', 'request', 'creation'] as const) {
      expect(refusals('POST', '/api/v1/auth/x', { roles: 'public', tier })).toEqual(
        all(always, write, 'CHALLENGE_REQUIRED'),
      )
      expect(isAtDoor(operation({ roles: 'public', tier }))).toBe(true)
      expect(isAtDoor(operation({ tier }))).toBe(false)
      expect(refusals('POST', '/api/v1/auth/x', { tier })).not.toContain('CHALLENGE_REQUIRED')
    }
    expect(refusals('POST', '/api/v1/gatewayA/callbacks', { roles: 'public', rawBody: true })).toEqual(
      all(always, 'PAYLOAD_TOO_LARGE'),
    )
  })

  it('a password: that too many are being hashed', () => {
    const has = (field: string) =>
      refusals('POST', '/x', { json: z.object({ [field]: z.string() }) }).includes('GATEWAY_UNAVAILABLE')
    expect(['password', 'newPassword', 'currentPassword'].map(has)).toEqual([true, true, true])
    expect(['passwordHint', 'name'].map(has)).toEqual([false, false])
    expect(refusals('POST', '/x', { json: z.union([z.object({ password: z.string() }), z.string()]) })).not.toContain(
      'GATEWAY_UNAVAILABLE',
    )
    const beside = z.object({ name: z.string(), password: z.string() })
    expect(refusals('POST', '/x', { json: beside })).toContain('GATEWAY_UNAVAILABLE')
  })

  it('what it says itself, each once', () => {
    const found = refusals('GET', '/x/:id', { param: z.object({}), reasons: ['NOT_FOUND', 'IN_USE'] })
    expect(found).toContain('IN_USE')
    expect(found.filter((one) => one === 'NOT_FOUND')).toHaveLength(1)
    expect(statusesOf(['IN_USE', 'NOT_FOUND', 'VALIDATION_ERROR', 'CONFLICT'])).toEqual([400, 404, 409])
  })
})

describe('an operation says', () => {
  it('its tier, or has the one of its kind', () => {
    const tierOf = (more: Partial<Operation>) => operationFrom({ ...base, roles: 'signedIn', ...more }).tier
    expect(tierOf({})).toBe('authenticated')
    expect(tierOf({ roles: ['BUYER'], json: z.object({}) })).toBe('authenticated')
    expect(tierOf({ roles: 'public' })).toBe('public')
    expect(tierOf({ tier: 'session' })).toBe('session')
    for (const cache of ['shared', 'forever'] as const) expect(tierOf({ roles: 'public', cache })).toBeNull()
    expect(tierOf({ roles: 'public', tier: null })).toBeNull()
  })

  it('which tier it has if guests write, and whose account they try', () => {
    for (const body of [{ json: z.object({}) }, { form: z.object({}) }, { rawBody: true }])
      expect(() => operationFrom({ ...base, roles: 'public', ...body })).toThrow('op lets guests write')
    const triesAt = () => operationFrom({ ...base, roles: 'public', tier: 'credential' })
    expect(triesAt).toThrow('op does not say whose account is tried')
    expect(operationFrom({ ...base, roles: 'public', tier: 'credential', triesAt: 'email' }).triesAt).toBe('email')
    expect(operationFrom({ ...base, roles: 'signedIn', tier: 'credential' }).tier).toBe('credential')
    expect(operationFrom({ ...base, roles: 'public', tier: 'request' }).tier).toBe('request')
  })

  it('whether an Idempotency-Key counts: a POST of somebody signed in, but to sign in', () => {
    expect(takesKey('POST', '/api/v1/orders', operation({}))).toBe(true)
    expect(takesKey('POST', '/api/v1/orders/auth/', operation({}))).toBe(true)
    expect(takesKey('PUT', '/api/v1/orders', operation({}))).toBe(false)
    expect(takesKey('POST', '/api/v1/orders', operation({ roles: 'public' }))).toBe(false)
    expect(takesKey('POST', '/api/v1/auth/totp/setup', operation({}))).toBe(false)
  })

  it.each([
    ['/api/v1/auth', true],
    ['/api/v1/auth/totp/setup', true],
    ['/api/v1/users/me', true],
    ['/api/v1/users/me/delete', true],
    ['/api/v1/users/phone', true],
    ['/api/v1/users/phone/verify', true],
    ['/api/v1/users', false],
    ['/api/v1/users/member', false],
    ['/api/v1/users/1', false],
    ['/api/v1/orders/api/v1/auth/', false],
    ['/api/v1/authors', false],
  ])('whether it is about one’s own account: %s %s', (path, isOwn) => {
    expect(isOwnAccount(path)).toBe(isOwn)
  })
})

describe('a path', () => {
  const table = new RouteTable([
    { method: 'GET', path: '/orders/:id' },
    { method: 'POST', path: '/orders/me' },
    { method: 'GET', path: '/orders/:id/items/:item' },
    { method: 'PUT', path: '/orders/me/items' },
    { method: 'GET', path: '/plans' },
    { method: 'DELETE', path: '/plans' },
  ])
  const check = (method: string, path: string) => {
    try {
      table.check(method, path)
      return null
    } catch (error) {
      const { code, allow } = error as Failure
      return allow ? `${code} ${allow.join(' ')}` : code
    }
  }

  it.each([
    ['GET', '/orders/1', null],
    ['HEAD', '/orders/1', null],
    ['POST', '/orders/me', null],
    ['GET', '/orders/me', 'METHOD_NOT_ALLOWED POST OPTIONS'],
    ['HEAD', '/orders/me', 'METHOD_NOT_ALLOWED POST OPTIONS'],
    ['PUT', '/orders/me/items', null],
    // The literal path ends here; the one with parameters goes on.
    ['GET', '/orders/me/items/2', null],
    ['POST', '/plans', 'METHOD_NOT_ALLOWED GET DELETE HEAD OPTIONS'],
    ['GET', '/plans', null],
    ['GET', '/plans/1', 'NOT_FOUND'],
    ['GET', '/orders', 'NOT_FOUND'],
    ['GET', '/orders/', 'NOT_FOUND'],
    ['GET', '/orders/1/items', 'NOT_FOUND'],
    ['GET', '/orders/1/items/', 'NOT_FOUND'],
    ['GET', '/', 'NOT_FOUND'],
    ['GET', '/:id', 'NOT_FOUND'],
  ])('%s %s: %s', (method, path, answer) => {
    expect(check(method, path)).toBe(answer)
  })

  it('that is unknown is told as such', () => {
    expect(() => table.check('GET', '/nope')).toThrow("Cette adresse n'existe pas.")
  })
})
