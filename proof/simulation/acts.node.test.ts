import { beforeAll, expect, it } from 'vitest'
import { playHistory } from './history.ts'
import { openMarket } from './market.ts'
import { addReport, newReport } from './report.ts'

/** Fewer than a campaign has: enough for each of the acts below, of which none may be a name without a deed. */
const SEEDS = 16
const STEPS = 150

const total = newReport()
beforeAll(async () => {
  const market = await openMarket()
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { breaks, report } = await playHistory(market, { seed, steps: STEPS, rest: false, isHashed: false })
    expect(breaks, `seed ${seed}`).toEqual([])
    addReport(total, report)
  }
}, 300_000)

/** What was done, and what was tried and refused, by who does it. */
const DONE: Record<string, string[]> = {
  'owners who close for some days': ['closeForDays', 'openAgain', 'setHours'],
  'finance with the statements of gateways': ['bookStatement', 'askBookingCode', 'confirmBooking'],
  'sellers with old files': ['exportProducts', 'importOldFile', 'importEditedFile'],
}

it.each(Object.keys(DONE))('%s', (who) => {
  for (const act of DONE[who] as string[]) expect(total.commands[act]?.done ?? 0, act).toBeGreaterThan(0)
})

it('somebody orders from a shop in its closure, and is refused', () => {
  expect(total.refusals['CONFLICT SHOP_CLOSED'] ?? 0).toBeGreaterThan(0)
})
