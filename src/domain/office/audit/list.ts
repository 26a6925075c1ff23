import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { countUpTo1000, readPage } from '#db/read-page.ts'
import { audit } from '#db/schema/core/history.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { periodOf, periodQuery } from '#kernel/period.ts'
import { viewEntry } from './view.ts'

export const ListAudit = z.strictObject({
  ...f.pageQuery,
  ...periodQuery,
  actorId: f.line(1, 64).optional(),
  action: f.line(1, 64).optional(),
  targetId: f.line(1, 64).optional(),
})
type Filter = Omit<z.output<typeof ListAudit>, 'page' | 'limit'>

/** Lists the audit record, the newest entry first (docs/accounts.md, Record of acts). With a filter `total` stops at 1000. */
export async function listAudit(ctx: Ctx, { page, limit, ...filter }: z.output<typeof ListAudit>) {
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const where = conditionOf(filter)
  const { rows, pagination } = await readPage(
    ctx.db,
    { page, limit },
    ctx.db.select().from(audit).where(where).orderBy(sql`at DESC`, sql`id DESC`),
    isFiltered ? countUpTo1000(ctx.db, sql`SELECT 1 FROM audit WHERE ${where}`) : totalOf(ctx.db, counterName('audit')),
  )
  return { entries: rows.map(viewEntry), pagination }
}

/**
 * The condition of a filter. A target has few entries, so its index is walked; a plus keeps SQLite from the other indexes. A person and an
 * action together have their own index.
 */
function conditionOf({ actorId, action, targetId, ...period }: Filter): SQL {
  const { since, before } = periodOf(period)
  const plus = targetId === undefined ? sql`` : sql`+`
  const conditions = [
    ...(targetId === undefined ? [] : [sql`target_id = ${targetId}`]),
    ...(actorId === undefined ? [] : [sql`${plus}actor_id = ${actorId}`]),
    ...(action === undefined ? [] : [sql`${plus}action = ${action}`]),
    ...(since === undefined ? [] : [sql`at >= ${since}`]),
    ...(before === undefined ? [] : [sql`at < ${before}`]),
  ]
  return conditions.length === 0 ? sql`1` : sql.join(conditions, sql` AND `)
}
