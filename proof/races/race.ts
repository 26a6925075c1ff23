import type { Answer } from '#testing/running/call.ts'
import type { RunningService } from '#testing/running/start.ts'

/** The kinds of guard that a race can try, each with what would happen without it. */
export const GUARDS = {
  key: 'one key, name or number is used twice',
  stock: 'the last unit is sold or taken out twice',
  money: 'money is taken, sent or booked twice',
  decision: 'two people decide one thing',
  leaving: 'something enters a state that another leaves',
  limit: 'a counter passes its limit',
  version: 'a change is made upon what is no longer so',
}
export type Guard = keyof typeof GUARDS

/**
 * One race: what is prepared for each round, what many send at once, and what may come back. Operations are named as
 * in the route table, without /api/v1.
 */
export type Race<Stage, Situation> = {
  name: string
  guard: Guard
  operations: string[]
  /** Made once, for all rounds. */
  stage: (service: RunningService) => Promise<Stage>
  /** Fresh for each round. */
  prepare: (service: RunningService, stage: Stage) => Promise<Situation>
  send: (service: RunningService, situation: Situation, i: number) => Promise<Answer>
  /** Number of answers that are successes. */
  succeed: number | 'all' | { least: number; most: number }
  /** "409 INSUFFICIENT_STOCK": what the others may be told, and how many of them at most where that is a law. */
  refusals: (string | { said: string; most: number })[]
  /** Checks what else must be true afterwards. @returns the fault */
  check?: (service: RunningService, situation: Situation, answers: Answer[]) => Promise<string | false | undefined>
}

export type AnyRace = Race<unknown, unknown>

/** Keeps the types of one race together, and forgets them for the table. */
export const race = <Stage = undefined, Situation = Stage>(
  row: Omit<Race<Stage, Situation>, 'stage'> & { stage?: (service: RunningService) => Promise<Stage> },
): AnyRace => ({ stage: async () => undefined, ...row }) as unknown as AnyRace

/** Says what is wrong with the number of rows that a query counts, if it is not the expected one. */
export async function countFault(
  service: RunningService,
  expected: number,
  what: string,
  sql: string,
  ...values: string[]
) {
  const [row] = await service.sql<{ n: number }>(sql, ...values)
  return row?.n !== expected && `${what}: ${row?.n}, not ${expected}`
}
