import { afterEach, beforeEach, expect, it } from 'vitest'
import { forgetOld } from '../../../src/domain/platform/forget-old.ts'
import { DAY_MS } from '../../../src/kernel/time.ts'
import { NOW, openGround } from './ground.ts'

const ground = openGround()
beforeEach(() => ground.begin())
afterEach(() => ground.forget())

it('forgets codes, tokens, recoveries and counted tries a day after they ended, and no sooner', async () => {
  const ends = { old: NOW - DAY_MS, fresh: NOW - DAY_MS + 1 }
  for (const [id, expires_at] of Object.entries(ends)) {
    ground.add('codes', { purpose: 'LOGIN', person: id, target: id, code_hash: 'x', sent_at: 1, expires_at })
    const token = { id, purpose: 'PASSWORD_RESET', secret_hash: 'x', expires_at, created_at: 1 }
    ground.add('one_time_tokens', token)
    ground.add('recoveries', { id, expires_at, created_at: 1 })
    ground.add('attempts', { key: id, count: 1, window_ends_at: expires_at })
  }
  await forgetOld(ground.ctx)
  const left = ['codes:person', 'one_time_tokens:id', 'recoveries:id', 'attempts:key'].map((place) => {
    const [table, name] = place.split(':')
    return ground.rows(`SELECT ${name} AS id FROM ${table}`)
  })
  expect(left).toEqual(Array(4).fill([{ id: 'fresh' }]))
})
