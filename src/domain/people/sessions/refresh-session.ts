import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortUnlessChanged, guard } from '#db/guard.ts'
import { sessions } from '#db/schema/core/sessions.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { mailSecondary, mailTo } from '#domain/core/notices/notify.ts'
import { logRevoked } from '#domain/core/owner/revoke-sessions.ts'
import { fail } from '#kernel/failure.ts'
import type { Role } from '#kernel/roles.ts'
import { REFRESH_TTL_MS } from '#kernel/session-lengths.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { sessionReused } from './notices.ts'
import { expiresInSeconds, type Tokens } from './open-session.ts'
import { isWithinStaffHours } from './queries.ts'
import { RIGHTS, type RightsRow, rightsOf } from './rights.ts'
import { readRefreshToken, refreshTokenFor, signAccessToken } from './tokens.ts'

const SESSION_OVER = guard('SESSION_OVER', 'UNAUTHORIZED', { reason: 'TOKEN_EXPIRED' })

export const RefreshSession = z.strictObject({ refreshToken: z.string().min(1).max(1000).optional() })

type RefreshedRow = RightsRow &
  Pick<typeof sessions.$inferSelect, 'userId' | 'generation' | 'rotatedAt' | 'endsAt'> & { email: string }

/** A token is accepted for this long after its successor was used: a second tab may use it, not only a thief. */
const LOST_ANSWER_MS = 30 * SECOND_MS

/**
 * Trades a refresh token for the next one and a new access token (docs/accounts.md, Sessions). An answer may be lost, so a token gets the
 * same successor until 30 s after that was used. An older token means that two parties hold the session: it ends, and the owner is told.
 * @throws 401
 */
export async function refreshSession(ctx: Ctx, token: string | undefined): Promise<Tokens & { role: Role }> {
  const claims = token ? await readRefreshToken(ctx, token) : undefined
  if (!claims) fail('UNAUTHORIZED', 'TOKEN_EXPIRED')
  const live = and(eq(sessions.id, claims.sessionId), isNull(sessions.revokedAt))
  const [session] = await ctx.db.all<RefreshedRow>(sql`
    SELECT sessions.user_id AS userId, users.email AS email, sessions.generation AS generation,
      sessions.rotated_at AS rotatedAt, sessions.ends_at AS endsAt, ${RIGHTS}
    FROM sessions JOIN users ON users.id = sessions.user_id AND users.deleted_at IS NULL AND users.blocked_at IS NULL
    WHERE ${live} AND sessions.expires_at > ${ctx.now} AND sessions.ends_at > ${ctx.now} AND ${isWithinStaffHours(ctx.now)}`)
  if (!session) fail('UNAUTHORIZED', 'TOKEN_EXPIRED')

  // At age 1 the present token was given out but not used, so this is a retry. At age 2 `rotatedAt` is the time at which its successor was
  // used.
  const age = session.generation - claims.generation
  if (age < 0 || age > 2 || (age === 2 && ctx.now - session.rotatedAt > LOST_ANSWER_MS)) {
    await endReused(ctx, claims.sessionId, session)
    fail('UNAUTHORIZED', 'TOKEN_EXPIRED')
  }
  if (age === 0) {
    const expiresAt = Math.min(ctx.now + REFRESH_TTL_MS, session.endsAt)
    const rotated = { generation: claims.generation + 1, rotatedAt: ctx.now, lastUsedAt: ctx.now, expiresAt }
    // One of two refreshes at once rotates; the other changes nothing, and hands out the same successor.
    await commit(ctx, [
      ctx.db
        .update(sessions)
        .set(rotated)
        .where(and(live, eq(sessions.generation, claims.generation))),
    ])
  }
  const [accessToken, refreshToken] = await Promise.all([
    signAccessToken(ctx, { userId: session.userId, sessionId: claims.sessionId, ...rightsOf(session) }),
    refreshTokenFor(ctx, claims.sessionId, claims.generation + 1),
  ])
  return { role: session.role, accessToken, refreshToken, expiresIn: expiresInSeconds }
}

/** Ends a session that two parties hold, and tells its owner once. */
async function endReused(ctx: Ctx, sessionId: string, { userId: id, email }: { userId: string; email: string }) {
  const end = ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.now, revokeReason: 'TOKEN_REUSED' })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
  await commit(ctx, [
    logRevoked(end, 'TOKEN_REUSED', { of: id, session: sessionId }),
    abortUnlessChanged(ctx.db, SESSION_OVER),
    mailTo(ctx, { id, email }, sessionReused, { at: ctx.now }),
    mailSecondary(ctx, id, sessionReused, { at: ctx.now }),
  ])
}
