import { describe, expect, it } from 'vitest'
import { backUp } from '#domain/core/backups/back-up.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import { openMarket, restore, rowsOf } from '#testing/backups/market.ts'

const market = openMarket()
const { addFiles, removeFiles, run, rows } = market
const numbered = (n: number) => Array.from({ length: n }, (_, i) => `file-${String(i).padStart(3, '0')}`)

describe('a restored database is the one that was backed up', () => {
  it('after a full backup of more than a page, with rows without rowids and of the migrations', async () => {
    addFiles(...numbered(23))
    run("INSERT INTO search_words (word) VALUES ('cafe'), ('kitenge')")
    expect(rows('SELECT * FROM search_spellings').length).toBeGreaterThan(10)
    expect(await market.backUp()).toBe('finished')
    market.expectSame()
  })

  it('after increments: new rows, changed ones, deleted ones, of tables with rowids and without', async () => {
    addFiles(...numbered(12))
    run("INSERT INTO search_words (word) VALUES ('cafe'), ('kitenge')")
    run("INSERT INTO counters (name, value) VALUES ('a', 1), ('b', 1), ('c', 1)")
    await market.backUp()
    run("UPDATE counters SET value = 7 WHERE name = 'b'")
    run("DELETE FROM counters WHERE name = 'a'")
    run("DELETE FROM search_words WHERE word = 'cafe'")
    run("INSERT INTO search_words (word) VALUES ('pagne')")
    removeFiles('file-003', 'file-004')
    addFiles('later')
    await market.backUp(1)
    run("UPDATE counters SET value = 8 WHERE name = 'b'")
    await market.backUp(2)
    market.expectSame()
    const [full, second, third] = market.manifests()
    expect([full?.previous, typeof second?.previous]).toEqual([null, 'string'])
    expect(third?.rows).toBe(1)
  })

  it('where the last rowids were deleted and given again', async () => {
    addFiles(...numbered(8))
    removeFiles('file-005')
    await market.backUp()
    removeFiles('file-007', 'file-006')
    addFiles('again-1')
    await market.backUp(1)
    // The rowid of a row that went before the first backup was given again.
    market.expectSame()
    removeFiles('again-1', 'file-004')
    addFiles('again-2', 'again-3', 'again-4')
    await market.backUp(2)
    market.expectSame()
  })

  it('with the numbers that a table counts, though its last rows are gone', async () => {
    run("UPDATE sqlite_sequence SET seq = 41 WHERE name = 'notifications'")
    run("INSERT INTO sqlite_sequence SELECT 'notifications', 41 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence)")
    await market.backUp()
    expect(market.manifests()[0]?.sequences).toEqual([{ name: 'notifications', seq: 41 }])
    market.expectSame()
  })

  it('as of one moment, whatever was written while the backup ran', async () => {
    addFiles(...numbered(300))
    run("INSERT INTO counters (name, value) VALUES ('n', 0)")
    const { db } = market.at(0)
    let trips = 0
    let seen: ReturnType<typeof rowsOf> | undefined
    const batch = db.batch.bind(db)
    const busy = Object.assign(Object.create(db), {
      batch: async (all: Parameters<typeof batch>[0]) => {
        const answer = await batch(all)
        // The look at all tables: what follows it is the next backup's.
        if (all.length > 50) seen = rowsOf(market.store.db)
        trips++
        run("UPDATE counters SET value = value + 1 WHERE name = 'n'")
        removeFiles(`file-${String((trips * 7) % 300).padStart(3, '0')}`, `new-${trips - 2}`)
        addFiles(`new-${trips}`)
        return answer
      },
    })
    expect(await backUp(market.at(0, { db: busy }), () => true, { page: 60 })).toBe('finished')
    expect(trips).toBeGreaterThan(15)
    const restored = restore(market.bucket())
    expect(restored.rows).toEqual(seen)
    expect(restored.rows).not.toEqual(rowsOf(market.store.db))
    await market.backUp(1)
    market.expectSame()
  })
})

