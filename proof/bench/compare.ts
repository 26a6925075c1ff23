import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import type { Market, Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import { ask, askFloor } from './requests.ts'
import type { Servers } from './servers.ts'

/** Throughput is in requests a second, CPU in milliseconds of workerd, D1 included, a request. */
export type Compared = {
  ratio: number
  /** Ratio by CPU time, which other work on the machine disturbs less. */
  cpuRatio: number | null
  /** The middle half of the rounds lies between them. */
  spread: [lower: number, upper: number]
  perSecond: number
  floorPerSecond: number
  cpuMs: number | null
  floorCpuMs: number | null
}
type Side = 'market' | 'floor'
type Slot = { perSecond: number; cpuMs: number; done: number }

const CONNECTIONS = 16
/** Many short rounds: whatever else the machine does for a second spoils some of them, and the middle one stays. */
const ROUNDS = 15
const SLOT_MS = 150

/** Each operation and its floor in turn, round after round, so that whatever else the machine does meets both. */
export async function compareAll(
  servers: Servers,
  operations: Operation[],
  market: Market,
): Promise<Map<string, Compared>> {
  const slots = new Map(operations.map(({ name }) => [name, { market: [] as Slot[], floor: [] as Slot[] }]))
  for (let round = -1; round < ROUNDS; round++) {
    const order: Side[] = round % 2 ? ['floor', 'market'] : ['market', 'floor']
    for (const operation of operations) {
      for (const side of order) {
        const slot = await run(servers, operation, side, market)
        // The first round only warms up.
        if (round >= 0) slots.get(operation.name)?.[side].push(slot)
      }
    }
  }
  return new Map([...slots].map(([name, { market, floor }]) => [name, compare(market, floor)]))
}

async function run(servers: Servers, operation: Operation, side: Side, market: Market): Promise<Slot> {
  const { name, cacheOf = name, connections = CONNECTIONS } = operation
  const service = operation.cacheOf ? servers.urls.near : servers.urls.market
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const askOnce = () => {
    const asked = operation.ask(next++, market)
    return side === 'market' ? ask(service, asked, agent) : askFloor(servers.urls.floor, cacheOf, asked, agent)
  }
  // Connections are opened, and objects that slept are awake, before the clock starts.
  await Promise.all(Array.from({ length: 2 * connections }, askOnce))
  const stopBeside = keepGoing(servers, operation.beside, market)
  const [startedAt, cpuBefore] = [performance.now(), cpuMsOf(servers.processId)]
  let done = 0
  const caller = async () => {
    while (performance.now() - startedAt < SLOT_MS) {
      await askOnce()
      done++
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  const elapsedMs = performance.now() - startedAt
  await stopBeside()
  // Late work of one side ends before the other begins, and counts for its own.
  await new Promise((resolve) => setTimeout(resolve, 30))
  agent.destroy()
  return { perSecond: (done * 1000) / elapsedMs, cpuMs: cpuMsOf(servers.processId) - cpuBefore, done }
}

const CALLERS_BESIDE = 8

/** Eight callers who ask the service for something else meanwhile. @returns what stops them */
function keepGoing({ urls }: Servers, name: string | undefined, market: Market): () => Promise<unknown> {
  const beside = OPERATIONS.find((operation) => operation.name === name)
  if (!beside) return async () => undefined
  let isOver = false
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS_BESIDE })
  const caller = async () => {
    while (!isOver) await ask(urls.market, beside.ask(next++, market), agent)
  }
  const callers = Promise.all(Array.from({ length: CALLERS_BESIDE }, caller))
  return async () => {
    isOver = true
    await callers
    agent.destroy()
  }
}

/** Goes on from slot to slot: no two requests of a run are the same. */
let next = 0

function compare(market: Slot[], floor: Slot[]): Compared {
  const ratios = market.map(({ perSecond }, round) => perSecond / (floor[round]?.perSecond ?? Number.NaN))
  const sum = (slots: Slot[], key: keyof Slot) => slots.reduce((all, slot) => all + slot[key], 0)
  const cpuOf = (slots: Slot[]) => sum(slots, 'cpuMs') / sum(slots, 'done')
  const paceOf = (slots: Slot[]) => Math.round(median(slots.map(({ perSecond }) => perSecond)))
  const known = (value: number) => (Number.isNaN(value) ? null : round(value))
  const [cpuMs, floorCpuMs] = [cpuOf(market), cpuOf(floor)]
  return {
    ratio: round(median(ratios)),
    cpuRatio: known(floorCpuMs / cpuMs),
    spread: [round(quantile(ratios, 0.25)), round(quantile(ratios, 0.75))],
    perSecond: paceOf(market),
    floorPerSecond: paceOf(floor),
    cpuMs: known(cpuMs),
    floorCpuMs: known(floorCpuMs),
  }
}

export const median = (values: number[]) => quantile(values, 0.5)

/** The value that this part of the others is below. */
function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN
}
const round = (value: number) => Math.round(value * 100) / 100

/** Linux counts in hundredths of a second; elsewhere it is not known. */
function cpuMsOf(processId: number | undefined): number {
  if (processId === undefined) return Number.NaN
  const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
