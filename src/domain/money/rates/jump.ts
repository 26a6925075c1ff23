import { type Currency, RATE_SCALE } from '#kernel/money.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { rateBetween } from './between.ts'
import type { RateRow } from './view.ts'

/** Changes that follow one another within this time are one step, in ms. */
export const ONE_STEP_MS = 12 * HOUR_MS
const FARTHEST = 0.2
/** Tolerance: a conversion of two rates is not exact to the last digit. */
const NEARLY = 1e-9

export type Direction = { base: Currency; quote: Currency }
/** The rate of a direction at its last change, and the rate with which the changes of those hours began. */
export type Memory = Direction & {
  lastScaled: number | null
  fromScaled: number | null
  changedAt: number | null
  isOff: boolean
  version: number
}
/** Rates that count now or later, the earlier ones first, before a change and after it. */
export type Change = { now: number; before: RateRow[]; after: RateRow[]; memories: Memory[] }

/** A step from one rate to the next that is larger than a safe one. */
export type Jump = Direction & { rateId: string; fromScaled: number; toScaled: number }
/** The state of a direction after a change. */
export type Outcome = { memory: Memory; jumps: Jump[]; isFirst: boolean }

const isFar = (scaled: number, from: number) => Math.abs(scaled / from - 1) > FARTHEST + NEARLY

const timelineOf = (rates: RateRow[], { base, quote }: Direction) =>
  rates
    .filter((rate) => rate.isActive && rate.baseCurrency === base && rate.quoteCurrency === quote)
    .sort((a, b) => a.effectiveAt - b.effectiveAt)

const inForceAt = (timeline: RateRow[], at: number) => timeline.findLast(({ effectiveAt }) => effectiveAt <= at)

/** Rates in force at some time between `since` and `until`, the earliest first; none from before a confirmed jump. */
function inForceSince(timeline: RateRow[], since: number, until: number): RateRow[] {
  const first = inForceAt(timeline, since)
  const all = [
    ...(first ? [first] : []),
    ...timeline.filter(({ effectiveAt }) => effectiveAt > since && effectiveAt <= until),
  ]
  return all.slice(
    Math.max(
      0,
      all.findLastIndex(({ jumpConfirmed }) => jumpConfirmed),
    ),
  )
}

/** The inverse of a rate of the opposite direction, as a rate of this one. */
const invert = (scaled: number) => (RATE_SCALE * RATE_SCALE) / scaled

/**
 * Finds the steps of more than 20 % that a change makes in a direction (docs/money.md, Rates). The current rate is compared with the last,
 * those of the last hours and the inverse; a planned rate with the one in force, those before it and the inverse.
 */
export function stepsOf({ now, before, after, memories }: Change, direction: Direction): Outcome {
  const memory = memoryOf(memories, direction)
  const [was, is] = [timelineOf(before, direction), timelineOf(after, direction)]
  const reverse = timelineOf(after, { base: direction.quote, quote: direction.base })
  const last = inForceAt(was, now)?.rateScaled ?? (memory.isOff ? memory.lastScaled : null)
  const current = inForceAt(is, now)
  const known = historyOf(was, memory, now)
  const jumps = is.filter((rate) => rate.effectiveAt > now && !rate.jumpConfirmed).flatMap(plannedJump)
  const isChanged = current !== undefined && current.rateScaled !== last
  const guess = isChanged && last === null ? rateThrough(before, direction, now) : undefined
  const held = [
    ...(last === null ? [] : [last]),
    ...known(now - ONE_STEP_MS),
    ...inverseAt(now),
    ...(guess === undefined ? [] : [guess]),
  ]
  if (isChanged) jumps.unshift(...jumpOf(current, held))
  return { memory: remember(), jumps, isFirst: isChanged && held.length === 0 }

  function inverseAt(at: number): number[] {
    const other = inForceAt(reverse, at)
    return other ? [invert(other.rateScaled)] : []
  }

  function jumpOf({ id, rateScaled }: RateRow, from: number[]): Jump[] {
    const far = from.find((scaled) => isFar(rateScaled, scaled))
    return far === undefined ? [] : [{ ...direction, rateId: id, fromScaled: far, toScaled: rateScaled }]
  }

  function plannedJump(planned: RateRow): Jump[] {
    const place = is.indexOf(planned)
    const since = planned.effectiveAt - ONE_STEP_MS
    const earlier = is.slice(0, place)
    const isBehindConfirmed = earlier.some((rate) => rate.jumpConfirmed && rate.effectiveAt > now)
    return jumpOf(planned, [
      ...(since < now && !isBehindConfirmed ? known(since) : []),
      ...(current && !isBehindConfirmed ? [current.rateScaled] : []),
      ...inForceSince(earlier, Math.max(since, now), planned.effectiveAt).map(({ rateScaled }) => rateScaled),
      ...inverseAt(planned.effectiveAt),
    ])
  }

  function remember(): Memory {
    const version = memory.version + 1
    if (current?.rateScaled === (last ?? undefined)) return { ...memory, version }
    const [oldest] = known(now - ONE_STEP_MS)
    return {
      ...{ ...direction, version, changedAt: now, isOff: current === undefined },
      lastScaled: current?.rateScaled ?? last,
      fromScaled: oldest ?? current?.rateScaled ?? last,
    }
  }
}

/** Accepts jumps that an administrator confirmed: rates from before them count no more. */
export const acceptJumps = ({ memory, jumps, ...rest }: Outcome): Outcome => ({
  ...rest,
  jumps,
  memory: jumps.some(({ toScaled }) => toScaled === memory.lastScaled)
    ? { ...memory, fromScaled: memory.lastScaled }
    : memory,
})

function memoryOf(memories: Memory[], { base, quote }: Direction): Memory {
  const kept = memories.find((each) => each.base === base && each.quote === quote)
  return kept ?? { base, quote, lastScaled: null, fromScaled: null, changedAt: null, isOff: false, version: 0 }
}

/** Rates in force at some time since an instant until now, from their rows, and from the memory of rows that were changed. */
function historyOf(was: RateRow[], memory: Memory, now: number): (since: number) => number[] {
  const { changedAt, fromScaled, lastScaled, isOff } = memory
  return (since) => {
    const rows = inForceSince(was, since, now)
    const isKept = isOff ? rows.length === 0 : inForceAt(was, changedAt ?? 0)?.rateScaled === lastScaled
    const isBefore = rows.some((rate) => rate.jumpConfirmed && rate.effectiveAt > (changedAt ?? 0))
    const kept = changedAt !== null && changedAt > since && isKept && !isBefore && fromScaled !== null
    if (!kept) return rows.map(({ rateScaled }) => rateScaled)
    return [
      fromScaled,
      ...rows.filter(({ effectiveAt }) => effectiveAt > changedAt).map(({ rateScaled }) => rateScaled),
    ]
  }
}

/** The scaled rate of a direction without a rate of its own, by the other rates; undefined if none leads there. */
function rateThrough(rates: RateRow[], { base, quote }: Direction, now: number): number | undefined {
  const current = rates.filter((rate) => inForceAt(timelineOf(rates, directionOf(rate)), now) === rate)
  const found = rateBetween(
    current.map((rate) => ({ ...directionOf(rate), id: rate.id, rateScaled: rate.rateScaled })),
    base,
    quote,
  )
  return found && (found.times / found.over) * RATE_SCALE
}

export const directionOf = ({ baseCurrency, quoteCurrency }: RateRow): Direction => ({
  base: baseCurrency,
  quote: quoteCurrency,
})
