import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { users } from '../../../db/schema/core/users.ts'
import type { Ctx } from '../../core/context.ts'

/** Somebody who registered the address and never proved it does not keep it from whoever proves to hold it. */
export const leaveToOwner = (ctx: Ctx, userId: string, email: string): Write =>
  ctx.db
    .update(users)
    .set({ deletedAt: ctx.now, erasureDueAt: ctx.now, updatedAt: ctx.now })
    .where(
      and(eq(users.email, email), ne(users.id, userId), isNull(users.emailVerifiedAt), sql`users.deleted_at IS NULL`),
    )
