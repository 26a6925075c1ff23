/**
 * Puts the demo market into the local database and bucket of the server on PORT, and makes both if they are missing. A
 * second run changes nothing.
 */
import { readPorts, stateFolder } from './dev/environment.ts'
import { databaseFile, openPlatform } from './restore/local-state.ts'
import { seedDemoMarket } from './seed/demo-market.ts'
import { makeDemoState } from './seed/demo-state.ts'

const state = stateFolder(readPorts())
if (databaseFile(state) === undefined) await makeDemoState(state)
else {
  const platform = await openPlatform(state)
  try {
    await seedDemoMarket(platform.env)
  } finally {
    await platform.dispose()
  }
}
