/** Puts the demo market into the local database and bucket of `wrangler dev`. Running it again changes nothing. */
import { getPlatformProxy } from 'wrangler'
import type { Env } from '../src/env.ts'
import { seedDemoMarket } from './seed/demo-market.ts'

const platform = await getPlatformProxy<Env>({ configPath: 'wrangler.toml', envFiles: ['dev.env'] })
try {
  await seedDemoMarket(platform.env)
} finally {
  await platform.dispose()
}