describe('a run that ends anywhere loses nothing', () => {
  it('when the bucket does not take a file, and rows change before the next run', async () => {
    addFiles(...numbered(9))
    await market.backUp()
    addFiles(...numbered(19).slice(9))
    run("INSERT INTO counters (name, value) VALUES ('n', 0)")
    run("UPDATE removed_files SET created_at = 2 WHERE key = 'file-002'")
    const bucket = market.bucket()
    const broken = { ...bucket, put: () => Promise.reject(new Error('R2 is away')) }
    await expect(backUp(market.at(DAY_MS, { backups: broken }), () => true, { page: 5 })).rejects.toThrow('R2 is away')
    removeFiles('file-018', 'file-010')
    addFiles('other')
    expect(await market.backUp(DAY_MS + 3 * MINUTE_MS)).toBe('finished')
    market.expectSame()
  })

  it('when it ends after the manifest was written and before that was noted', async () => {
    addFiles(...numbered(4))
    const { db } = market.at(0)
    const batch = db.batch.bind(db)
    const dying = Object.assign(Object.create(db), {
      batch: (all: Parameters<typeof batch>[0]) => {
        if (market.manifests().length > 0) throw new Error('the process is gone')
        return batch(all)
      },
    })
    await expect(backUp(market.at(0, { db: dying }), () => true, { page: 5 })).rejects.toThrow('gone')
    addFiles('after')
    removeFiles('file-003')
    expect(await market.backUp(3 * MINUTE_MS)).toBe('finished')
    market.expectSame()
  })

  it('stops where its time is over, and goes on from there', async () => {
    addFiles(...numbered(30))
    let shares = 0
    expect(await backUp(market.at(0), () => shares++ < 1, { page: 5 })).toBe('more')
    expect(market.manifests()).toEqual([])
    removeFiles('file-001', 'file-029')
    addFiles('meanwhile')
    expect(await market.backUp(MINUTE_MS)).toBe('taken')
    expect(await market.backUp(3 * MINUTE_MS)).toBe('finished')
    market.expectSame()
  })

  it('asks D1 at most 1,000 things a run, however much there is', async () => {
    run(`INSERT INTO removed_files (key, created_at)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90000) SELECT 'file-' || i, i FROM n`)
    const { db } = market.at(0)
    const batch = db.batch.bind(db)
    let asked = 0
    const counting = Object.assign(Object.create(db), {
      batch: (all: Parameters<typeof batch>[0]) => {
        asked += all.length
        return batch(all)
      },
    })
    const went: [outcome: string, asked: number][] = []
    for (let i = 0; i < 2; i++) {
      asked = 0
      went.push([await backUp(market.at(i * 5 * MINUTE_MS, { db: counting }), () => true, { page: 300 }), asked])
    }
    expect(went.map(([outcome]) => outcome)).toEqual(['more', 'finished'])
    for (const [, asked] of went) expect(asked).toBeLessThan(950)
    expect(went[0]?.[1]).toBeGreaterThan(300)
    expect(Math.max(...market.manifests().flatMap(({ files }) => files.map(({ rows }) => rows)))).toBeLessThanOrEqual(
      11_000,
    )
    market.expectSame()
  })

  it('of two runs at once one works; one that was overtaken keeps nothing', async () => {
    addFiles(...numbered(15))
    const bucket = market.bucket()
    let overtaking: Promise<unknown> | undefined
    const slow = {
      ...bucket,
      put: async (key: string, bytes: Uint8Array) => {
        // The turn of this run is over long before it has put its file.
        overtaking ??= market.backUp(10 * MINUTE_MS)
        await overtaking
        await bucket.put(key, bytes)
      },
    }
    const both = await Promise.all([backUp(market.at(0, { backups: slow }), () => true, { page: 5 }), market.backUp(1)])
    expect(both).toEqual(['taken', 'taken'])
    expect(await overtaking).toBe('finished')
    expect(market.rows('SELECT * FROM backups')).toHaveLength(1)
    market.expectSame()
  })

  it('one that was overtaken moves nothing that the other has read and not kept', async () => {
    addFiles(...numbered(15))
    const bucket = market.bucket()
    const [reached, kept] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let other: Promise<unknown> | undefined
    const dying = {
      ...bucket,
      put: async () => {
        reached.resolve()
        await kept.promise
        throw new Error('the process is gone')
      },
    }
    const slow = {
      ...bucket,
      put: async (key: string, bytes: Uint8Array) => {
        if (!other) addFiles('late-1', 'late-2')
        other ??= backUp(market.at(10 * MINUTE_MS, { backups: dying }), () => true, { page: 5 })
        await reached.promise
        await bucket.put(key, bytes)
      },
    }
    expect(await backUp(market.at(0, { backups: slow }), () => true, { page: 5 })).toBe('taken')
    kept.resolve()
    await expect(other).rejects.toThrow('gone')
    expect(await market.backUp(20 * MINUTE_MS)).toBe('finished')
    market.expectSame()
  })
})
