import { desc, eq, sql } from 'drizzle-orm'
import { moderationEvents } from '#db/schema/core/moderation.ts'
import type { Ctx } from '#domain/core/context.ts'
import { selectProductsWhere } from '../products/queries.ts'

const MOST_EVENTS = 100

/** Selects the last hundred moves of moderation of a product, the newest first. */
export const selectEvents = (ctx: Ctx, id: string) =>
  ctx.db
    .select()
    .from(moderationEvents)
    .where(eq(moderationEvents.thingId, id))
    .orderBy(desc(moderationEvents.version))
    .limit(MOST_EVENTS)

/** Selects any seller's product that is not deleted, for staff. */
export const selectAnyProduct = (ctx: Ctx, id: string) =>
  selectProductsWhere(ctx, sql`p.id = ${id} AND p.deleted_at IS NULL`)
