import { and, desc, eq, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { addresses } from '#db/schema/people/addresses.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'

/** Condition: this address belongs to the signed-in person. */
export const isMine = (ctx: Ctx, id: string) => and(eq(addresses.id, id), eq(addresses.userId, actorOf(ctx).id))
export const selectAddress = (ctx: Ctx, id: string) => ctx.db.select().from(addresses).where(isMine(ctx, id))
export const newestFirst = [desc(addresses.createdAt), desc(addresses.id)] as const

/** True at that point of the commit if the signed-in person has no default address. */
export const hasNoDefault = (ctx: Ctx) =>
  sql`NOT EXISTS (SELECT 1 FROM addresses d WHERE d.user_id = ${actorOf(ctx).id} AND d.is_default = 1)`

/** Ends the present default before another is set: a person never has two, not even for a moment. */
export const dropDefault = (ctx: Ctx): Write =>
  ctx.db
    .update(addresses)
    .set({ isDefault: false, updatedAt: ctx.now })
    .where(and(eq(addresses.userId, actorOf(ctx).id), sql`is_default = 1`))
