import { parseArgs } from 'node:util'
import { explore } from './callbacks/callbacks.ts'
import { MOVEMENTS, type MovementName } from './callbacks/movements.ts'
import { explorePair, PAIRS } from './callbacks/pairs.ts'
import { missing } from './simulation/coverage.ts'
import { BRANCH_EVERY, BRANCHES, playHistory } from './simulation/history.ts'
import { divide } from './simulation/jobs.ts'
import { type Market, openMarket } from './simulation/market.ts'
import type { Played } from './simulation/play.ts'

/**
 * Plays histories: `--seeds N --steps M` from `--from` on, on `--jobs J` processes, with `--branches B` short ones that leave each
 * at moments of it. `--seed S` plays one seed, twice,
 * and prints it, or its branch `--branch N`; `--callbacks` plays every order of five events about every movement, none merged, and of
 * four about two of one thing. Ends with 1 on a break.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    steps: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    branches: { type: 'string', default: '0' },
    branch: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    callbacks: { type: 'boolean', default: false },
  },
})
/** A seed has 32 bits, and one of a branch is a thousand times its trunk's. */
const LARGEST = 2_000_000
const steps = numberOf('steps')
/** Fewer histories than this may miss what is rare. */
const ENOUGH = 5000

/** A range or a word would play for ever, or nothing. */
function numberOf(name: 'steps' | 'seed' | 'seeds' | 'from' | 'jobs' | 'branch' | 'branches', least = 1): number {
  const number = Number(values[name])
  if (!Number.isSafeInteger(number) || number < least || number >= LARGEST)
    throw new Error(`--${name} is a number from ${least}, not ${values[name]}`)
  return number
}

const tell = (line: string) => process.stdout.write(`${line}\n`)

if (values.callbacks) await playCallbacks()
else if (values.seed !== undefined) await playOne(numberOf('seed'))
else await playMany()

async function playCallbacks() {
  const market = await openMarket()
  for (const name of Object.keys(MOVEMENTS) as MovementName[]) {
    const { sequences, states, breaks } = await explore(market, name, { merge: false })
    tell(`${name}: ${sequences} sequences, ${states} states, ${breaks.length} breaks`)
    for (const one of breaks) tell(one)
    if (breaks.length > 0) process.exitCode = 1
  }
  for (const name of Object.keys(PAIRS) as (keyof typeof PAIRS)[]) {
    const { sequences, states, breaks } = await explorePair(market, name)
    tell(`two ${name}: ${sequences} sequences, ${states} states, ${breaks.length} breaks`)
    for (const one of breaks) tell(one)
    if (breaks.length > 0) process.exitCode = 1
  }
}

async function playOne(seed: number) {
  const market = await openMarket()
  if (values.branch !== undefined) return playBranch(market, seed)
  const first = await playHistory(market, { seed, steps })
  const again = await playHistory(market, { seed, steps })
  for (const line of first.log) tell(line)
  tell(
    `seed ${seed}: ${first.breaks.length} breaks, ${first.hash}${again.hash === first.hash ? ', and the same again' : ' BUT NOT AGAIN'}`,
  )
  if (first.breaks.length > 0 || again.hash !== first.hash) process.exitCode = 1
}

async function playBranch(market: Market, seed: number) {
  const branches = [numberOf('branch')]
  const [first, again] = [
    (await playHistory(market, { seed, steps, branches })).branches[0],
    (await playHistory(market, { seed, steps, branches })).branches[0],
  ]
  const log = first?.log ?? []
  for (const line of log) tell(line)
  const isSame = log.join() === again?.log.join()
  tell(`branch ${first?.seed}: ${first?.breaks.length} breaks${isSame ? ', and the same again' : ' BUT NOT AGAIN'}`)
  if (first?.breaks.length !== 0 || !isSame) process.exitCode = 1
}

async function playMany() {
  const all = { from: numberOf('from'), seeds: numberOf('seeds') }
  const started = performance.now()
  const branches = numberOf('branches', 0)
  if (branches >= BRANCHES) throw new Error(`--branches is less than ${BRANCHES}`)
  if (branches > 0 && steps < BRANCH_EVERY)
    throw new Error(`branches leave a history every ${BRANCH_EVERY} steps: take as many --steps`)
  const histories = all.seeds * (1 + branches)
  const onPlayed = ({ broken }: Played, played: number) => {
    for (const { seed, breaks } of broken) tell(`SEED ${seed} BREAKS ${JSON.stringify(breaks)}`)
    tell(`${played} of ${histories} histories`)
  }
  const played = await divide(all, { jobs: numberOf('jobs'), steps, branches, onPlayed })
  tell(`${Math.round((performance.now() - started) / 1000)} s`)
  conclude(played)
  if (played.report.seeds !== histories) process.exitCode = 1
}

/** Adds up everything that was played and hit; a campaign that is large enough must have hit everything. */
function conclude({ report, broken, cpuS }: Played) {
  tell(JSON.stringify(report, null, 2))
  const rate = Math.round(report.steps / cpuS)
  tell(`${report.seeds} histories, ${report.steps} steps, ${Math.round(cpuS)} s of CPU, ${rate} steps a second of it`)
  tell(broken.length === 0 ? '0 breaks' : `BROKEN SEEDS: ${broken.map(({ seed }) => seed).join(', ')}`)
  const never = missing(report)
  tell(never.length === 0 ? 'Every act, fault and crash point was hit.' : `NEVER HIT: ${never.join(', ')}`)
  if (broken.length > 0 || (never.length > 0 && report.seeds >= ENOUGH)) process.exitCode = 1
}
