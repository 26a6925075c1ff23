import type { Actor } from '#domain/core/context.ts'
import { idsOf, type Random, randomOf } from '#testing/random.ts'
import type { Store } from '#testing/store.ts'
import { type Gateways, newGateways } from './gateways/movements.ts'
import { copyMemories } from './memory.ts'
import { count, newReport, type Report } from './report.ts'
import { Crash, type Scheduler, schedulerOf, type Task } from './scheduler.ts'

/** A law that did not hold, or an error nobody expects. */
export type Break = { law: string; details: string }
export type Mail = { to: string; text: string }
export type People = {
  buyers: Actor[]
  sellers: Actor[]
  riders: Actor[]
  admins: Actor[]
  support: Actor
  /** Has not applied yet. */
  newcomer: Actor
}

/** Everything of one history. */
export type Simulation = {
  seed: number
  random: Random
  store: Store
  scheduler: Scheduler
  now: number
  step: number
  people: People
  gateways: Gateways
  inbox: Mail[]
  pictures: Map<string, Uint8Array>
  /** Memory of the Durable Objects and the callers in them, by class and key. */
  objects: {
    busy: Set<string>
    turns: Map<string, Promise<unknown>>
    running: Map<string, Promise<unknown>>
    storage: Map<string, number>
  }
  /** Live messages: the number sent, and whether all of them are lost. */
  live: { sent: number; isLost: boolean }
  /** Whether anything goes wrong: off while the market is set up and while it comes to rest. */
  hasFaults: boolean
  report: Report
  breaks: Break[]
  log: string[]
  tasks: number
  ids: ReturnType<typeof idsOf>
}

type Start = {
  store: Store
  people: People
  now: number
  movements?: Gateways['movements']
  pictures?: Simulation['pictures']
}

/** A history's own world, from where the market was left. */
export function newSimulation(
  seed: number,
  { store, people, now, movements = new Map(), pictures = new Map() }: Start,
): Simulation {
  const random = randomOf(seed)
  const simulation: Simulation = {
    seed,
    random,
    store,
    scheduler: schedulerOf(random),
    now,
    step: 0,
    people: structuredClone(people),
    gateways: { ...newGateways(), movements: structuredClone(movements) },
    inbox: [],
    pictures: new Map(pictures),
    objects: { busy: new Set(), turns: new Map(), running: new Map(), storage: new Map() },
    live: { sent: 0, isLost: false },
    hasFaults: true,
    report: newReport(),
    breaks: [],
    log: [],
    tasks: 0,
    ids: idsOf(random, () => simulation.now),
  }
  return simulation
}

/**
 * A world that goes on from where another is now, with chances of its own. Whatever request, job or call is under way there
 * died with its process; what the gateways and the people know stays known.
 */
export function branchOff(trunk: Simulation, seed: number): Simulation {
  const { store, people, now, pictures } = trunk
  const { keys: _, ...gateways } = trunk.gateways
  const branch = newSimulation(seed, { store, people, now, pictures })
  Object.assign(branch.gateways, structuredClone(gateways))
  branch.inbox.push(...trunk.inbox)
  branch.tasks = trunk.tasks
  for (const [key, value] of trunk.objects.storage) branch.objects.storage.set(key, value)
  copyMemories(trunk, branch)
  return branch
}

export function say(simulation: Simulation, line: string): void {
  simulation.log.push(line)
}

export function broke(simulation: Simulation, law: string, details: string): void {
  simulation.breaks.push({ law, details })
  say(simulation, `BREAK ${law}: ${details}`)
}

/** A place where a process can die: counts the site, and dies there when it is this task's turn to. */
export function crashPoint(simulation: Simulation, task: Task, site: string): void {
  if (task.isDead) throw new Crash()
  if (task.crashIn < 0 || task.crashIn-- > 0) return
  count(simulation.report.crashes, site)
  count(simulation.report.crashesIn, task.label)
  const isWhole = simulation.random.chance(0.3)
  say(simulation, `   ${task.label}#${task.id} crashes at ${site}${isWhole ? ', and everything with it' : ''}`)
  task.isDead = true
  task.isDisturbed = true
  if (isWhole) {
    simulation.scheduler.killAll()
    simulation.objects.busy.clear()
    simulation.objects.turns.clear()
    simulation.objects.running.clear()
  }
  throw new Crash()
}

/** Time that a call may take in a run of the jobs, which has many to make. */
const MOST_CALL_MS = 6000

/** A call to the outside: others may come first, and the process may die before it or after it. */
export async function outside<T>(
  simulation: Simulation,
  task: Task,
  site: string,
  call: () => T | Promise<T>,
): Promise<T> {
  await simulation.scheduler.turn(task)
  crashPoint(simulation, task, `${site}:before`)
  const answer = await call()
  if (task.takesTime && simulation.hasFaults) simulation.now += simulation.random.below(MOST_CALL_MS)
  crashPoint(simulation, task, `${site}:after`)
  await simulation.scheduler.turn(task)
  return answer
}

export const fault = (simulation: Simulation, name: string) => count(simulation.report.faults, name)
