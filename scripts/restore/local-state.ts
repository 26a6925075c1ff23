import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { getPlatformProxy } from 'wrangler'
import type { Env } from '../../src/env.ts'

// wrangler says of each Durable Object that it does not run here: nothing here asks one.
process.env.WRANGLER_LOG ??= 'error'

/** The platform of `npm run dev` over a server's data; wrangler puts a folder of its version between the two. */
export const openPlatform = (state: string) =>
  getPlatformProxy<Env>({ configPath: 'wrangler.toml', envFiles: ['dev.env'], persist: { path: `${state}/v3` } })

const DATABASES = 'v3/d1/miniflare-D1DatabaseObject'

/** The file of a server's database; nothing where it has none yet. */
export function databaseFile(state: string): string | undefined {
  const folder = join(state, DATABASES)
  if (!existsSync(folder)) return undefined
  const name = readdirSync(folder).find((one) => one.endsWith('.sqlite') && one !== 'metadata.sqlite')
  return name && join(folder, name)
}

/** Lets wrangler make the database of a new server. @returns its file, empty, for a restored one to take its place */
export async function makeDatabaseFile(state: string): Promise<string> {
  const platform = await openPlatform(state)
  await platform.env.DB.prepare('SELECT 1').run()
  await platform.dispose()
  const path = databaseFile(state)
  if (!path) throw new Error(`wrangler made no database in ${state}.`)
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  return path
}
