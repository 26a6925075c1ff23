import { beforeAll, expect, it } from 'vitest'
import { COMMANDS } from './commands.ts'
import { playHistory } from './history.ts'
import { openMarket } from './market.ts'
import { NEVER_DONE } from './people/lying.ts'
import { addReport, count, newReport } from './report.ts'
import type { Simulation } from './simulation.ts'
import { start } from './start.ts'

/** Few, because some of the acts below are begun beside each step. */
const SEEDS = 28
const STEPS = 100
const AT_ONCE = 3

/** Deeds that must really happen in a run, by who does them: none may be a name without a deed. */
const DONE: Record<string, string[]> = {
  'a stolen session of an administrator': [
    ...['insiderDecides', 'insiderRefunds', 'insiderPaysOut', 'insiderBooks', 'insiderSpends'],
    ...['insiderSetsRates', 'insiderOnPeople', 'letIn'],
  ],
  'liars of each role': [
    ...['sayNotReceived', 'complainOfNothing', 'sellerAccuses', 'sayReady'],
    ...['cancelForNothing', 'decideUnseen'],
  ],
  'owners who close for some days': ['closeForDays', 'openAgain', 'setHours'],
  'finance with the statements of gateways': ['bookStatement', 'askBookingCode', 'confirmBooking'],
  'holders of a recycled number, and who had it before': ['requestRecycledNumber', 'takeNumberBack'],
  'sellers with old files': ['exportProducts', 'importOldFile', 'importEditedFile'],
}
const OUTSIDE = [
  // A parcel comes back in few histories: two failures, or a cancellation on the road, come before.
  'sayReturned',
  // Two failures at once: the second is ten minutes too early, whatever the first was.
  'sayFailed',
  'insiderGuesses',
  'insiderSettles',
  ...NEVER_DONE,
  'gatewayTakesFee',
  'gatewaySettles',
  'nightsStop',
  'cronNightly',
]
const ACTS = [...Object.values(DONE).flat(), ...OUTSIDE]

function beside(simulation: Simulation): void {
  for (let i = 0; i < AT_ONCE; i++) {
    const name = simulation.random.pick(ACTS)
    const plans = COMMANDS[name]?.plan(simulation) ?? []
    count(simulation.report.acts, name)
    for (const plan of plans) start(simulation, plan.label, plan.as, plan.run, plan)
  }
}

const total = newReport()
beforeAll(async () => {
  const market = await openMarket()
  for (let seed = 1; seed <= SEEDS; seed++) {
    const options = { seed, steps: STEPS, rest: false, isHashed: false, beside }
    const { breaks, report } = await playHistory(market, options)
    expect(breaks, `seed ${seed}`).toEqual([])
    addReport(total, report)
  }
}, 300_000)

it.each(Object.keys(DONE))('%s', (who) => {
  for (const act of DONE[who] as string[]) expect(total.commands[act]?.done ?? 0, act).toBeGreaterThan(0)
})

it('somebody orders from a shop in its closure, and is refused', () => {
  expect(total.refusals['CONFLICT SHOP_CLOSED'] ?? 0).toBeGreaterThan(0)
})

it('no code is guessed, however often', () => {
  expect(total.commands.insiderGuesses).toMatchObject({ done: 0 })
  expect(total.commands.insiderGuesses?.refused).toBeGreaterThan(0)
})

it.each(NEVER_DONE)('%s needs a code that no liar has', (act) => {
  expect(total.commands[act]).toMatchObject({ done: 0 })
  expect(total.commands[act]?.refused).toBeGreaterThan(0)
})

it('somebody with a stolen session tries to settle wallets', () => {
  const { done = 0, refused = 0 } = total.commands.insiderSettles ?? {}
  expect(done + refused).toBeGreaterThan(0)
})

it('nights fall out, and others run', () => {
  expect(total.faults['night.skipped'] ?? 0).toBeGreaterThan(0)
  expect(total.faults['night.runs'] ?? 0).toBeGreaterThan(0)
})
