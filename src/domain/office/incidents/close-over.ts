import { sql } from 'drizzle-orm'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { closeIncidents, OVER } from '#domain/core/incidents/close.ts'
import { IS_OPEN, isOf, lastsFor } from '#domain/core/incidents/matter.ts'
import { MATTERS } from './matters.ts'

/** Most incidents that one tick closes; the next tick closes the others. */
const BATCH = 100

const ends = MATTERS.flatMap((each) => {
  const lasts = lastsFor(each)
  return lasts === undefined ? [] : [`WHEN ${isOf(each)} THEN NOT ${lasts}`]
})
const isOver = sql.raw(`${IS_OPEN} AND i.opened_by IS NULL AND CASE ${ends.join('\n')} ELSE 0 END`)

/**
 * Closes every incident of the service whose matter is over, whatever ended it (docs/gateways.md, Incidents); most acts close theirs in
 * their own commit.
 */
export async function closeIncidentsOver(ctx: Ctx): Promise<void> {
  const found = await ctx.db.all<{ ref: string }>(sql`
    SELECT i.ref FROM incidents i INDEXED BY incidents_service_open WHERE ${isOver} LIMIT ${BATCH}`)
  if (found.length === 0) return
  const refs = JSON.stringify(found.map(({ ref }) => ref))
  const stillOver = sql`(SELECT i.ref FROM json_each(${refs}) f CROSS JOIN incidents i ON i.ref = f.value WHERE ${isOver})`
  await commit(ctx, closeIncidents(ctx, stillOver, OVER))
}
