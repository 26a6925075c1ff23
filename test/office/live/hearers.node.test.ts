import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { commit } from '#domain/core/commit.ts'
import { newSenders } from '#domain/core/context.ts'
import { Broadcast, broadcast } from '#domain/office/notifications/broadcast.ts'
import { runBroadcast } from '#domain/office/notifications/run-broadcast.ts'
import { waitingFor } from '#domain/orders/delivery/waiting.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { addAdmin, addMarket } from '#testing/domain/market.ts'
import { addPaidOrder } from '#testing/domain/orders.ts'
import { randomOf } from '#testing/random.ts'

// docs/live.md: who hears of a commit, and how many at most.

const domain = openDomain((made) => {
  addMarket(made)
  addAdmin(made)
})
const { ctx, rows, run, add, laters, liveCalls } = domain

/** All that is to be done after the answers. */
const finish = async () => {
  for (const work of laters.splice(0)) await work()
}
const listen = (...people: string[]) => {
  for (const id of people)
    run('INSERT INTO live_listeners SELECT ?1, (SELECT r.id FROM riders r WHERE r.user_id = ?1)', id)
}
const USER = { name: 'P', role: 'BUYER', created_at: 1, updated_at: 1 }
const addUser = (id: string) => add('users', { ...USER, id, email: `${id}@soko.test` })
const addZone = (id: string) =>
  run(`INSERT INTO delivery_zones SELECT ?1, ?1, 'CD', 'x', 'x', 0, 0, 1, 1, 'USD', 1, 1, ?1, NULL`, id)
function addRider(id: string, facts: object): void {
  addUser(id)
  const rider = {
    id: `r-${id}`,
    user_id: id,
    status: 'ACTIVE',
    availability: 'ONLINE',
    vehicle_type: 'MOTO',
    zones: '[]',
  }
  add('riders', { ...rider, created_at: 1, updated_at: 1, ...facts })
  listen(id)
}
let jobs = 0
function addJob(facts: object = {}): string {
  const n = ++jobs
  addPaidOrder(domain, { id: `o${n}`, status: 'READY_FOR_PICKUP' })
  const ends = { pickup: '{}', dropoff: '{}', fee_minor: 1, rider_earning_minor: 1, currency: 'USD' }
  run('DELETE FROM live_notes')
  add('deliveries', {
    id: `d${n}`,
    order_id: `o${n}`,
    status: 'UNASSIGNED',
    ...ends,
    created_at: n,
    updated_at: n,
    ...facts,
  })
  return `d${n}`
}
const heard = (type: string) =>
  rows<{ userId: string }>(
    `SELECT user_id AS userId FROM live_notes WHERE message ->> 'type' = ? ORDER BY place`,
    type,
  ).map(({ userId }) => userId)

describe('riders', () => {
  it('hear of a job if and only if their list of waiting jobs has it', async () => {
    const random = randomOf(853)
    for (const zone of ['za', 'zb']) addZone(zone)
    const place = () => (random.chance(0.2) ? {} : { lat: -2.5 + random.next() / 3, lng: 28.8 + random.next() / 3 })
    const riders = Array.from({ length: 60 }, (_, i) => `p${i}`)
    for (const id of riders)
      addRider(id, {
        zones: random.pick(['[]', '[]', '["za"]', '["za","zb"]']),
        availability: random.chance(0.85) ? 'ONLINE' : 'OFFLINE',
        status: random.chance(0.9) ? 'ACTIVE' : 'SUSPENDED',
        active_jobs: random.pick([0, 0, 1, 2, 3]),
        ...place(),
      })
    // Riders who are not ACTIVE are refused the whole list.
    const active = rows<{ userId: string; id: string }>(
      `SELECT user_id AS userId, id FROM riders WHERE status = 'ACTIVE'`,
    )
    let told = 0
    for (let i = 0; i < 40; i++) {
      const job = addJob({ zone_id: random.pick([null, null, 'za', 'zb']), ...place() })
      const seeing = []
      for (const { userId, id } of active) {
        const list = await ctx.db.all<{ id: string }>(waitingFor(id, undefined))
        if (userId !== 'rider' && list.some((each) => each.id === job)) seeing.push(userId)
      }
      expect(heard('job').sort(), job).toEqual(seeing.sort())
      told += seeing.length
      run(`UPDATE deliveries SET status = 'CANCELLED', version = 2 WHERE id = ?`, job)
      expect(heard('jobGone').sort(), job).toEqual(seeing)
    }
    expect(told).toBeGreaterThan(400)
  })

  it('are a hundred at most for one job, the nearest first', () => {
    for (let i = 0; i < 130; i++) addRider(`p${i}`, { lat: -2.5 + (130 - i) / 2000, lng: 28.8 })
    addJob({ lat: -2.5, lng: 28.8 })
    expect(heard('job')).toEqual(Array.from({ length: 100 }, (_, i) => `p${129 - i}`))
  })
})

