import { and, eq, isNull } from 'drizzle-orm'
import { deliveryZones } from '#db/schema/orders/zones.ts'
import type { Ctx } from '#domain/core/context.ts'

/** The statement of one zone that was not taken away: for a read, or behind the writes of a commit. */
export const selectZone = (ctx: Ctx, id: string) =>
  ctx.db
    .select()
    .from(deliveryZones)
    .where(and(eq(deliveryZones.id, id), isNull(deliveryZones.deletedAt)))
