import { playHistory } from './history.ts'
import { openMarket } from './market.ts'
import { addReport, newReport, type Report } from './report.ts'

export type Share = { from: number; seeds: number }
export type Broken = { seed: number; breaks: { law: string; details: string }[] }
export type Played = { report: Report; broken: Broken[]; cpuS: number }

/** Plays these seeds in this process; every hundredth is played again, because a seed must give the same hash. */
async function play(market: Awaited<ReturnType<typeof openMarket>>, { from, seeds }: Share, steps: number) {
  const report = newReport()
  const broken: Broken[] = []
  for (let seed = from; seed < from + seeds; seed++) {
    const isHashed = seed % 100 === 0
    const { breaks, hash, report: one } = await playHistory(market, { seed, steps, isHashed })
    addReport(report, one)
    const isReplayed = !isHashed || (await playHistory(market, { seed, steps })).hash === hash
    const all = isReplayed ? breaks : [...breaks, { law: 'a seed replays bit for bit', details: hash }]
    if (all.length > 0) broken.push({ seed, breaks: all })
  }
  return { report, broken }
}

/** A worker: plays the shares it is sent, one after the other, on the market it opened once. */
const { connected } = process
if (connected) {
  const steps = Number(process.argv[2])
  const market = await openMarket()
  let before = 0
  process.on('message', async (share: Share) => {
    const played = await play(market, share, steps)
    const { user, system } = process.cpuUsage()
    const cpuS = (user + system) / 1e6
    process.send?.({ ...played, cpuS: cpuS - before } satisfies Played)
    before = cpuS
  })
  process.send?.('ready')
}
