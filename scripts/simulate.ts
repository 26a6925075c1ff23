import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { explore } from '../test/simulation/callbacks.ts'
import { missing } from '../test/simulation/coverage.ts'
import { playHistory } from '../test/simulation/history.ts'
import { openMarket } from '../test/simulation/market.ts'
import { MOVEMENTS, type MovementName } from '../test/simulation/movements.ts'
import { addReport, newReport, type Report } from '../test/simulation/report.ts'

/**
 * Plays histories: `--seeds N --steps M` from `--from` on, on `--jobs J` processes; `--seed S` plays one, twice, and
 * prints it; `--callbacks` plays every order of five events about every movement, none merged. Ends with 1 on a break.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    steps: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    callbacks: { type: 'boolean', default: false },
  },
})
const steps = Number(values.steps)
/** Fewer histories than this may miss what is rare. */
const ENOUGH = 5000

const cpuS = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

const tell = (line: string) => process.stdout.write(`${line}\n`)

if (values.callbacks) await playCallbacks()
else if (values.seed !== undefined) await playOne(Number(values.seed))
else if (Number(values.jobs) > 1) await divide(Number(values.seeds), Number(values.from), Number(values.jobs))
else await playMany(Number(values.seeds), Number(values.from))

async function playCallbacks() {
  const market = await openMarket()
  for (const name of Object.keys(MOVEMENTS) as MovementName[]) {
    const { sequences, states, breaks } = await explore(market, name, { merge: false })
    tell(`${name}: ${sequences} sequences, ${states} states, ${breaks.length} breaks`)
    for (const one of breaks) tell(one)
    if (breaks.length > 0) process.exitCode = 1
  }
}

async function playOne(seed: number) {
  const market = await openMarket()
  const first = await playHistory(market, { seed, steps })
  const again = await playHistory(market, { seed, steps })
  for (const line of first.log) tell(line)
  tell(
    `seed ${seed}: ${first.breaks.length} breaks, ${first.hash}${again.hash === first.hash ? ', and the same again' : ' BUT NOT AGAIN'}`,
  )
  if (first.breaks.length > 0 || again.hash !== first.hash) process.exitCode = 1
}

type Broken = { seed: number; breaks: { law: string; details: string }[] }

async function playMany(seeds: number, from: number) {
  const market = await openMarket()
  const report = newReport()
  const started = performance.now()
  for (let seed = from; seed < from + seeds; seed++) {
    const { breaks, log, hash, report: one } = await playHistory(market, { seed, steps })
    addReport(report, one)
    // Every hundredth seed is played again: the same seed must give the same hash.
    const isReplayed = seed % 100 !== 0 || (await playHistory(market, { seed, steps })).hash === hash
    const all = isReplayed ? breaks : [...breaks, { law: 'a seed replays bit for bit', details: hash }]
    if (all.length > 0) {
      if (values.json) tell(JSON.stringify({ broken: { seed, breaks: all } }))
      else tell([...log, `SEED ${seed} BREAKS ${JSON.stringify(all)}`].join('\n'))
      process.exitCode = 1
    }
    if (values.json && (seed - from) % 100 === 99) tell(JSON.stringify({ played: 100 }))
  }
  if (values.json) tell(JSON.stringify({ report, cpuS: cpuS() }))
  else conclude(report, performance.now() - started, cpuS())
}

/** Each process plays its share of the seeds; a break names its seed, which `--seed` then prints. */
async function divide(seeds: number, from: number, jobs: number) {
  const total = newReport()
  const started = performance.now()
  let played = 0
  let usedS = 0
  const share = Math.ceil(seeds / jobs)
  await Promise.all(
    Array.from({ length: jobs }, (_, job) => {
      const mine = Math.max(0, Math.min(share, seeds - job * share))
      const args = ['--json', '--seeds', String(mine), '--from', String(from + job * share), '--steps', String(steps)]
      const child = spawn(process.execPath, [import.meta.filename, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
      createInterface({ input: child.stdout }).on('line', (line) => {
        const said: { report?: Report; cpuS?: number; broken?: Broken; played?: number } = JSON.parse(line)
        if (said.report) addReport(total, said.report)
        usedS += said.cpuS ?? 0
        if (said.broken) tell(`SEED ${said.broken.seed} BREAKS ${JSON.stringify(said.broken.breaks)}`)
        if (said.played) {
          played += said.played
          if (played % 1000 === 0) tell(`${played} of ${seeds} seeds`)
        }
      })
      return new Promise<void>((resolve) => {
        child.on('close', (code) => {
          if (code !== 0) process.exitCode = 1
          resolve()
        })
      })
    }),
  )
  if (total.seeds !== seeds) process.exitCode = 1
  conclude(total, performance.now() - started, usedS)
}

function conclude(report: Report, ms: number, usedS: number) {
  tell(JSON.stringify(report, null, 2))
  tell(
    `${report.seeds} seeds, ${report.steps} steps in ${Math.round(ms / 1000)} s, ${Math.round(report.steps / usedS)} steps a second of CPU`,
  )
  const never = missing(report)
  tell(never.length === 0 ? 'Every act, fault and crash point was hit.' : `NEVER HIT: ${never.join(', ')}`)
  if (never.length > 0 && report.seeds >= ENOUGH) process.exitCode = 1
}
