import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { d1Over } from '#testing/d1.ts'
import { openStore } from '#testing/store.ts'
import { databaseFile, openPlatform } from '../restore/local-state.ts'
import { noteMigrations } from '../restore/migrate.ts'
import { seedDemoMarket } from './demo-market.ts'

/**
 * Makes the data of a new server with the demo market: the database in this process, which saves a trip for each
 * statement, files through the platform.
 * All is made in a separate folder and moved into place when it is whole, so a run that was stopped half-way begins
 * again.
 */
export async function makeDemoState(state: string): Promise<void> {
  const making = `${state}/making`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  const store = openStore()
  noteMigrations(store.db)
  const platform = await openPlatform(making)
  try {
    // This makes wrangler choose the name of the file.
    await platform.env.DB.prepare('SELECT 1').run()
    await seedDemoMarket({ ...platform.env, DB: d1Over(store, async (_kind, work) => work()) })
  } finally {
    await platform.dispose()
  }
  const file = databaseFile(making)
  if (!file) throw new Error(`wrangler made no database in ${making}.`)
  for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
  writeFileSync(file, store.db.serialize())
  rmSync(`${state}/v3`, { recursive: true, force: true })
  renameSync(`${making}/v3`, `${state}/v3`)
  rmSync(making, { recursive: true })
}
