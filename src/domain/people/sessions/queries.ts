import { and, eq, gt, isNull } from 'drizzle-orm'
import { sessions } from '../../../db/schema/people/sessions.ts'
import type { Ctx } from '../../core/context.ts'

/** A session that can still be used or refreshed. */
export const isLiveOf = (ctx: Ctx, userId: string) =>
  and(
    eq(sessions.userId, userId),
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, ctx.now),
    gt(sessions.endsAt, ctx.now),
  )
