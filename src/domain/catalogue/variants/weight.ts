import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import type { Ctx } from '#domain/core/context.ts'

/** Most bytes of a product's variants together, as JSON: each list that shows the product carries them. */
export const MAX_VARIANTS_BYTES = 16 * 1024
export const TOO_HEAVY = 'Les variantes de ce produit sont trop longues : 16 Kio au plus, ensemble.'

const VARIANTS_TOO_HEAVY = guard('VARIANTS_TOO_HEAVY', 'CONFLICT', {
  message: `${TOO_HEAVY} Raccourcissez leurs noms ou leurs attributs.`,
})

export const bytesOf = (variants: unknown) => new TextEncoder().encode(JSON.stringify(variants)).byteLength

/** Refuses a commit after which the variants' names, references, attributes and prices together weigh too much. 409 */
export const withinWeight = (ctx: Ctx, productId: string): Write =>
  abortWhen(
    ctx.db,
    VARIANTS_TOO_HEAVY,
    sql`(SELECT length(CAST(json_group_array(json_object('name', v.name, 'sku', v.sku, 'price', v.price_minor, 'stock', 0, 'attributes', json(v.attributes))) AS BLOB))
      FROM variants v WHERE v.product_id = ${productId} AND v.deleted_at IS NULL) > ${MAX_VARIANTS_BYTES}`,
  )
