import { pairTallyOf, tallyOf } from '#http/counters.ts'

// The Worker counts the requests of an address in memory. A test file that runs again finds nobody there from the run
// before: so many others asked meanwhile. No mutant is active for that.
const state = globalThis.__stryker__ ?? {}
const { activeMutant, currentTestId } = state
Object.assign(state, { activeMutant: undefined, currentTestId: 'forget' })
for (let other = 0; other < 10_000; other++) {
  tallyOf(`other ${other}`)
  pairTallyOf('other', `${other}`)
}
Object.assign(state, { activeMutant, currentTestId })
