import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { counters } from '#db/schema/core/counters.ts'
import { yearOf } from '#kernel/period.ts'
import type { Ctx } from './context.ts'

/** A series of numbers by year: `CMD-2026-000001` is the first of `orders` in 2026. */
export type Series = { name: string; prefix: string }

const counterOf = ({ name }: Series, { now }: Ctx) => `series:${name}:${yearOf(now)}`

/** Takes the next numbers of the year, in the commit that uses them: a commit that fails takes none. */
export const takeNumbers = (ctx: Ctx, series: Series, count = 1): Write =>
  ctx.db
    .insert(counters)
    .values({ name: counterOf(series, ctx), value: count })
    .onConflictDoUpdate({ target: counters.name, set: { value: sql`counters.value + ${count}` } })

/** The last number that `takeNumbers` took in its commit, or the one that is `before` earlier. */
export const lastNumber = (ctx: Ctx, series: Series, before = 0) =>
  sql<string>`(SELECT format(${`${series.prefix}-${yearOf(ctx.now)}-%06d`}, c.value - ${before}) FROM counters c WHERE c.name = ${counterOf(series, ctx)})`
