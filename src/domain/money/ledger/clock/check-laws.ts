import { sql } from 'drizzle-orm'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { askOfKeys, askWhole, countFaults, outcomeOf, type Place, selectParts } from './parts.ts'
import { proveMore } from './proofs.ts'
import {
  forgetOthers,
  keepFaults,
  keepVerdicts,
  openIncidents,
  openIncidentsOfFailed,
  selectFaults,
} from './verdicts.ts'

/** Notes that one call takes in. */
const PIECE = 1000
/** Commits of one call that bring the proved sums along. */
const MOST_PROOFS = 20

type Note = { epoch: number; subject: string; key: string }

/** Things whose history is noted under their own subject. */
const HAVE_HISTORY = new Set([
  'attempt',
  'booking',
  'expense',
  'order',
  'payment',
  'payout',
  'refund',
  'subscription',
  'thing',
])

/**
 * Holds the laws of docs/money.md, Laws, for things that changed since they were last held, the first thousand notes of them. Verdicts,
 * faults and the end of the notes are one commit, so that a run that dies is made again; what changes meanwhile is noted anew. Opens
 * an incident for each law that is broken or cannot be checked: one a day, however often it is seen.
 * @returns a number if more notes may be left
 */
export async function checkLaws(ctx: Ctx): Promise<number> {
  for (let i = 0; i < MOST_PROOFS && (await proveMore(ctx)); i++);
  const [notes, known, parts] = await commit(
    ctx,
    [ctx.db.run(sql`UPDATE law_clock SET epoch = epoch + 1`)],
    ctx.db.all<Note>(sql`
      SELECT epoch, subject, key FROM touched WHERE epoch < (SELECT law_clock.epoch FROM law_clock) ORDER BY epoch, subject, key LIMIT ${PIECE}`),
    selectFaults(ctx),
    selectParts(ctx),
  )
  const isLast = notes.length < PIECE
  const keysOf = ({ of }: Place) => [
    ...new Set(
      notes.flatMap(({ subject, key }) =>
        subject === of || (of === 'thing' && HAVE_HISTORY.has(subject)) ? [key] : [],
      ),
    ),
  ]
  const hourly = parts.filter(({ isNightly }) => !isNightly)
  const narrowed = hourly.flatMap((one) => {
    const keys = one.of ? keysOf(one) : []
    return keys.length > 0 ? [{ ...one, keys, text: one.some }] : []
  })
  const open = isLast ? hourly.filter(({ of }) => !of).map((one) => ({ ...one, text: one.whole })) : []
  const answers = [...(await askOfKeys(ctx, narrowed)), ...(await askWhole(ctx, open))]
  const asked: (Place & { keys?: string[] })[] = [...narrowed, ...open]
  // A law that reads only what is open is held whole.
  const isWhole = (name: string) => hourly.every((one) => one.name !== name || !one.of)
  const outcomes = asked.map((one, i) => {
    const keys = one.keys && new Set(one.keys)
    return outcomeOf(one, answers[i], known, (key) => keys?.has(key) ?? true)
  })
  const failed = asked.filter((_, i) => answers[i] === undefined).map(({ name }) => name)
  const moreOf = (name: string) => outcomes.reduce((sum, one) => sum + (one.name === name ? one.more : 0), 0)
  const changed = outcomes.filter(({ gone, come, more }) => gone.length + come.length + more > 0)
  const names = new Set([...(isLast ? hourly : changed)].map(({ name }) => name))
  const last = notes.at(-1)
  await commit(ctx, [
    ...(last
      ? [
          ctx.db.run(
            sql`DELETE FROM touched WHERE (epoch, subject, key) <= (${last.epoch}, ${last.subject}, ${last.key})`,
          ),
        ]
      : []),
    ctx.db.run(
      sql`UPDATE law_clock SET turn = turn + 1, run_asked_at = iif(${isLast ? 1 : 0} AND run_asked_at <= ${ctx.now}, NULL, run_asked_at)`,
    ),
    ...keepFaults(ctx, outcomes),
    ...keepVerdicts(
      ctx,
      [...names]
        .filter((name) => !failed.includes(name))
        .map((name) => ({ name, more: moreOf(name), isWhole: isWhole(name) })),
    ),
    ...openIncidents(ctx, countFaults(known, outcomes)),
    ...openIncidentsOfFailed(ctx, failed),
    ...(isLast
      ? forgetOthers(
          ctx,
          parts.map(({ name }) => name),
        )
      : []),
  ])
  return isLast ? 0 : notes.length
}

/** Holds the laws if a person asked for it since they were last held. @returns as `checkLaws` */
export async function checkAskedLaws(ctx: Ctx): Promise<number> {
  const [asked] = await ctx.db.all(sql`SELECT 1 FROM law_clock WHERE run_asked_at IS NOT NULL`)
  return asked ? checkLaws(ctx) : 0
}
