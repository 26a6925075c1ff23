import { and, eq, isNull } from 'drizzle-orm'
import { abortUnlessChanged, NOT_FOUND } from '#db/guard.ts'
import { deliveryZones } from '#db/schema/orders/zones.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { requireUnused } from './guards.ts'

/** An administrator takes a zone away that nobody needs; deliveries that have ended still name it. 404, 409 IN_USE */
export async function deleteZone(ctx: Ctx, id: string): Promise<{ deleted: true }> {
  await commit(ctx, [
    requireUnused(ctx, id),
    ctx.db
      .update(deliveryZones)
      .set({ deletedAt: ctx.now })
      .where(and(eq(deliveryZones.id, id), isNull(deliveryZones.deletedAt))),
    abortUnlessChanged(ctx.db, NOT_FOUND),
    recordAct(ctx, 'zone.delete', id),
  ])
  return { deleted: true }
}
