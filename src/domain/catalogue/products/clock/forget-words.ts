import { sql } from 'drizzle-orm'
import type { Ctx } from '#domain/core/context.ts'
import { DAY_MS } from '#kernel/time.ts'
import { isOnSaleWord } from '../search/search-terms.ts'

/** Most words that one statement looks at. */
const BATCH = 500

/**
 * Deletes the words of names and brands that no product on sale has, with their spellings (decision 10). Each night begins at another
 * letter, in case there is no time for all.
 */
export async function forgetWords(ctx: Ctx, hasTime: () => boolean): Promise<void> {
  const letter = String.fromCharCode(97 + (Math.floor(ctx.now / DAY_MS) % 26))
  await forgetFrom(ctx, letter, '{', hasTime)
  await forgetFrom(ctx, '', letter, hasTime)
}

/** Deletes unused words from `from` to before `end`; `{` comes after z. */
async function forgetFrom(ctx: Ctx, from: string, end: string, hasTime: () => boolean): Promise<void> {
  let begin = from
  while (hasTime()) {
    const some = sql`SELECT w.word FROM search_words w WHERE w.word >= ${begin} AND w.word < ${end} ORDER BY w.word LIMIT ${BATCH}`
    const [last] = await ctx.db.all<{ word: string | null; many: number }>(
      sql`SELECT max(word) AS word, count(*) AS many FROM (${some})`,
    )
    if (!last?.word) return
    await ctx.db.run(
      sql`DELETE FROM search_words WHERE word >= ${begin} AND word <= ${last.word} AND NOT ${isOnSaleWord(sql`search_words.word`)}`,
    )
    if (last.many < BATCH) return
    begin = `${last.word}a`
  }
}
