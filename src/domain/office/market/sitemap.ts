import { asc, desc, sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { categories } from '#db/schema/catalogue/categories.ts'
import { posts } from '#db/schema/office/posts.ts'
import { isPublicShop } from '#db/schema/shops/shops.ts'
import { onSale } from '#domain/catalogue/products/search/on-sale.ts'
import type { Ctx } from '#domain/core/context.ts'
import { MOST_TAGS } from '#kernel/limits.ts'

/**
 * A page that search engines may find; `changedAt` is null where nobody knows it. When one of the things `of` these ids is taken down, the
 * page goes: a product goes with its shop.
 */
export type Findable = { path: string; changedAt: number | null; of: string[] }

/**
 * Keys of the search that one part of the sitemap looks at: each thing that is shown has one, and it rises with time. A product and its
 * shop have a tag each, so that a part leaves the caches with each of them.
 */
const KEYS_OF_A_PART = MOST_TAGS / 2

/** Counts the parts of the sitemap that hold products and shops. */
export async function countSitemapParts(ctx: Ctx): Promise<number> {
  const [last] = await ctx.db.all<{ row: number | null }>(sql`SELECT max(row) AS row FROM search_keys`)
  return Math.ceil((last?.row ?? 0) / KEYS_OF_A_PART)
}

/** Lists the products and shops that guests see, of one part of the sitemap, counted from 1. */
export async function listSitemapPart(ctx: Ctx, part: number): Promise<Findable[]> {
  const keys = sql`k.row > ${(part - 1) * KEYS_OF_A_PART} AND k.row <= ${part * KEYS_OF_A_PART}`
  const rows = await ctx.db.all<{ id: string; shopId: string; path: string; changedAt: number }>(sql`
    SELECT p.id AS id, p.shop_id AS shopId, '/p/' || p.slug AS path, p.updated_at AS changedAt
    FROM search_keys k CROSS JOIN products p ON p.id = k.thing_id WHERE ${keys} AND ${onSale(ctx, 'p')}
    UNION ALL
    SELECT s.id AS id, s.id AS shopId, '/b/' || s.slug AS path, s.updated_at AS changedAt
    FROM search_keys k CROSS JOIN shops s ON s.id = k.thing_id WHERE ${keys} AND ${isPublicShop('s')}`)
  return rows.map(({ id, shopId, ...found }) => ({ ...found, of: [id, shopId] }))
}

/** Lists the categories, and as many of the latest posts as an answer has tags. */
export async function listSitemapHead(ctx: Ctx): Promise<Findable[]> {
  const [shown, published] = await readTogether(
    ctx.db,
    ctx.db
      .select({ slug: categories.slug })
      .from(categories)
      .where(sql`is_active = 1`)
      .orderBy(asc(categories.sortOrder)),
    ctx.db
      .select({ id: posts.id, slug: posts.slug, changedAt: posts.updatedAt })
      .from(posts)
      .where(sql`status = 'PUBLISHED'`)
      .orderBy(desc(posts.publishedAt), desc(posts.id))
      .limit(MOST_TAGS),
  )
  return [
    ...shown.map(({ slug }) => ({ path: `/c/${slug}`, changedAt: null, of: [] })),
    ...published.map(({ id, slug, changedAt }) => ({ path: `/blog/${slug}`, changedAt, of: [id] })),
  ]
}
