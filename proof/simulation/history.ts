import { createHash } from 'node:crypto'
import { COMMANDS } from './commands.ts'
import { withKeys } from './keys.ts'
import { checkImports } from './laws/imports.ts'
import { checkLaws, checkTouched } from './laws/laws.ts'
import { checkPrices } from './laws/prices.ts'
import type { Market } from './market.ts'
import type { Plan } from './people/plan.ts'
import { shutOut } from './people/team/insider.ts'
import { count, type Report } from './report.ts'
import { comeToRest } from './rest.ts'
import { type Break, branchOff, newSimulation, type Simulation } from './simulation.ts'
import { listenToErrors, start } from './start.ts'

type Played = { seed: number; breaks: Break[]; log: string[]; report: Report }
/** Without `isHashed` the hash, which reads every table, is empty. */
export type Outcome = Played & { hash: string; branches: Played[] }
type Options = {
  seed: number
  steps: number
  checkEvery?: number
  rest?: boolean
  isHashed?: boolean
  /** The numbers of those that branch off, from 1. */
  branches?: readonly number[]
  /** Called before each step, to start what goes on beside it. */
  beside?: (simulation: Simulation) => void
}

const commandWeights = Object.fromEntries(Object.entries(COMMANDS).map(([name, { weight }]) => [name, weight]))

/** All laws are held at this distance too, whatever was written. */
const CHECK_ALL_EVERY = 50

/** After so many steps, again and again, some of the branches leave the trunk, each for as many steps of its own. */
export const BRANCH_EVERY = 20
const BRANCH_STEPS = 8
/** One in so many comes to rest, which costs as much as some dozen steps. */
const RESTING = 19
/** More than a history has branches. */
export const BRANCHES = 1000

export const branchesUpTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1)
/** The seed of a branch says its trunk's, too. */
export const seedOfBranch = (trunk: number, branch: number) => trunk * BRANCHES + branch

/**
 * Plays one history: the seed says everything. From moments of it others branch off, which neither see each other nor change
 * how it goes on. All of it is undone afterwards, so that the next starts from the same market.
 */
export async function playHistory(
  market: Market,
  { seed, steps, checkEvery = 1, rest = true, isHashed = true, branches = [], beside }: Options,
): Promise<Outcome> {
  const { store } = market
  store.begin()
  try {
    const trunk = newSimulation(seed, market)
    const played: Played[] = []
    const moments = Math.floor(steps / BRANCH_EVERY)
    const branch = async (at: Seen) => {
      const moment = trunk.step / BRANCH_EVERY
      if (branches.length === 0 || !Number.isInteger(moment) || trunk.breaks.length > 0) return
      for (const number of branches) {
        if (number % moments === moment % moments) played.push(await playBranch(market, trunk, at, number))
      }
    }
    const seen = { move: market.lastMove, order: market.lastOrder }
    await play(market, trunk, seen, { steps, checkEvery, rest, isWhole: true, onStep: branch, beside })
    return { ...outcomeOf(trunk), hash: isHashed ? hashOf(trunk) : '', branches: played }
  } finally {
    store.forget()
  }
}

async function playBranch(market: Market, trunk: Simulation, at: Seen, number: number): Promise<Played> {
  market.store.branch()
  try {
    const branch = branchOff(trunk, seedOfBranch(trunk.seed, number))
    const rest = number % RESTING === 0
    await play(market, branch, { ...at }, { steps: BRANCH_STEPS, checkEvery: 1, rest, isWhole: rest })
    return outcomeOf(branch)
  } finally {
    market.store.prune()
  }
}

const outcomeOf = ({ seed, breaks, log, report, step }: Simulation): Played => ({
  ...{ seed, breaks, log },
  report: { ...report, seeds: 1, steps: step - 1 },
})

