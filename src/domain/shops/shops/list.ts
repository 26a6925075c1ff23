import { desc, inArray, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { countUpTo1000, readPage } from '#db/read-page.ts'
import { isPublicShop, shops } from '#db/schema/shops/shops.ts'
import { prefixQuery } from '#db/search-terms.ts'
import type { Ctx } from '#domain/core/context.ts'
import { isOpenSql } from '#domain/core/opening-hours.ts'
import * as f from '#kernel/fields.ts'
import { fold } from '#kernel/folding.ts'
import { showsProductIn } from '../above.ts'
import { viewPublicShop } from './view.ts'

export const ListShops = z.strictObject({
  ...f.pageQuery,
  search: f.search.optional(),
  categoryId: f.idIn.optional(),
  city: f.line(1, 80).optional(),
  openNow: z.enum(['true', 'false']).optional(),
})
type ListShops = z.output<typeof ListShops>

/**
 * Lists the shops that guests see, the newest first (docs/states.md, Shop). `search` finds the start of any word of name, description or
 * city, whatever its accents and case; `categoryId` finds shops with a product on sale in it; `openNow` those open, or not.
 */
export async function listShops(ctx: Ctx, input: ListShops) {
  const isFiltered = Boolean(input.search || input.categoryId || input.city || input.openNow)
  const matches = input.search === undefined ? walkPublished(ctx, input) : walkMatches(ctx, input, input.search)
  const { rows, pagination } = await readPage(
    ctx.db,
    input,
    (cut) =>
      ctx.db
        .select()
        .from(shops)
        .where(inArray(shops.id, sql`(${matches(sql`s.id`)} ${cut})`))
        .orderBy(desc(shops.createdAt), desc(shops.id)),
    isFiltered ? countUpTo1000(ctx.db, matches(sql`1`)) : totalOf(ctx.db, counterName('publishedShops')),
  )
  return { shops: rows.map((shop) => viewPublicShop(ctx, shop)), pagination }
}

type Matches = (what: SQL) => SQL

const filtersOf = (ctx: Ctx, { categoryId, city, openNow }: ListShops) => sql`${isPublicShop('s')}
  AND ${city === undefined ? sql`1` : sql`s.folded_city = ${fold(city)}`}
  AND ${openNow === undefined ? sql`1` : sql`${isOpenSql('s', ctx.now)} = ${openNow === 'true' ? 1 : 0}`}
  AND ${categoryId === undefined ? sql`1` : showsProductIn(categoryId)}`

/** Walks an index of published shops and stops at the end of the page. */
const walkPublished =
  (ctx: Ctx, input: ListShops): Matches =>
  (what) =>
    sql`SELECT ${what} FROM shops s WHERE ${filtersOf(ctx, input)} ORDER BY s.created_at DESC, s.id DESC`

/** Walks the matches of the search, the latest published first. */
const walkMatches =
  (ctx: Ctx, input: ListShops, search: string): Matches =>
  (what) =>
    sql`SELECT ${what} FROM shops_search
      CROSS JOIN search_keys k ON k.row = shops_search.rowid CROSS JOIN shops s ON s.id = k.thing_id
      WHERE shops_search MATCH ${prefixQuery(search)} AND ${filtersOf(ctx, input)} ORDER BY shops_search.rowid DESC`
