import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import { type AnyMachine, BESIDE, ENDS, machines, movesOf, raised } from './machines.ts'

/** In which states a thing is made (docs/states.md, How states move). */
const BORN: Record<string, string[]> = {
  booking: ['REQUESTED'],
  order: ['PENDING_PAYMENT'],
  delivery: ['UNASSIGNED'],
  product: ['DRAFT'],
  moderation: ['NONE'],
  shop: ['DRAFT'],
  review: ['NONE'],
  report: ['OPEN'],
  buyer_review: ['VISIBLE', 'PENDING'],
  rider: ['PENDING'],
  kyc: ['DRAFT'],
  /** An admin's payout waits for a code; a withdrawal comes with one. */
  payout: ['AWAITING_CODE', 'ACCEPTED'],
  refund: ['REQUESTED'],
  expense: ['PENDING'],
  incident: ['OPEN'],
  ticket: ['OPEN'],
  gateway_transaction: ['pending'],
  invoice: ['ISSUED'],
  subscription: ['PENDING'],
  subscription_payment: ['PENDING'],
  post: ['DRAFT'],
}

/** Events of docs/states.md, How states move, that no operation of this service raises yet. A line goes when its operation comes. */
const NOT_RAISED_YET: Record<string, { events: string[]; states: string[] }> = {}
const notYet = ({ thing }: AnyMachine) => NOT_RAISED_YET[thing] ?? { events: [], states: [] }

function reachable(machine: AnyMachine, isRaised: (event: string) => boolean): Set<string> {
  const seen = new Set(BORN[machine.thing])
  for (let size = -1; size !== seen.size; ) {
    size = seen.size
    for (const { from, to } of movesOf(machine, isRaised)) if (seen.has(from)) seen.add(to)
  }
  return seen
}

it('there are machines, each with its own name and table', () => {
  expect(machines.length).toBeGreaterThanOrEqual(10)
  expect(machines.map(({ machine }) => machine.thing).sort()).toEqual(Object.keys(BORN).sort())
})

describe.each(machines)('$name', ({ machine, name }) => {
  const states = Object.keys(machine.states)

  it('has the states of its column', () => {
    const columns = machine.table ? getTableConfig(machine.table as SQLiteTable).columns : []
    const inTable = columns.find((each) => each.name === 'status')?.enumValues ?? []
    expect([...(BESIDE[machine.thing]?.states ?? inTable)].sort()).toEqual([...states].sort())
  })

  it('moves only between its own states', () => {
    const mentioned = Object.values(machine.events).flatMap(({ from, to }) =>
      typeof to === 'string' ? [...from, to] : [...from, ...Object.entries(to).flat()],
    )
    expect(mentioned.filter((state) => !states.includes(state as string))).toEqual([])
    const unreachableTargets = Object.entries(machine.events).flatMap(([event, { from, to }]) =>
      typeof to === 'string'
        ? []
        : Object.keys(to)
            .filter((state) => !from.includes(state))
            .map((state) => `${event} ${state}`),
    )
    expect(unreachableTargets).toEqual([])
  })

  it('has no event that nothing raises', () => {
    const events = raised(name, machine.thing)
    expect(Object.keys(machine.events).filter((event) => !events.has(event))).toEqual(notYet(machine).events)
  })

  it('reaches every state by raised events, from where a thing is made', () => {
    const events = raised(name, machine.thing)
    const seen = reachable(machine, (event) => events.has(event))
    expect(states.filter((state) => !seen.has(state))).toEqual(notYet(machine).states)
    const all = reachable(machine, () => true)
    expect(states.filter((state) => !all.has(state)).every((state) => notYet(machine).states.includes(state))).toBe(
      true,
    )
  })

  it('has a way out of every state but its ends, by a raised event', () => {
    const events = raised(name, machine.thing)
    const left = movesOf(machine, (event) => events.has(event)).filter(({ from, to }) => from !== to)
    expect(states.filter((state) => !left.some(({ from }) => from === state)).sort()).toEqual(
      (ENDS[machine.thing] ?? []).toSorted(),
    )
  })

  it('reads as a sentence', () => {
    for (const words of Object.values(machine.states)) expect(words).toMatch(/^\p{Ll}/u)
    for (const { infinitive } of Object.values(machine.events)) expect(infinitive).toMatch(/^\p{Ll}/u)
  })
})
