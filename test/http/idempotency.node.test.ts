import { expect, it } from 'vitest'
import { canonical, isLasting } from '#http/idempotency.ts'
import { Failure } from '#kernel/failure.ts'

it('an answer is kept unless it may be another in a moment', () => {
  const kept = (failure: Failure) => isLasting(failure.status, failure)
  expect(isLasting(200, undefined)).toBe(true)
  expect(isLasting(201, undefined)).toBe(true)
  for (const code of ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN', 'VALIDATION_ERROR', 'GONE'] as const)
    expect(kept(new Failure(code)), code).toBe(true)
  for (const code of ['TOO_MANY_REQUESTS', 'INTERNAL_ERROR', 'GATEWAY_ERROR', 'GATEWAY_UNAVAILABLE'] as const)
    expect(kept(new Failure(code)), code).toBe(false)
  for (const reason of [
    'APPROVER_HELD',
    'REQUEST_IN_PROGRESS',
    'SHOP_CLOSED',
    'PAYMENT_IN_PROGRESS',
    'TOO_MANY_UNPAID',
    'WITHDRAWAL_HELD',
  ] as const)
    expect(kept(new Failure('CONFLICT', { reason })), reason).toBe(false)
  for (const reason of ['REAUTH_REQUIRED', 'MFA_REQUIRED'] as const)
    expect(kept(new Failure('FORBIDDEN', { reason })), reason).toBe(false)
  expect(kept(new Failure('CONFLICT', { reason: 'INSUFFICIENT_STOCK' }))).toBe(true)
  expect(isLasting(400, new Error('broken'))).toBe(false)
})

it('a body is the same whatever the order of its fields and its spaces, and another with other values', () => {
  const body = canonical('{"b":[1,{"d":null,"c":"x"}],"a":2}')
  expect(canonical('{ "a": 2, "b": [1, { "c": "x", "d": null }] }')).toBe(body)
  for (const other of ['{"a":2,"b":[{"c":"x","d":null},1]}', '{"a":"2","b":[1,{"c":"x","d":null}]}', '{"a":2}'])
    expect(canonical(other)).not.toBe(body)
  expect(canonical('{"a":')).toBe('{"a":')
})
