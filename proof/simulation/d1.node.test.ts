import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPlatformProxy } from 'wrangler'
import { d1Over } from '#testing/d1.ts'
import { randomOf } from '#testing/random.ts'
import { migrations, openStore } from '#testing/store.ts'
import { aStatement, type Statement } from './statements.ts'

/** Number of statements that both are asked; the seed is fixed, so a difference comes back. */
const STATEMENTS = 2000

const folder = mkdtempSync(join(tmpdir(), 'soko-d1-'))
const configPath = join(folder, 'wrangler.toml')
writeFileSync(
  configPath,
  'name = "d1"\ncompatibility_date = "2026-07-01"\n[[d1_databases]]\nbinding = "DB"\ndatabase_name = "d1"\ndatabase_id = "d1"\n',
)
let proxy: Awaited<ReturnType<typeof getPlatformProxy<{ DB: D1Database }>>>
const store = openStore()
const ours = d1Over(store, async (_kind, work) => work())

beforeAll(async () => {
  proxy = await getPlatformProxy<{ DB: D1Database }>({ configPath, persist: false })
  const { DB } = proxy.env
  await DB.batch(migrations().map((sql) => DB.prepare(sql)))
}, 60_000)
afterAll(async () => {
  await proxy.dispose()
  rmSync(folder, { recursive: true })
})

type Way = 'all' | 'run' | 'raw' | 'first' | 'batch'

/** Gives the answer or the refusal of statements. Only the place of an error in the text may differ. */
async function ask(db: D1Database, statements: Statement[], way: Way): Promise<unknown> {
  const prepared = statements.map(({ sql, params }) =>
    params.length > 0 ? db.prepare(sql).bind(...params) : db.prepare(sql),
  )
  const [one] = prepared
  try {
    if (way === 'batch') return (await db.batch(prepared)).map((result, i) => plain(result, statements[i]))
    if (way === 'raw') return await one?.raw()
    if (way === 'first') return await one?.first()
    return plain(await (way === 'all' ? one?.all() : one?.run()), statements[0])
  } catch (error) {
    return String(error).replace(/ at offset \d+/, '')
  }
}
/** The full-text index writes its own tables when it sees fit, so a statement that feeds it counts any number of changes. */
const plain = (result: D1Result | undefined, statement: Statement | undefined) => ({
  results: result?.results,
  ...(!statement?.sql.includes('users') && { changes: result?.meta.changes }),
})

/** `changes()` speaks of the statement before it in the same trip; at the head of one it speaks of nothing. */
const isMeant = ({ sql }: Statement, i: number, all: Statement[]) =>
  !sql.includes('changes()') || /^(INSERT INTO (?!guard)|UPDATE|DELETE)/.test(all[i - 1]?.sql ?? '')

it(`answers ${STATEMENTS} random statements as D1 in workerd does`, { timeout: 120_000 }, async () => {
  const random = randomOf(20260601)
  let asked = 0
  let refused = 0
  while (asked < STATEMENTS) {
    const isBatch = random.chance(0.5)
    const statements = Array.from({ length: isBatch ? 2 + random.below(8) : 1 }, () => aStatement(random)).filter(
      isMeant,
    )
    if (statements.length === 0) continue
    const way = isBatch ? 'batch' : random.pick(['all', 'run', 'raw', 'first'] as const)
    const theirs = await ask(proxy.env.DB, statements, way)
    expect(await ask(ours, statements, way), JSON.stringify({ way, statements })).toEqual(theirs)
    asked += statements.length
    if (typeof theirs === 'string') refused++
  }
  expect(refused).toBeGreaterThan(100)

  const tables = store.rows<{ name: string; byRow: string }>(
    `SELECT name, iif(sql LIKE '%WITHOUT ROWID%', '', 'ORDER BY rowid') AS byRow FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%_search%' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
  )
  for (const { name, byRow } of tables) {
    const dump: Statement[] = [{ sql: `SELECT * FROM "${name}" ${byRow}`, params: [] }]
    expect(await ask(ours, dump, 'raw'), name).toEqual(await ask(proxy.env.DB, dump, 'raw'))
  }
})
