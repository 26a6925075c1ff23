import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { sessions } from '#db/schema/core/sessions.ts'
import type { Ctx } from '#domain/core/context.ts'
import { isWithinStaffHours } from '#domain/core/owner/session-life.ts'

export { isWithinStaffHours }

/** Condition: a session of this account can still be used or refreshed. */
export const isLiveOf = (ctx: Ctx, userId: string) =>
  and(
    eq(sessions.userId, userId),
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, ctx.now),
    gt(sessions.endsAt, ctx.now),
    sql`EXISTS (SELECT 1 FROM users WHERE users.id = ${userId} AND ${isWithinStaffHours(ctx.now)})`,
  )
