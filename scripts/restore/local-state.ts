import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { getPlatformProxy } from 'wrangler'
import type { Env } from '#src/env.ts'

// wrangler warns that each Durable Object does not run here; nothing here calls one.
process.env.WRANGLER_LOG ??= 'error'

/** Opens the platform of `npm run dev` over a server's data; wrangler keeps the data in a folder of its version, v3. */
export const openPlatform = (state: string) =>
  getPlatformProxy<Env>({ configPath: 'wrangler.toml', envFiles: ['dev.env'], persist: { path: `${state}/v3` } })

const DATABASES = 'v3/d1/miniflare-D1DatabaseObject'

/** The path of a server's database; undefined if it has none yet. */
export function databaseFile(state: string): string | undefined {
  const folder = join(state, DATABASES)
  if (!existsSync(folder)) return undefined
  const name = readdirSync(folder).find((one) => one.endsWith('.sqlite') && one !== 'metadata.sqlite')
  return name && join(folder, name)
}

/** Lets wrangler make the database of a new server, and deletes it. @returns its path, for a restored one to take its place */
export async function makeDatabaseFile(state: string): Promise<string> {
  const platform = await openPlatform(state)
  await platform.env.DB.prepare('SELECT 1').run()
  await platform.dispose()
  const path = databaseFile(state)
  if (!path) throw new Error(`wrangler made no database in ${state}.`)
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  return path
}
