import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import { MODERATION_STATUSES } from '../../src/db/schema/core/moderation.ts'
import { REVIEW_STATUSES } from '../../src/db/schema/shops/shops.ts'
import type { Machine, States } from '../../src/domain/core/machine.ts'
import { sourcesOf } from '../house/sources.ts'

type AnyMachine = States<string, string> & Partial<Pick<Machine<string, string>, 'table'>>
const isMachine = (value: unknown): value is AnyMachine =>
  typeof value === 'object' && value !== null && 'states' in value && 'events' in value

const files = sourcesOf('src/domain/*/*/machine.ts')
const machines = (
  await Promise.all(
    files.map(async ({ path }) => {
      const module = (await import(/* @vite-ignore */ `../../${path}`)) as Record<string, unknown>
      return Object.entries(module).flatMap(([name, machine]) => (isMachine(machine) ? [{ name, machine }] : []))
    }),
  )
).flat()

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

/** Where a thing stays for good; out of every other state something leads (docs/states.md, docs/money.md, Corrections). */
const ENDS: Record<string, string[]> = {
  booking: ['EXPIRED', 'REVERSED'],
  delivery: ['DELIVERED', 'RETURNED', 'CANCELLED'],
  shop: ['CLOSED'],
  ticket: ['CLOSED'],
  report: ['ACTIONED', 'DISMISSED'],
  payout: ['EXPIRED', 'RETURNED'],
  refund: ['SUCCEEDED', 'REJECTED'],
  expense: ['APPROVED', 'REJECTED'],
  incident: ['RESOLVED', 'DISMISSED'],
  gateway_transaction: ['reversed'],
  invoice: ['VOID'],
  subscription_payment: ['REFUNDED'],
  post: ['ARCHIVED'],
}

/** Tables of states that stand beside a status: what their column may hold, and how their events are raised. */
const BESIDE: Record<string, { states: readonly string[]; call: RegExp }> = {
  moderation: {
    states: MODERATION_STATUSES,
    call: /\b(?:moderate|recordModeration)\(ctx, product, ([^,)]+)|productModeration\.events(\.\w+)/g,
  },
  review: { states: REVIEW_STATUSES, call: /\brecordReview\(ctx, shop, ([^,)]+)/g },
}

/** What docs/states.md, How states move, has and no operation of this service raises yet. A line goes when its operation comes. */
const NOT_RAISED_YET: Record<string, { events: string[]; states: string[] }> = {}
const notYet = ({ thing }: AnyMachine) => NOT_RAISED_YET[thing] ?? { events: [], states: [] }

const src = sourcesOf('src/**/*.ts')
const quoted = (text: string) => [...text.matchAll(/'([\w-]+)'/g)].map(([, word]) => word ?? '')
const named = (text: string) => [...quoted(text), ...[...text.matchAll(/^\s*(\w+):/gm)].map(([, key]) => key ?? '')]

/** The events that some call passes to this machine: named in the call; where it takes a variable, in that file. */
function raised(name: string, thing: string): Set<string> {
  const ofMachine = new RegExp(
    `\\b(?:transition|revise|nextStatus)\\(\\s*(?:ctx,\\s*)?${name},\\s*[\\w.]+,\\s*([^,)]+)`,
    'g',
  )
  const call = BESIDE[thing]?.call ?? ofMachine
  return new Set(
    src.flatMap(({ text }) =>
      [...text.matchAll(call)].flatMap(([, event, own]) => {
        if (own) return own.slice(1)
        const words = quoted(event ?? '')
        return words.length > 0 ? words : named(text)
      }),
    ),
  )
}

const movesOf = ({ events }: AnyMachine, isRaised: (event: string) => boolean) =>
  Object.entries(events).flatMap(([event, { from, to }]) =>
    isRaised(event)
      ? from.map((state) => ({ from: state, to: typeof to === 'string' ? to : (to[state] ?? state) }))
      : [],
  )

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
