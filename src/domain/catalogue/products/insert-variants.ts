import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { type Ctx, personOf } from '#domain/core/context.ts'
import type { NewVariant } from './new-product.ts'

export type NewPricedVariant = Omit<NewVariant, 'price'> & { priceMinor: number }

/** Writes a product's variants, the first as the default, with their stock as INITIAL movements: two statements whatever their number. */
export function insertVariants(ctx: Ctx, productId: string, variants: NewPricedVariant[]): Write[] {
  const rows = variants.map((variant, position) => ({
    id: ctx.ids.v7(),
    movementId: ctx.ids.v7(),
    position,
    ...variant,
  }))
  const list = JSON.stringify(rows)
  return [
    ctx.db.run(sql`
      INSERT INTO variants (id, product_id, name, attributes, sku, price_minor, stock, held, is_default, position, version, created_at, updated_at)
      SELECT value->>'id', ${productId}, value->>'name', json_extract(value, '$.attributes'), value->>'sku', value->>'priceMinor', 0, 0,
        value->>'position' = 0, value->>'position', 1, ${ctx.now}, ${ctx.now}
      FROM json_each(${list})`),
    ctx.db.run(sql`
      INSERT INTO stock_movements (id, variant_id, type, amount, actor_id, created_at)
      SELECT value->>'movementId', value->>'id', 'INITIAL', value->>'stock', ${personOf(ctx)?.id ?? null}, ${ctx.now}
      FROM json_each(${list}) WHERE value->>'stock' > 0`),
  ]
}
