import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { type Ctx, signatureOf } from '#domain/core/context.ts'
import { slugOf } from '#kernel/folding.ts'
import { requireDates, requirePlaces } from './guards.ts'
import type { NewLine } from './sift.ts'

const ALREADY_THERE = guard('IMPORT_SKU_TAKEN', 'CONFLICT', {
  reason: 'ALREADY_EXISTS',
  message: 'Un produit vient de prendre cette référence.',
})

const rows = (list: string) => sql`json_each(${list})`

/** Writes new products as drafts, each with one variant, by a few statements whatever their number. */
export function createLines(ctx: Ctx, shop: { shopId: string; sellerProfileId: string }, lines: NewLine[]): Write[] {
  if (lines.length === 0) return []
  const { actorId, caller } = signatureOf(ctx)
  const fresh = lines.map(({ place, ...line }) => {
    const id = ctx.ids.v7()
    const ids = { id, variantId: ctx.ids.v7(), movementId: ctx.ids.v7() }
    return { ...line, ...place, ...ids, slug: `${slugOf(line.name)}-${id.slice(-8)}` }
  })
  const list = JSON.stringify(fresh)
  return [
    requirePlaces(
      ctx,
      fresh.map(({ subcategoryId }) => subcategoryId),
    ),
    abortWhen(
      ctx.db,
      ALREADY_THERE,
      sql`EXISTS (SELECT 1 FROM ${rows(list)} j CROSS JOIN variants v ON v.stock_shop_id = ${shop.shopId} AND v.sku = j.value ->> 'sku' WHERE v.sku IS NOT NULL)`,
    ),
    ctx.db.run(sql`
      INSERT INTO products (id, shop_id, seller_profile_id, category_id, subcategory_id, name, slug, description, brand, unit, weight_grams,
        expires_at, currency, reached_at, created_at, updated_at)
      SELECT value ->> 'id', ${shop.shopId}, ${shop.sellerProfileId}, value ->> 'categoryId', value ->> 'subcategoryId', value ->> 'name',
        value ->> 'slug', value ->> 'description', value ->> 'brand', coalesce(value ->> 'unit', 'piece'), value ->> 'weightGrams',
        value ->> 'expiresAt', value ->> 'currency', json_object('DRAFT', ${ctx.now}), ${ctx.now}, ${ctx.now}
      FROM ${rows(list)}`),
    ctx.db.run(sql`
      INSERT INTO history (thing_id, version, thing, event, from_status, to_status, actor_id, caller, at)
      SELECT value ->> 'id', 1, 'product', 'create', NULL, 'DRAFT', ${actorId}, ${caller}, ${ctx.now} FROM ${rows(list)}`),
    ctx.db.run(sql`
      INSERT INTO variants (id, product_id, sku, price_minor, stock, held, is_default, position, version, created_at, updated_at)
      SELECT value ->> 'variantId', value ->> 'id', value ->> 'sku', value ->> 'priceMinor', 0, 0, 1, 0, 1, ${ctx.now}, ${ctx.now}
      FROM ${rows(list)}`),
    ctx.db.run(sql`
      INSERT INTO stock_movements (id, variant_id, type, amount, actor_id, created_at)
      SELECT value ->> 'movementId', value ->> 'variantId', 'INITIAL', value ->> 'stock', ${actorId}, ${ctx.now}
      FROM ${rows(list)} WHERE value ->> 'stock' > 0`),
    requireDates(
      ctx,
      fresh.map(({ id }) => id),
    ),
  ]
}