/** The last move and the last order that were looked at. */
type Seen = { move: number; order: number }
type Course = {
  steps: number
  checkEvery: number
  rest: boolean
  /** All laws are held at the end, whatever was written. */
  isWhole: boolean
  onStep?: (seen: Seen) => Promise<void>
  beside?: Options['beside']
}

async function play(
  { store, machines }: Market,
  simulation: Simulation,
  seen: Seen,
  { steps, checkEvery, rest, isWhole, onStep, beside }: Course,
): Promise<void> {
  const silenced = listenToErrors(simulation)
  try {
    const check = () => {
      seen.move = checkTouched(simulation, machines, seen.move)
    }
    const checkAll = () => {
      check()
      checkImports(simulation)
      if (isWhole) checkLaws(simulation)
    }
    store.takeWritten()
    for (simulation.step = 1; simulation.step <= steps && simulation.breaks.length === 0; simulation.step++) {
      beside?.(simulation)
      await playStep(simulation)
      seen.order = checkPrices(simulation, seen.order)
      if (simulation.step % CHECK_ALL_EVERY === 0) checkAll()
      else if (simulation.step % checkEvery === 0) check()
      await onStep?.(seen)
    }
    if (simulation.breaks.length > 0) return
    checkAll()
    if (!rest) return
    await comeToRest(simulation, (label, actor, run) => start(simulation, label, actor, run))
    checkAll()
  } finally {
    silenced()
  }
}

/** Time passes, slow calls wake, callbacks arrive, and one to three people act, perhaps at once. */
async function playStep(simulation: Simulation): Promise<void> {
  const { random, scheduler } = simulation
  simulation.now += random.chance(0.7) ? 1000 + random.below(20_000) : 60_000 + random.below(240_000)
  const woken = scheduler.advance()
  const due = simulation.gateways.callbacks.filter(({ dueAt }) => dueAt <= simulation.now)
  const heard = due.length > 0 ? due.slice(0, 1 + random.below(3)) : []
  for (const one of heard) simulation.gateways.callbacks.splice(simulation.gateways.callbacks.indexOf(one), 1)

  const acting = random.chance(0.25) ? 2 + random.below(3) : 1
  const plans = Array.from({ length: acting }, () => planOne(simulation)).filter((plan) => plan !== undefined)
  const starts = [...heard.map((one) => COMMANDS.callback?.plan(simulation, one)), ...plans].filter(
    (plan) => plan !== undefined,
  )
  scheduler.interleave(woken + starts.length > 1)
  for (const plan of starts) for (const one of plan) start(simulation, one.label, one.as, one.run, one)
  await scheduler.settle()
}

function planOne(simulation: Simulation) {
  for (let tries = 0; tries < 6; tries++) {
    const name = simulation.random.weighted(commandWeights)
    const plan = COMMANDS[name]?.plan(simulation)
    if (!plan || isShutOut(simulation, plan)) continue
    count(simulation.report.acts, name)
    return withKeys(simulation, plan)
  }
  return undefined
}

/** Nobody gets past the door who is blocked: their session ended with it. */
const isShutOut = (simulation: Simulation, plans: Plan[]) => {
  const out = shutOut(simulation)
  return out.size > 0 && plans.some(({ as }) => as !== null && out.has(as.id))
}

/** The log and every row of every table. */
function hashOf({ store, log }: Simulation): string {
  const tables = store.rows<{ name: string; order: string }>(
    `SELECT s.name, iif(t.wr, '1', 'rowid') AS "order" FROM sqlite_schema s JOIN pragma_table_list t ON t.name = s.name
      WHERE s.type = 'table' AND s.sql NOT LIKE '%VIRTUAL%' AND s.name NOT LIKE '%_search_%' ORDER BY s.name`,
  )
  const dump = createHash('sha256')
  for (const { name, order } of tables) {
    const { rows } = store.run({ sql: `SELECT * FROM "${name}" ORDER BY ${order}`, params: [] })
    dump.update(JSON.stringify([name, rows]))
  }
  return dump.update(log.join('\n')).digest('hex')
}
