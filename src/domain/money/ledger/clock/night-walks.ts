import { sql } from 'drizzle-orm'
import { dayAfter } from '#db/law.ts'
import type { Ctx } from '#domain/core/context.ts'
import type { Place } from './parts.ts'

/** The night's place in a walk, as `law_walks` keeps it. */
export type Walk = { walk: string; heldTo: string | null; size: number; more: string; night: string }

export const selectWalks = (ctx: Ctx) =>
  ctx.db.all<Walk>(sql`SELECT walk, held_to AS heldTo, size, more, night FROM law_walks LIMIT 10000`)

/** The walk of a part: one without keys is a walk of one statement. */
export const walkOf = ({ walk, name, part }: Place) => walk ?? `${name} ${part}`

const isOfDays = (walk: string) => walk.startsWith('day:')
/** Bounds behind which there are no keys. */
export const beginningOf = (walk: string) => (isOfDays(walk) ? '0000-01-01' : '')
export const endOf = (walk: string) => (isOfDays(walk) ? '9999-12-30' : '\u{10ffff}')

/** The key at which a slice of `size` rows above `low` ends; none if fewer are left. */
export function selectEnd(ctx: Ctx, { walk, size }: Pick<Walk, 'walk' | 'size'>, low: string) {
  if (isOfDays(walk)) {
    const table = sql.raw(walk.slice(4))
    return ctx.db.all<{ key: string }>(sql`
      WITH span (low) AS (SELECT ${low})
      SELECT date(k.created_at / 1000 + 7200, 'unixepoch') AS key FROM ${table} k
      WHERE k.created_at >= ${sql.raw(dayAfter('(SELECT low FROM span)'))} ORDER BY k.created_at LIMIT 1 OFFSET ${size}`)
  }
  const column = sql.raw(walk.split(' ').at(-1) ?? '')
  return ctx.db.all<{ key: string }>(
    sql`SELECT ${sql.raw(walk.replace(' FROM ', ' AS key FROM '))} > ${low} ORDER BY ${column} LIMIT 1 OFFSET ${size}`,
  )
}

const [FEWEST, MOST, BEGIN] = [20, 20_000, 500]
const [SHORT_MS, LONG_MS] = [15, 40]
/** Rows of the next slice: half if a statement took long, twice as many if all were short. */
export const nextSize = (size: number, ms: number) =>
  Math.min(MOST, Math.max(FEWEST, ms > LONG_MS ? size >> 1 : ms < SHORT_MS ? size * 2 : size))

/** A walk that begins. */
export const newWalk = (walk: string, night: string): Walk => ({
  walk,
  heldTo: beginningOf(walk),
  size: BEGIN,
  more: '{}',
  night,
})

/** Keeps the place of a walk. */
export const keepWalk = (ctx: Ctx, { walk, heldTo, size, more, night }: Walk) =>
  ctx.db.run(sql`
    INSERT INTO law_walks (walk, held_to, size, more, night) VALUES (${walk}, ${heldTo}, ${size}, ${more}, ${night})
    ON CONFLICT (walk) DO UPDATE SET held_to = excluded.held_to, size = excluded.size, more = excluded.more, night = excluded.night`)
