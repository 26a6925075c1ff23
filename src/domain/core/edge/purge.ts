import { asc, desc, inArray } from 'drizzle-orm'
import { purges } from '#db/schema/core/purges.ts'
import type { Ctx } from '../context.ts'

/** Tags of one call. Cloudflare takes a hundred, and five calls a minute. */
const TAGS_OF_A_CALL = 100
/** Calls of one tick: the others are left to what is taken down meanwhile. */
const CALLS_OF_A_TICK = 3

/** Takes what was taken down last out of the edge's cache, once its commit is done. The tick tries again what the edge refuses. */
export async function purgeTakenDown(ctx: Ctx): Promise<void> {
  const rows = await ctx.db.select({ tag: purges.tag }).from(purges).orderBy(desc(purges.place)).limit(TAGS_OF_A_CALL)
  if (rows.length > 0) await ctx.edge.purge(rows.map(({ tag }) => tag))
}

/**
 * Takes all that was taken down out of the edge's cache, the oldest first, and forgets it. What was purged before goes once more: an
 * answer that was read before the commit may have been kept after the purge.
 * @returns how many tags were purged, where more may wait
 */
export async function purgeAgain(ctx: Ctx): Promise<number> {
  let purged = 0
  for (let call = 0; call < CALLS_OF_A_TICK; call++) {
    const rows = await ctx.db.select().from(purges).orderBy(asc(purges.place)).limit(TAGS_OF_A_CALL)
    if (rows.length === 0 || !(await ctx.edge.purge(rows.map(({ tag }) => tag)))) break
    const places = rows.map(({ place }) => place)
    await ctx.db.delete(purges).where(inArray(purges.place, places))
    purged += rows.length
    if (rows.length < TAGS_OF_A_CALL) break
  }
  return purged
}
