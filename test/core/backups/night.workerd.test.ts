import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Manifest } from '#domain/core/backups/manifest.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { backupCronAfter, fromNoon, hourCronAfter } from '#testing/clock.ts'
import { all, count, run } from '#testing/fixtures/database.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'

fromNoon()

const finished = () => all('SELECT * FROM backups WHERE finished_at IS NOT NULL ORDER BY started_at')
const keys = async () => (await env.BACKUP.list()).objects.map(({ key }) => key)
async function manifestOf(key: unknown): Promise<Manifest> {
  const object = await env.BACKUP.get(String(key))
  return JSON.parse(new TextDecoder().decode(await object?.arrayBuffer())) as Manifest
}
const opened = () => all("SELECT * FROM incidents WHERE ref GLOB 'backup:*'")

let market: Awaited<ReturnType<typeof newMarket>>
beforeAll(async () => {
  market = await newMarket()
  await paidOrder(market)
})

describe('the night', () => {
  it('has a full backup first, one however often the clock comes', async () => {
    await backupCronAfter(0, 2)
    await backupCronAfter(5 * MINUTE_MS)
    const [first, ...others] = await finished()
    expect(others).toEqual([])
    const manifest = await manifestOf(first?.manifest_key)
    expect(manifest).toMatchObject({ previous: null, rows: first?.rows, bytes: first?.bytes })
    expect(manifest.tables.orders?.columns).toContain('buyer_id')
    expect(manifest.others).toContain('idempotency_keys')
    expect(await keys()).toEqual(expect.arrayContaining(manifest.files.map(({ key }) => key)))
    expect(Number(first?.rows)).toBeGreaterThan(100)
  })

  it('then every night what changed since: a tenth of it, on its chain', async () => {
    await paidOrder(market)
    await backupCronAfter(DAY_MS)
    const [first, second] = await finished()
    const manifest = await manifestOf(second?.manifest_key)
    // A chain ends with its month.
    if (manifest.previous === null) return
    expect(manifest).toMatchObject({ previous: first?.manifest_key, chain: first?.chain })
    expect(Number(second?.rows)).toBeLessThan(Number(first?.rows))
    expect(await count('changed_rows')).toBe(0)
  })

  it('writes a full backup again in a new month', async () => {
    await backupCronAfter(31 * DAY_MS)
    const last = (await finished()).at(-1)
    const manifest = await manifestOf(last?.manifest_key)
    expect(manifest.previous).toBeNull()
    expect(manifest.rows).toBeGreaterThan(100)
  })
})

describe('a night without', () => {
  it('opens an incident after 26 hours, once, and again when the next is late', async () => {
    await run('DELETE FROM backups')
    await backupCronAfter(0)
    await hourCronAfter(25 * HOUR_MS)
    expect(await opened()).toEqual([])
    await hourCronAfter(2 * HOUR_MS)
    await hourCronAfter(HOUR_MS)
    expect(await opened()).toMatchObject([{ severity: 'HIGH', status: 'OPEN', type: 'PLATFORM' }])
    await backupCronAfter(0)
    await hourCronAfter(HOUR_MS)
    expect(await opened()).toHaveLength(1)
    await hourCronAfter(27 * HOUR_MS)
    expect(await opened()).toHaveLength(2)
  })

  it('is seen too where none was ever finished', async () => {
    await run('DELETE FROM backups')
    await run("INSERT INTO backups (id, chain, started_at) VALUES ('x', 'x', ?)", Date.now() - 27 * HOUR_MS)
    await hourCronAfter(0)
    expect(await opened()).toHaveLength(3)
    await run('DELETE FROM backups')
  })
})

it('chains that began 13 months ago are removed, and no younger ones', async () => {
  const put = (chain: string) => env.BACKUP.put(`${chain}/backup/00000.ndjson`, 'x')
  const day = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10)
  const [old, young] = [`${day(-400 * DAY_MS)}-a`, `${day(-350 * DAY_MS)}-b`]
  await Promise.all([put(old), put(young), put('of-somebody-else')])
  await run("INSERT INTO backups (id, chain, started_at, finished_at) VALUES ('old', ?, 1, 1)", old)
  await backupCronAfter(DAY_MS)
  const folders = new Set((await keys()).map((key) => key.split('/')[0]))
  expect([folders.has(old), folders.has(young), folders.has('of-somebody-else')]).toEqual([false, true, true])
  expect(await count('backups WHERE chain = ?', old)).toBe(0)
})
