import { sql } from 'drizzle-orm'
import type { Write } from '../../db/client.ts'
import { counters } from '../../db/schema/core/counters.ts'
import { yearOf } from '../../kernel/period.ts'
import type { Ctx } from './context.ts'

/** What is numbered by year: `CMD-2026-000001` is the first of `orders` in 2026. */
export type Series = { name: string; prefix: string }

const counterOf = ({ name }: Series, { now }: Ctx) => `series:${name}:${yearOf(now)}`

/** Takes the next numbers of the year, in the commit that uses them: one that comes to nothing takes none. */
export const takeNumbers = (ctx: Ctx, series: Series, count = 1): Write =>
  ctx.db
    .insert(counters)
    .values({ name: counterOf(series, ctx), value: count })
    .onConflictDoUpdate({ target: counters.name, set: { value: sql`counters.value + ${count}` } })

/** Behind `takeNumbers` in its commit: the last number taken, or the one that is so many before it. */
export const numberTaken = (ctx: Ctx, series: Series, before = 0) =>
  sql<string>`(SELECT format(${`${series.prefix}-${yearOf(ctx.now)}-%06d`}, c.value - ${before}) FROM counters c WHERE c.name = ${counterOf(series, ctx)})`
