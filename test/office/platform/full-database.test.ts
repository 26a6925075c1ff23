import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { hourCronAfter, minuteCronAfter, nightCronAfter } from '#testing/clock.ts'
import { count, first } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { aroundDatabase } from '#testing/fixtures/shaky-database.ts'
import { HOUR, MINUTE } from '#testing/stories/money.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule: `/platform/health` says how full the database is; 70 % opens an incident.
//
// Silent: which job looks, and whether the incident ends by itself where the database is emptied.

clockGoesOn()

const health = async () => {
  const { status, data } = await call(await signUp('ADMIN'), 'GET', '/platform/health')
  expect(status).toBe(200)
  return data
}

describe('a database that fills', () => {
  /** D1 says with each result how large the database is; so does this one, until `work` is done. */
  async function withBytes<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    const real = env.DB
    const said = <R>(result: R): R => {
      for (const one of [result].flat() as { meta?: object }[])
        if (one?.meta) Object.defineProperty(one.meta, 'size_after', { value: bytes })
      return result
    }
    env.DB = aroundDatabase(real, async (_, go) => said(await go()))
    try {
      return await work()
    } finally {
      env.DB = real
    }
  }
  const aDay = async () => {
    await nightCronAfter(MINUTE)
    await hourCronAfter(HOUR)
    await minuteCronAfter(MINUTE)
  }
  const openIncidents = () => count("incidents WHERE status IN ('OPEN', 'INVESTIGATING')")

  it('says so, and at 70 % opens an incident, once', async () => {
    const { limitBytes } = (await health()).database
    await aDay()
    const before = await openIncidents()
    const bytes = Math.floor(limitBytes * 0.69)
    await withBytes(bytes, async () => {
      await aDay()
      expect((await health()).database).toEqual({ bytes, limitBytes })
    })
    expect(await openIncidents()).toBe(before)
    await withBytes(Math.ceil(limitBytes * 0.705), async () => {
      await aDay()
      expect(await openIncidents()).toBe(before + 1)
      await aDay()
    })
    expect(await openIncidents()).toBe(before + 1)
    const newest = await first<{ opened_by: string | null }>(
      'SELECT * FROM incidents ORDER BY created_at DESC, id DESC',
    )
    expect(newest?.opened_by).toBeNull()
  })
})
