import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { Stale } from '#db/violation.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { dayOf } from '#kernel/period.ts'
import { beginSums, holdSum, SUM, SUM_OF_TRANSFERS, selectBusy } from './busy-accounts.ts'
import {
  beginningOf,
  endOf,
  keepWalk,
  newWalk,
  nextSize,
  selectEnd,
  selectWalks,
  type Walk,
  walkOf,
} from './night-walks.ts'
import { askOfSpan, countFaults, type Outcome, outcomeOf, type Place, selectParts } from './parts.ts'
import {
  type Fault,
  forgetOthers,
  keepFaults,
  keepVerdicts,
  openIncidents,
  openIncidentsOfFailed,
  selectFaults,
} from './verdicts.ts'

const TURN = guard('LAWS_TURN', 'CONFLICT', { isStale: true })
/** Queries of one run: D1 allows a thousand. */
const MOST_QUERIES = 800

type State = { turn: number; walks: Walk[]; known: Fault[]; parts: Place[]; night: string }

/**
 * Holds the laws for all things, once a night, a slice of keys after the other: each statement is short, and a run goes on where the last
 * one stopped. The place, the faults of the slice and at the end of a walk the verdicts are one commit.
 */
export async function checkNightLaws(ctx: Ctx, { hasTime } = { hasTime: () => true }): Promise<void> {
  const parts = await selectParts(ctx)
  for (let queries = 0; queries < MOST_QUERIES && hasTime(); ) {
    const [[clock], walks, known] = await ctx.db.batch([
      ctx.db.all<{ turn: number }>(sql`SELECT turn FROM law_clock LIMIT 1`),
      selectWalks(ctx),
      selectFaults(ctx),
    ])
    const state = { turn: clock?.turn ?? 0, walks, known, parts, night: dayOf(ctx.now) }
    const walk = nextWalk(state)
    if (!walk) return
    try {
      queries += walk.walk.startsWith(SUM) ? await addUp(ctx, state, walk) : await holdSlice(ctx, state, walk)
    } catch (error) {
      // The hour, or another run, was quicker: the slice is held again.
      if (!(error instanceof Stale)) throw error
      queries += 10
    }
  }
}

/** The walk that goes on, or else the first that did not begin this night. */
function nextWalk({ walks, parts, night }: State): Walk | undefined {
  const known = new Map(walks.map((walk) => [walk.walk, walk]))
  const sum = walks.find(({ walk }) => walk.startsWith(SUM))
  if (sum) return sum
  // Parts that the hour holds whole have no walk.
  const names = new Set(parts.filter(({ walk, isNightly }) => walk || isNightly).map(walkOf))
  const isDue = (walk: Walk | undefined) => !walk || walk.heldTo !== null || walk.night !== night
  const name = [...names].find((one) => isDue(known.get(one)))
  if (name === undefined) return undefined
  const walk = known.get(name)
  if (walk?.heldTo != null) return walk
  return { ...newWalk(name, night), ...(walk && { size: walk.size }) }
}

async function holdSlice(ctx: Ctx, { turn, known, parts, night }: State, walk: Walk): Promise<number> {
  const own = parts.filter((one) => (one.walk || one.isNightly) && walkOf(one) === walk.walk)
  const isWalked = own.some((one) => one.walk)
  const low = walk.heldTo ?? beginningOf(walk.walk)
  const [end] = isWalked ? await selectEnd(ctx, walk, low) : []
  const high = end?.key ?? endOf(walk.walk)
  const answers = await askOfSpan(
    ctx,
    own.map((one) => ({ ...one, text: one.range })),
    { low, high },
  )
  // A busy account is in the care of its own sum.
  const isOfSum = ({ name }: { name: string }) => name === SUM_OF_TRANSFERS
  const busy = own.some(isOfSum) && known.some(isOfSum) ? await selectBusy(ctx, known.filter(isOfSum)) : []
  const isHeld = (one: Place) => (key: string) =>
    !isWalked || (key > low && key <= high && !(isOfSum(one) && busy.some(({ code }) => code === key)))
  const outcomes = own.map((one, i) => outcomeOf(one, answers[i], known, isHeld(one)))
  const more: Record<string, number> = JSON.parse(walk.more)
  for (const [i, { name }] of own.entries()) more[name] = (more[name] ?? 0) + (outcomes[i]?.more ?? 0)
  const failed = own.filter((_, i) => answers[i] === undefined).map(({ name }) => name)
  const longest = Math.max(...answers.map((answer) => answer?.ms ?? 0))
  const next = {
    ...walk,
    size: nextSize(walk.size, longest),
    more: JSON.stringify(more),
    heldTo: end ? high : null,
    night: end ? walk.night : night,
  }
  const ended = end ? [] : own.map(({ name }) => name).filter((name) => !failed.includes(name))
  await keep(ctx, turn, {
    writes: [
      keepWalk(ctx, next),
      ...(own.some(isOfSum) ? [beginSums(ctx, low, high, night)] : []),
      ...openIncidentsOfFailed(ctx, failed),
      ...(end
        ? []
        : forgetOthers(
            ctx,
            parts.map(({ name }) => name),
          )),
    ],
    outcomes,
    looked: [...new Set([...outcomes.flatMap(namesIn), ...ended])].map((name) => ({
      name,
      more: more[name] ?? 0,
      isWhole: ended.includes(name),
    })),
  })
  return own.length + 12
}

/** Goes on with the sum of a busy account. */
async function addUp(ctx: Ctx, { turn, known }: State, walk: Walk): Promise<number> {
  const held = await holdSum(ctx, walk)
  if ('next' in held) {
    await keep(ctx, turn, { writes: [keepWalk(ctx, held.next)], outcomes: [], looked: [] })
    return 6
  }
  const fault = { name: SUM_OF_TRANSFERS, part: 0, key: held.code }
  const isKnown = known.some(({ name, key }) => name === fault.name && key === fault.key)
  const outcome = {
    name: SUM_OF_TRANSFERS,
    gone: held.isRight && isKnown ? [fault] : [],
    come: held.isRight ? [] : [fault],
    more: 0,
  }
  await keep(ctx, turn, {
    writes: [ctx.db.run(sql`DELETE FROM law_walks WHERE walk = ${walk.walk}`)],
    outcomes: [outcome],
    looked: namesIn(outcome).map((name) => ({ name, more: 0, isWhole: false })),
  })
  return 12
}

const namesIn = ({ gone, come }: Outcome) => [...gone, ...come].map(({ name }) => name)

type Kept = { writes: Write[]; outcomes: Outcome[]; looked: { name: string; more: number; isWhole: boolean }[] }

/** Keeps what a slice found, unless another run kept something since its place was read. */
const keep = (ctx: Ctx, turn: number, { writes, outcomes, looked }: Kept) =>
  commit(ctx, [
    abortWhen(ctx.db, TURN, sql`(SELECT turn FROM law_clock) <> ${turn}`),
    ctx.db.run(sql`UPDATE law_clock SET turn = turn + 1`),
    ...writes,
    ...keepFaults(ctx, outcomes),
    ...(looked.length > 0 ? keepVerdicts(ctx, looked) : []),
    ...openIncidents(ctx, countFaults([], outcomes)),
  ])
