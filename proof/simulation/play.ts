import { branchesUpTo, playHistory } from './history.ts'
import { type Market, openMarket } from './market.ts'
import { addReport, newReport, type Report } from './report.ts'

export type Share = { from: number; seeds: number }
export type Broken = { seed: number; breaks: { law: string; details: string }[] }
export type Played = { report: Report; broken: Broken[]; cpuS: number }

/** Plays these seeds in this process; every hundredth is played again, because a seed must give the same hash. */
async function play(market: Market, { from, seeds }: Share, steps: number, branches: number[]) {
  const report = newReport()
  const broken: Broken[] = []
  for (let seed = from; seed < from + seeds; seed++) {
    const isHashed = seed % 100 === 0
    const played = await playHistory(market, { seed, steps, isHashed, branches })
    for (const one of [played, ...played.branches]) {
      addReport(report, one.report)
      if (one.breaks.length > 0) broken.push({ seed: one.seed, breaks: one.breaks })
    }
    // Without its branches: they leave no trace in it.
    const isReplayed = !isHashed || (await playHistory(market, { seed, steps })).hash === played.hash
    if (!isReplayed) broken.push({ seed, breaks: [{ law: 'a seed replays bit for bit', details: played.hash }] })
  }
  return { report, broken }
}

/** A worker: plays the shares it is sent, one after the other, on the market it opened once. */
const { connected } = process
if (connected) {
  const [steps, branches] = [Number(process.argv[2]), branchesUpTo(Number(process.argv[3]))]
  const market = await openMarket()
  let before = 0
  process.on('message', async (share: Share) => {
    const played = await play(market, share, steps, branches)
    const { user, system } = process.cpuUsage()
    const cpuS = (user + system) / 1e6
    process.send?.({ ...played, cpuS: cpuS - before } satisfies Played)
    before = cpuS
  })
  process.send?.('ready')
}
