import { and, desc, eq, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { addresses } from '../../../db/schema/people/addresses.ts'
import { actorOf, type Ctx } from '../../core/context.ts'

/** One of the addresses of the person asking. */
export const isMine = (ctx: Ctx, id: string) => and(eq(addresses.id, id), eq(addresses.userId, actorOf(ctx).id))
export const selectAddress = (ctx: Ctx, id: string) => ctx.db.select().from(addresses).where(isMine(ctx, id))
export const newestFirst = [desc(addresses.createdAt), desc(addresses.id)] as const

/** True at the point of a commit where none of the person's addresses is the default. */
export const hasNoDefault = (ctx: Ctx) =>
  sql`NOT EXISTS (SELECT 1 FROM addresses d WHERE d.user_id = ${actorOf(ctx).id} AND d.is_default = 1)`

/** Makes room for another default: there is never more than one, not even for a moment. */
export const dropDefault = (ctx: Ctx): Write =>
  ctx.db
    .update(addresses)
    .set({ isDefault: false, updatedAt: ctx.now })
    .where(and(eq(addresses.userId, actorOf(ctx).id), sql`is_default = 1`))
