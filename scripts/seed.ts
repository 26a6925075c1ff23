/** Puts the demo market into the local database and bucket of the server on PORT. Running it again changes nothing. */
import { getPlatformProxy } from 'wrangler'
import type { Env } from '../src/env.ts'
import { readPorts, stateFolder } from './dev/environment.ts'
import { seedDemoMarket } from './seed/demo-market.ts'

const platform = await getPlatformProxy<Env>({
  configPath: 'wrangler.toml',
  envFiles: ['dev.env'],
  // wrangler puts a folder of its version between the two.
  persist: { path: `${stateFolder(readPorts())}/v3` },
})
try {
  await seedDemoMarket(platform.env)
} finally {
  await platform.dispose()
}
