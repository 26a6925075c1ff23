import { desc, sql } from 'drizzle-orm'
import * as z from 'zod'
import { countUpTo1000, readPage } from '#db/read-page.ts'
import { deliveryZones } from '#db/schema/orders/zones.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { viewZone } from './view.ts'

export const ListZones = z.strictObject(f.pageQuery)

/** Every zone, newest first, those that are closed too (docs/states.md, Delivery zone); `total` stops at 1000. */
export async function listZones(ctx: Ctx, page: z.output<typeof ListZones>) {
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    ctx.db
      .select()
      .from(deliveryZones)
      // Written out, as the index has it.
      .where(sql`deleted_at IS NULL`)
      .orderBy(desc(deliveryZones.createdAt), desc(deliveryZones.id)),
    countUpTo1000(ctx.db, sql`SELECT 1 FROM delivery_zones WHERE deleted_at IS NULL`),
  )
  return { zones: rows.map(viewZone), pagination }
}
