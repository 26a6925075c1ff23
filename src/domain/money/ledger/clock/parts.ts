import { sql } from 'drizzle-orm'
import type { lawParts } from '#db/schema/money/laws.ts'
import type { Ctx } from '#domain/core/context.ts'
import { report } from '#kernel/report.ts'
import type { Fault } from './verdicts.ts'

/** A part of a law. */
export type Place = Pick<typeof lawParts.$inferSelect, 'name' | 'part' | 'of' | 'walk' | 'whole' | 'some' | 'range'> & {
  isNightly: 0 | 1
}

/** Selects the parts of all laws. */
export const selectParts = (ctx: Ctx) =>
  ctx.db.all<Place>(sql`
    SELECT name, part, of, walk, is_nightly AS "isNightly", whole, some, range FROM law_parts ORDER BY seq LIMIT 1000`)

/** Things that a law keeps by name; of others it keeps the number. */
export const MOST_KEPT = 20

/** The keys that a part found, as many as are kept, and the number of all; undefined if its query failed. */
export type Answer = { keys: string[]; things: number; ms: number } | undefined
type Query = { name: string; text: string; tables: ReturnType<typeof sql> }

const tableOfKeys = (keys: readonly string[]) =>
  sql`keys (value) AS (SELECT value FROM json_each(${JSON.stringify(keys)})), `
const tableOfSpan = ({ low, high }: Span) => sql`span (low, high) AS (SELECT ${low}, ${high}), `

/** The keys above `low`, up to `high`. */
export type Span = { low: string; high: string }

const statement = (ctx: Ctx, { text, tables }: Query) =>
  ctx.db.run(sql`
    WITH ${tables}found (key) AS (${sql.raw(text)})
    SELECT CAST(f.key AS TEXT) AS key, count(*) OVER () AS broken FROM (SELECT DISTINCT key FROM found) f LIMIT ${MOST_KEPT}`)

type Found = { key: string; broken: number }
const read = ({ results, meta }: D1Result): Answer => {
  const found = results as Found[]
  return { keys: found.map(({ key }) => key), things: found[0]?.broken ?? 0, ms: meta.duration }
}

/**
 * Asks queries in one trip; if one of them fails, each alone.
 * @throws the error if all fail: it is the database's
 */
async function ask(ctx: Ctx, queries: Query[]): Promise<Answer[]> {
  const [first, ...others] = queries.map((one) => statement(ctx, one))
  if (!first) return []
  try {
    return ((await ctx.db.batch([first, ...others])) as unknown as D1Result[]).map(read)
  } catch (error) {
    const answers: Answer[] = []
    for (const one of queries) {
      try {
        answers.push(read((await statement(ctx, one)) as unknown as D1Result))
      } catch (own) {
        report('law not looked at', { law: one.name }, own)
        answers.push(undefined)
      }
    }
    if (answers.every((answer) => answer === undefined) && queries.length > 1) throw error
    return answers
  }
}

/** Holds the parts for all things that they are about. */
export const askWhole = (ctx: Ctx, parts: { name: string; text: string }[]) =>
  ask(
    ctx,
    parts.map((one) => ({ ...one, tables: sql`` })),
  )

export const askOfKeys = (ctx: Ctx, parts: { name: string; text: string; keys: readonly string[] }[]) =>
  ask(
    ctx,
    parts.map(({ keys, ...one }) => ({ ...one, tables: tableOfKeys(keys) })),
  )

export const askOfSpan = (ctx: Ctx, parts: { name: string; text: string }[], span: Span) =>
  ask(
    ctx,
    parts.map((one) => ({ ...one, tables: tableOfSpan(span) })),
  )

/** The outcome of a part for the things that were looked at: faults that are over, new ones, and the number that is not kept. */
export type Outcome = { name: string; gone: Fault[]; come: Fault[]; more: number }

/** Compares the answer of a part with the kept faults of the things that it looked at. */
export function outcomeOf(
  { name, part }: Place,
  answer: Answer,
  known: Fault[],
  isHeld: (key: string) => boolean,
): Outcome {
  if (!answer) return { name, gone: [], come: [], more: 0 }
  const own = known.filter((one) => one.name === name && one.part === part)
  const held = own.filter(({ key }) => isHeld(key))
  // Among more things than are listed an old one may be broken still.
  const gone = answer.things > answer.keys.length ? [] : held.filter(({ key }) => !answer.keys.includes(key))
  const room = MOST_KEPT - known.filter((one) => one.name === name).length + gone.length
  const come = answer.keys
    .filter((key) => !own.some((one) => one.key === key))
    .slice(0, Math.max(0, room))
    .map((key) => ({ name, part, key }))
  return { name, gone, come, more: Math.max(0, answer.things - come.length - (held.length - gone.length)) }
}

/** The number of things that break each law behind these outcomes, of the laws that are broken. */
export function countFaults(known: Fault[], outcomes: Outcome[]): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (name: string, many: number) => counts.set(name, (counts.get(name) ?? 0) + many)
  for (const { name } of known) add(name, 1)
  for (const { name, come, gone, more } of outcomes) add(name, come.length - gone.length + more)
  return new Map([...counts].filter(([, many]) => many > 0))
}
