import { asc, desc, sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { categories } from '#db/schema/catalogue/categories.ts'
import { posts } from '#db/schema/office/posts.ts'
import { isPublicShop } from '#db/schema/shops/shops.ts'
import { onSale } from '#domain/catalogue/products/search/on-sale.ts'
import type { Ctx } from '#domain/core/context.ts'
import { MOST_TAGS } from '#kernel/limits.ts'

/** A page that search engines may find; `changedAt` is null where nobody knows it. */
export type Findable = { id: string; path: string; changedAt: number | null }

/**
 * Keys of the search that one part of the sitemap looks at: each thing that is shown has one, and it rises with time. As many things have
 * a tag in one answer, so that a part leaves the caches with each of them.
 */
const KEYS_OF_A_PART = MOST_TAGS
const MOST_POSTS = 5000

/** Counts the parts of the sitemap that hold products and shops. */
export async function countSitemapParts(ctx: Ctx): Promise<number> {
  const [last] = await ctx.db.all<{ row: number | null }>(sql`SELECT max(row) AS row FROM search_keys`)
  return Math.ceil((last?.row ?? 0) / KEYS_OF_A_PART)
}

/** Lists the products and shops that guests see, of one part of the sitemap, counted from 1. */
export function listSitemapPart(ctx: Ctx, part: number): Promise<Findable[]> {
  const keys = sql`k.row > ${(part - 1) * KEYS_OF_A_PART} AND k.row <= ${part * KEYS_OF_A_PART}`
  return ctx.db.all<Findable>(sql`
    SELECT p.id AS id, '/p/' || p.slug AS path, p.updated_at AS changedAt
    FROM search_keys k CROSS JOIN products p ON p.id = k.thing_id WHERE ${keys} AND ${onSale(ctx, 'p')}
    UNION ALL
    SELECT s.id AS id, '/b/' || s.slug AS path, s.updated_at AS changedAt
    FROM search_keys k CROSS JOIN shops s ON s.id = k.thing_id WHERE ${keys} AND ${isPublicShop('s')}`)
}

/** Lists the categories and the latest posts. */
export async function listSitemapHead(ctx: Ctx): Promise<Findable[]> {
  const [shown, published] = await readTogether(
    ctx.db,
    ctx.db
      .select({ id: categories.id, slug: categories.slug })
      .from(categories)
      .where(sql`is_active = 1`)
      .orderBy(asc(categories.sortOrder)),
    ctx.db
      .select({ id: posts.id, slug: posts.slug, changedAt: posts.updatedAt })
      .from(posts)
      .where(sql`status = 'PUBLISHED'`)
      .orderBy(desc(posts.publishedAt), desc(posts.id))
      .limit(MOST_POSTS),
  )
  return [
    ...shown.map(({ id, slug }) => ({ id, path: `/c/${slug}`, changedAt: null })),
    ...published.map(({ id, slug, changedAt }) => ({ id, path: `/blog/${slug}`, changedAt })),
  ]
}
