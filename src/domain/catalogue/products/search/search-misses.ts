import { sql } from 'drizzle-orm'
import type { Ctx } from '#domain/core/context.ts'
import { fold } from '#kernel/folding.ts'
import { dayOf } from '#kernel/period.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import type { ListProducts } from './list-filter.ts'

const MOST_WORDS = 4
/** Most different words counted in one day. */
export const MOST_A_DAY = 1000

/** Most misses that an isolate notes a minute: random searches cost no more writes than these. */
const MOST_A_MINUTE = 30
let minute = { startsAt: 0, noted: 0 }

/**
 * Counts the words of a search that found nothing, after the answer: a sample, without numbers, signs or very long and short words. A
 * search with a filter does not count, because the filter may be the cause.
 */
export function noteMiss(ctx: Ctx, { page: _page, limit: _limit, sort: _sort, search = '', ...filters }: ListProducts) {
  const words = [...new Set(fold(search).match(/[a-z]+/g))].filter((word) => word.length >= 3 && word.length <= 24)
  if (words.length === 0 || Object.values(filters).some((value) => value !== undefined) || !isInSample(ctx.now)) return
  const day = dayOf(ctx.now)
  ctx.later(async () => {
    await ctx.db.run(sql`
      INSERT INTO search_misses (day, word, count) SELECT ${day}, w.value, 1 FROM json_each(${JSON.stringify(words.slice(0, MOST_WORDS))}) w
      WHERE coalesce((SELECT m.count FROM search_misses m WHERE m.day = ${day} AND m.word = ''), 0) < ${MOST_A_DAY}
        OR EXISTS (SELECT 1 FROM search_misses m WHERE m.day = ${day} AND m.word = w.value)
      ON CONFLICT (day, word) DO UPDATE SET count = count + 1`)
  })
}

function isInSample(now: number): boolean {
  if (now - minute.startsAt >= MINUTE_MS || now < minute.startsAt) minute = { startsAt: now, noted: 0 }
  return minute.noted++ < MOST_A_MINUTE
}
