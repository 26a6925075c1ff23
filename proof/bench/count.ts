import type { Market, Operation } from './operation.ts'
import { type Step, templateOf } from './recording.ts'
import { ask, givenOf } from './requests.ts'
import type { Servers } from './servers.ts'

/** Cost of one request: trips to D1 before its answer, those that follow it, and the rows of both. */
export type Cost = { roundTrips: number; lateTrips: number; rowsRead: number; rowsWritten: number }
export type Counted = { cost: Cost; script: Step[] }

/** One request of each operation, alone, through the metered twin: its cost, and the script of its floor. */
export async function countAll(
  { urls }: Servers,
  operations: Operation[],
  market: Market,
): Promise<Map<string, Counted>> {
  const counted = new Map<string, Counted>()
  for (const operation of operations) {
    // The first request of an isolate warms what later ones find ready; the second is the one that counts.
    await countOne(urls, operation, 0, market)
    counted.set(operation.name, await countOne(urls, operation, 1, market))
  }
  return counted
}

async function countOne(
  { metered, near }: Servers['urls'],
  operation: Operation,
  i: number,
  market: Market,
): Promise<Counted> {
  const takeSteps = async () => (await (await fetch(new URL('/steps', metered))).json()) as Step[]
  await takeSteps()
  const asked = operation.ask(i, market)
  await ask(operation.cacheOf ? near : metered, asked)
  // Work that follows the answer.
  await new Promise((resolve) => setTimeout(resolve, 60))
  const steps = await takeSteps()
  const trips = steps.filter((step) => step.kind === 'trip')
  const cost = {
    roundTrips: trips.filter(({ late }) => !late).length,
    lateTrips: trips.filter(({ late }) => late).length,
    rowsRead: trips.reduce((sum, { rows }) => sum + rows.read, 0),
    rowsWritten: trips.reduce((sum, { rows }) => sum + rows.written, 0),
  }
  const script = templateOf(steps, givenOf(asked))
  if (operation.hashAfter !== undefined) script.splice(operation.hashAfter, 0, { kind: 'hash', late: false })
  return { cost, script }
}
