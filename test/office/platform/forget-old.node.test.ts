import { expect, it } from 'vitest'
import { forgetOld } from '../../../src/domain/office/platform/forget-old.ts'
import { platformIds } from '../../../src/kernel/ids.ts'
import { DAY_MS } from '../../../src/kernel/time.ts'
import { NOW, openDomain } from '../../in-node/domain.ts'

const domain = openDomain()

it('forgets codes, tokens, recoveries and counted tries a day after they ended, and no sooner', async () => {
  const ends = { old: NOW - DAY_MS, fresh: NOW - DAY_MS + 1 }
  for (const [id, expires_at] of Object.entries(ends)) {
    domain.add('codes', { purpose: 'LOGIN', person: id, target: id, code_hash: 'x', sent_at: 1, expires_at })
    const token = { id, purpose: 'PASSWORD_RESET', secret_hash: 'x', expires_at, created_at: 1 }
    domain.add('one_time_tokens', token)
    domain.add('recoveries', { id, expires_at, created_at: 1 })
    domain.add('attempts', { key: id, count: 1, window_ends_at: expires_at })
  }
  await forgetOld(domain.ctx)
  const left = ['codes:person', 'one_time_tokens:id', 'recoveries:id', 'attempts:key'].map((place) => {
    const [table, name] = place.split(':')
    return domain.rows(`SELECT ${name} AS id FROM ${table}`)
  })
  expect(left).toEqual(Array(4).fill([{ id: 'fresh' }]))
})

it('forgets messages 30 days after they were written, and none that still waits', async () => {
  const message = { channel: 'EMAIL', recipient: 'a@soko.test', subject: 'x', body: '', next_at: NOW, created_at: 1 }
  const written = { old: NOW - 30 * DAY_MS - 1, fresh: NOW - 30 * DAY_MS }
  for (const [age, at] of Object.entries(written))
    for (const status of ['SENT', 'FAILED', 'PENDING'])
      domain.add('outbox', { ...message, id: platformIds(at).v7(), kind: `${age} ${status}`, status })
  await forgetOld(domain.ctx)
  const left = domain.rows<{ kind: string }>('SELECT kind FROM outbox ORDER BY kind').map(({ kind }) => kind)
  expect(left).toEqual(['fresh FAILED', 'fresh PENDING', 'fresh SENT', 'old PENDING'])
  const plan = domain.rows<{ detail: string }>(
    "EXPLAIN QUERY PLAN DELETE FROM outbox WHERE id < ? AND status <> 'PENDING'",
    '',
  )
  expect(plan[0]?.detail).toMatch(/^SEARCH outbox USING INDEX/)
})
