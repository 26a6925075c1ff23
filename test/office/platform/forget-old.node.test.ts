import { expect, it, vi } from 'vitest'
import { forgetOld } from '#domain/office/platform/forget-old.ts'
import { platformIds } from '#kernel/ids.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

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

it('forgets messages 3 days after they were sent, those that failed after 30, and none that still waits', async () => {
  const message = { channel: 'EMAIL', recipient: 'a@soko.test', subject: 'x', body: '', next_at: NOW, created_at: 1 }
  const written = { oldest: NOW - 30 * DAY_MS - 1, old: NOW - 3 * DAY_MS - 1, fresh: NOW - 3 * DAY_MS }
  for (const [age, at] of Object.entries(written))
    for (const [kind, more] of Object.entries({
      sent: { status: 'SENT', sent_at: at },
      late: { status: 'SENT', sent_at: NOW },
      nobody: { status: 'FAILED', failure: 'NOBODY' },
      failed: { status: 'FAILED', failure: 'UNREACHABLE' },
      pending: { status: 'PENDING' },
    }))
      domain.add('outbox', { ...message, id: platformIds(at, 0).v7(), kind: `${age} ${kind}`, ...more })
  await forgetOld(domain.ctx)
  const left = domain.rows<{ kind: string }>('SELECT kind FROM outbox ORDER BY kind').map(({ kind }) => kind)
  const fresh = ['failed', 'late', 'nobody', 'pending', 'sent'].map((kind) => `fresh ${kind}`)
  expect(left).toEqual([...fresh, 'old failed', 'old late', 'old pending', 'oldest late', 'oldest pending'])
  const plan = domain.rows<{ detail: string }>(
    "EXPLAIN QUERY PLAN DELETE FROM outbox WHERE id < ? AND status <> 'PENDING'",
    '',
  )
  expect(plan[0]?.detail).toMatch(/^SEARCH outbox USING INDEX/)
})

it('forgets words that found nothing after 90 days', async () => {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  for (const word of ['riz', 'fonio'])
    for (const age of [0, 89, 91]) domain.add('search_misses', { day: dayOf(NOW - age * DAY_MS), word, count: 1 })
  await forgetOld(domain.ctx)
  const left = domain.rows<{ day: string }>('SELECT DISTINCT day FROM search_misses ORDER BY day DESC')
  expect(left.map(({ day }) => day)).toEqual([dayOf(NOW), dayOf(NOW - 89 * DAY_MS)])
})

it('forgets imports of products that are over after 30 days', async () => {
  addMarket(domain)
  const file = { shop_id: 'shop', seller_profile_id: 'sp', lines: 1, errors: '[]', created_at: NOW, updated_at: NOW }
  for (const [age, at] of Object.entries({ old: NOW - 30 * DAY_MS - 1, fresh: NOW - 30 * DAY_MS }))
    for (const status of age === 'old' ? ['DONE', 'REFUSED', 'RUNNING'] : ['DONE'])
      domain.add('product_imports', { ...file, id: platformIds(at, 0).v7(), status, cursor: age === 'old' ? 1 : 2 })
  await forgetOld(domain.ctx)
  const left = domain.rows<{ status: string; cursor: number }>('SELECT status, cursor FROM product_imports ORDER BY id')
  expect(left).toEqual([
    { status: 'RUNNING', cursor: 1 },
    { status: 'DONE', cursor: 2 },
  ])
})

it('forgets what was told in the app, and broadcasts that are over, after 60 days; the counts follow', async () => {
  domain.run('DELETE FROM users')
  domain.add('users', { id: 'u', name: 'u', email: 'u@soko.test', role: 'BUYER', created_at: NOW, updated_at: 1 })
  const told = { user_id: 'u', type: 'order.accepted', title: 't', body: 'b', data: '{}' }
  const sent = { title: 't', body: 'b', role: 'BUYER', recipients: 1, joined_at: 0, reached: '' }
  for (const [age, at] of Object.entries({ old: NOW - 60 * DAY_MS - 1, fresh: NOW - 60 * DAY_MS }))
    for (const isOver of [true, false]) {
      const id = platformIds(at, 0).v7()
      domain.add('notifications', { id, ...told, title: age, created_at: at, ...(isOver && { read_at: at }) })
      domain.add('broadcasts', {
        id,
        ...sent,
        title: `${age} ${isOver}`,
        created_at: at,
        ...(isOver && { done_at: at }),
      })
    }
  await forgetOld(domain.ctx)
  const titles = (table: string) => domain.rows<{ title: string }>(`SELECT title FROM ${table} ORDER BY id, title`)
  expect(titles('notifications').map(({ title }) => title)).toEqual(['fresh', 'fresh'])
  expect(new Set(titles('broadcasts').map(({ title }) => title))).toEqual(
    new Set(['old false', 'fresh true', 'fresh false']),
  )
  expect(domain.rows('SELECT total, unread FROM feeds')).toEqual([{ total: 2, unread: 1 }])
  domain.run('DELETE FROM broadcasts')
})

