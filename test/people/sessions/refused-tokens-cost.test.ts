import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { aroundDatabase } from '#testing/fixtures/shaky-database.ts'
import { callWith, freshAddress, from } from '#testing/stories/people.ts'

const TRIES = 50

/** The statements of many requests that are refused, and how many trips they were. */
async function costOf(me: Person, path: string, status: number) {
  const statements: string[] = []
  let trips = 0
  const DB = aroundDatabase(env.DB, (trip, go) => {
    trips++
    statements.push(...trip.sql)
    return go()
  })
  const headers = from(freshAddress())
  for (let i = 0; i < TRIES; i++)
    expect((await callWith({ DB }, me, 'GET', path, undefined, headers)).status).toBe(status)
  return { trips, statements: statements.length }
}

describe('a token that does not hold, sent again and again', () => {
  it('of an ended session reads its row and, after the first time, nothing else', async () => {
    const me = await signUp()
    await run('UPDATE sessions SET revoked_at = 1 WHERE user_id = ?', me.id)
    const { trips, statements } = await costOf(me, '/orders/me', 401)
    expect(trips).toBeLessThanOrEqual(TRIES)
    expect(statements).toBeLessThanOrEqual(TRIES + 10)
  })

  it('of one who left the team reads its row and, after the first time, nothing else', async () => {
    const me = await signUp('ADMIN')
    await changeUser(me.id, "role = 'BUYER'")
    const { trips, statements } = await costOf(me, '/platform/health', 403)
    expect(trips).toBeLessThanOrEqual(TRIES)
    expect(statements).toBeLessThanOrEqual(TRIES + 20)
  })

  it('of an ended session costs a page for guests no more than one trip more', async () => {
    const me = await signUp()
    await run('UPDATE sessions SET revoked_at = 1 WHERE user_id = ?', me.id)
    const guests = await costOf({ ...me, token: 'a.b.c' }, '/products/categories', 200)
    const ended = await costOf(me, '/products/categories', 200)
    expect(ended.statements - guests.statements).toBeLessThanOrEqual(TRIES + 10)
  })
})

it('refused requests of an account are told to the other isolates', async () => {
  const me = await signUp()
  const headers = from(freshAddress())
  for (let i = 0; i < 120; i++) expect((await call(me, 'GET', '/users', undefined, headers)).status).toBe(403)
  const kv = env.LIMITS as KVNamespace
  expect(await kv.get(`tally:account ${me.id}`)).toContain('authenticated')
})