describe('a commit', () => {
  it('of which nobody hears leaves nothing to do, and makes no trip', async () => {
    const batches: number[] = []
    const db = Object.create(ctx.db) as typeof ctx.db
    db.batch = ((all: never[]) => {
      batches.push(all.length)
      return ctx.db.batch(all as never)
    }) as unknown as typeof db.batch
    await commit({ ...ctx, db }, [ctx.db.run(sql`UPDATE users SET name = 'Q' WHERE id = 'buyer'`)])
    expect([batches, laters.length, liveCalls]).toEqual([[2], 0, []])
  })

  it('wakes each person once, after the answer, and none of it is kept', async () => {
    listen('buyer', 'seller')
    addPaidOrder(domain, { id: 'o-live' })
    run('DELETE FROM live_notes')
    await commit(ctx, [
      ctx.db.run(sql`UPDATE orders SET status = 'ACCEPTED', version = 2 WHERE id = 'o-live'`),
      ctx.db.run(sql`UPDATE orders SET status = 'PREPARING', version = 3 WHERE id = 'o-live'`),
    ])
    expect([liveCalls, rows('SELECT * FROM live_notes')]).toEqual([[], []])
    await finish()
    const messages = liveCalls.map(({ userId, notes }) => [
      userId,
      ...notes.map(({ message }) => JSON.parse(message).version),
    ])
    expect(messages).toEqual([
      ['buyer', 2, 3],
      ['seller', 2, 3],
    ])
  })

  it('that is refused tells nobody', async () => {
    listen('buyer')
    addPaidOrder(domain, { id: 'o-live' })
    run('DELETE FROM live_notes')
    const refused = commit(ctx, [
      ctx.db.run(sql`UPDATE orders SET status = 'ACCEPTED', version = 2 WHERE id = 'o-live'`),
      ctx.db.run(sql`INSERT INTO guard (code) VALUES ('NOT_FOUND')`),
    ])
    await expect(refused).rejects.toThrow()
    await finish()
    expect([liveCalls, rows('SELECT * FROM live_notes')]).toEqual([[], []])
  })

  it('answers all the same if nobody can be told', async () => {
    listen('buyer')
    addPaidOrder(domain, { id: 'o-live' })
    const live = { ...ctx.live, wakes: 0, tell: () => Promise.reject(new Error('lost')) }
    await commit({ ...ctx, live }, [
      ctx.db.run(sql`UPDATE orders SET status = 'ACCEPTED', version = 2 WHERE id = 'o-live'`),
    ])
    expect(rows(`SELECT version FROM orders WHERE id = 'o-live'`)).toEqual([{ version: 2 }])
    await expect(finish()).rejects.toThrow('lost')
  })

  it('tells a hundred people, ended sessions first, and one run five hundred', async () => {
    run(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
      INSERT INTO users (id, name, email, role, created_at, updated_at) SELECT 'p' || i, 'P', 'p' || i || '@soko.test', 'RIDER', 1, 1 FROM n`)
    run(`INSERT INTO live_listeners (user_id) SELECT id FROM users WHERE role = 'RIDER'`)
    const { broadcastId } = await broadcast(
      { ...domain.as({ id: 'admin', role: 'ADMIN' }), senders: newSenders() },
      Broadcast.parse({ audience: { role: 'RIDER' }, title: 'Bonjour', body: 'À tous' }),
    )
    let steps = 0
    await runBroadcast(ctx, broadcastId, () => steps++ < 1)
    await finish()
    expect(liveCalls.length).toBe(100)
    await runBroadcast(ctx, broadcastId)
    await finish()
    expect(liveCalls.length).toBe(500)
    expect(new Set(liveCalls.map(({ userId }) => userId)).size).toBe(500)
    expect(rows('SELECT * FROM live_notes')).toEqual([])

    liveCalls.length = 0
    const session = {
      client_type: 'WEB',
      rotated_at: 1,
      created_at: 1,
      last_used_at: 1,
      expires_at: 9e14,
      ends_at: 9e14,
    }
    add('sessions', { id: 's', user_id: 'p1500', ...session })
    await commit({ ...ctx, live: { ...ctx.live, wakes: 0 } }, [
      ctx.db.run(sql`INSERT INTO notifications (id, user_id, type, title, body, data, created_at)
        SELECT 'n' || id, id, 'x', 'x', 'x', '{}', 1 FROM users WHERE role = 'RIDER'`),
      ctx.db.run(sql`UPDATE sessions SET revoked_at = 1, revoke_reason = 'BLOCKED' WHERE id = 's'`),
    ])
    await finish()
    expect(liveCalls.length).toBe(100)
    expect(liveCalls[0]).toMatchObject({ userId: 'p1500', notes: [{ sessionId: 's' }, { sessionId: null }] })
  })
})

it.each([
  ['plain', 'À tous. '.repeat(250)],
  ['quoted', '"\n'.repeat(1000)],
  ['wide', '🛵'.repeat(1000)],
])('a message is 4 KiB at most, whatever its text: %s', async (_, body) => {
  listen('buyer')
  await commit(ctx, [
    ctx.db.run(sql`INSERT INTO notifications (id, user_id, type, title, body, data, created_at)
      VALUES ('018f0000-0000-7000-8000-000000000000', 'buyer', 'broadcast', ${'🛵'.repeat(60)}, ${body}, '{"orderId":"018f0000-0000-7000-8000-000000000000"}', 1790000000123)`),
  ])
  await finish()
  const message = liveCalls[0]?.notes[0]?.message ?? ''
  expect(new TextEncoder().encode(message).length).toBeLessThanOrEqual(4096)
  const { notification } = JSON.parse(message)
  expect(notification.body.endsWith('…') || notification.body === body).toBe(true)
  expect(notification.createdAt).toBe(new Date(1_790_000_000_123).toISOString())
})