it('forgets sessions 30 days after their end, and unproved registrations after 7', async () => {
  domain.run('DELETE FROM users')
  const user = { role: 'BUYER', preferred_currency: 'USD', locale: 'fr', updated_at: 1 }
  const week = NOW - 7 * DAY_MS
  const people = {
    old: { created_at: week },
    fresh: { created_at: week + 1 },
    proved: { created_at: week, email_verified_at: 1 },
    entered: { created_at: week, last_login_at: 1 },
    deleted: { created_at: week, deleted_at: 1 },
  }
  for (const [id, how] of Object.entries(people))
    domain.add('users', { ...user, id, name: id, email: `${id}@soko.test`, ...how })
  domain.add('one_time_tokens', {
    id: 't',
    user_id: 'old',
    purpose: 'PASSWORD_RESET',
    secret_hash: 'x',
    expires_at: NOW,
    created_at: 1,
  })
  domain.add('recoveries', { id: 'r', user_id: 'old', expires_at: NOW, created_at: 1 })
  const month = NOW - 30 * DAY_MS
  const session = { user_id: 'proved', client_type: 'WEB', rotated_at: 1, created_at: 1, last_used_at: 1, ends_at: NOW }
  const sessions = {
    expired: { expires_at: month },
    revoked: { expires_at: NOW, revoked_at: month },
    'just expired': { expires_at: month + 1 },
    'just revoked': { expires_at: month + 2, revoked_at: month + 1 },
  }
  for (const [id, how] of Object.entries(sessions)) domain.add('sessions', { ...session, id, ...how })
  expect(await forgetOld(domain.ctx)).toBe(0)
  const idsOf = (table: string) =>
    domain.rows<{ id: string }>(`SELECT id FROM ${table} ORDER BY id`).map(({ id }) => id)
  expect(idsOf('users')).toEqual(['deleted', 'entered', 'fresh', 'proved'])
  expect(idsOf('sessions')).toEqual(['just expired', 'just revoked'])
})

it('forgets the other registrations where one cannot go', async () => {
  domain.run('DELETE FROM users')
  const user = { role: 'BUYER', preferred_currency: 'USD', locale: 'fr', updated_at: 1 }
  for (const [i, id] of ['stuck', 'old'].entries())
    domain.add('users', { ...user, id, name: id, email: `${id}@soko.test`, created_at: i })
  domain.add('identities', { user_id: 'stuck', provider: 'GOOGLE', subject: 's', email: 'e', linked_at: 1 })
  await forgetOld(domain.ctx)
  expect(domain.rows('SELECT id FROM users')).toEqual([{ id: 'stuck' }])
})

it('goes in steps of 500 rows, and one table that fails stops no other', async () => {
  for (let i = 0; i < 1200; i++) domain.add('attempts', { key: `k${i}`, count: 1, window_ends_at: 1 })
  domain.add('idempotency_keys', { scope: 'x', key: 'y', body_hash: 'x', created_at: 1 })
  domain.run("CREATE TRIGGER broken BEFORE DELETE ON codes BEGIN SELECT RAISE(ABORT, 'too large'); END")
  domain.add('codes', { purpose: 'LOGIN', person: 'p', target: 'p', code_hash: 'x', sent_at: 1, expires_at: 1 })
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await forgetOld(domain.ctx)).toBe(1)
  expect(told).toHaveBeenCalledTimes(1)
  told.mockRestore()
  expect(domain.rows('SELECT * FROM idempotency_keys')).toEqual([])
  expect(domain.rows('SELECT * FROM attempts')).toHaveLength(700)
  domain.run('DROP TRIGGER broken')
  await forgetOld(domain.ctx)
  expect(await forgetOld(domain.ctx)).toBe(0)
  expect(domain.rows('SELECT key FROM attempts')).toEqual([])
})

it('forgets lines for the webhook after 30 days, and how jobs went after a day and an hour', async () => {
  const line = { kind: 'INCIDENT', text: 'x', next_at: 1, created_at: 1 }
  for (const age of [30 * DAY_MS + 1, 30 * DAY_MS])
    domain.add('alerts', { id: platformIds(NOW - age, 0).v7(), ...line })
  const run = { job: 'x', runs: 1, failures: 0, worst_ms: 1, most_left: 0 }
  const edge = NOW - DAY_MS - HOUR_MS
  for (const quarter of [edge - 1, edge]) domain.add('heartbeat_quarters', { quarter, ...run })
  await forgetOld(domain.ctx)
  expect(domain.rows('SELECT id FROM alerts')).toHaveLength(1)
  expect(domain.rows('SELECT quarter FROM heartbeat_quarters')).toEqual([{ quarter: edge }])
})

it('fails once the others have come to their end, where one table cannot be tidied', async () => {
  for (let i = 0; i < 501; i++) domain.add('attempts', { key: `${i}`, count: 1, window_ends_at: 1 })
  domain.run('DROP TABLE search_misses')
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await forgetOld(domain.ctx)).toBe(1)
  await expect(forgetOld(domain.ctx)).rejects.toThrow()
  expect(domain.rows('SELECT 1 FROM attempts')).toEqual([])
  expect(error).toHaveBeenCalled()
})

it('leaves no live message of a session that is long over, though its person listens by another one', async () => {
  const person = { name: 'l', email: 'l@soko.test', role: 'BUYER', created_at: NOW, updated_at: 1 }
  domain.add('users', { id: 'listener', ...person })
  domain.add('live_listeners', { user_id: 'listener' })
  const at = NOW - 31 * DAY_MS
  const ended = { user_id: 'listener', client_type: 'MOBILE' }
  domain.add('sessions', {
    id: 'long-over',
    ...ended,
    created_at: at,
    rotated_at: at,
    last_used_at: at,
    expires_at: at,
    ends_at: at,
  })
  await forgetOld(domain.ctx)
  expect(domain.rows("SELECT id FROM sessions WHERE id = 'long-over'")).toEqual([])
  expect(domain.rows('SELECT user_id FROM live_notes')).toEqual([])
})
