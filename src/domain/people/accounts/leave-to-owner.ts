import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { users } from '#db/schema/core/users.ts'
import type { Ctx } from '#domain/core/context.ts'

/** Deletes other accounts of an address that never proved it, so that they do not keep it from this user. */
export const leaveToOwner = (ctx: Ctx, userId: string, email: string): Write =>
  ctx.db
    .update(users)
    .set({ deletedAt: ctx.now, erasureDueAt: ctx.now, updatedAt: ctx.now })
    .where(
      and(eq(users.email, email), ne(users.id, userId), isNull(users.emailVerifiedAt), sql`users.deleted_at IS NULL`),
    )
