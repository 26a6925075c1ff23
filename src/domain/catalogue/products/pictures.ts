import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import type { StoredPicture } from '#domain/core/files/pictures.ts'

/** Writes the rows of new pictures, in their order, behind those that the product has. */
export const insertImages = (ctx: Ctx, productId: string, pictures: StoredPicture[]): Write[] =>
  pictures.length === 0
    ? []
    : [
        ctx.db.run(sql`
          INSERT INTO product_images (id, product_id, key, content_type, position, created_at, width, height)
          SELECT value->>'id', ${productId}, value->>'key', value->>'contentType',
            key + (SELECT count(*) FROM product_images i WHERE i.product_id = ${productId}), ${ctx.now},
            value->>'width', value->>'height'
          FROM json_each(${JSON.stringify(pictures)})`),
      ]
