import { and, eq, gt, isNull } from 'drizzle-orm'
import * as z from 'zod'
import { sessions } from '../../../db/schema/people/sessions.ts'
import { users } from '../../../db/schema/people/users.ts'
import { fail } from '../../../kernel/failure.ts'
import { SECOND_MS } from '../../../kernel/time.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { expiresInSeconds, REFRESH_TTL_MS, type Tokens } from './open-session.ts'
import { readRefreshToken, refreshTokenFor, signAccessToken } from './tokens.ts'

export const RefreshSession = z.strictObject({ refreshToken: z.string().min(1).max(1000).optional() })

/** A predecessor that is used again within this is a lost answer or a second tab, not a thief. */
const GRACE_MS = 30 * SECOND_MS

/**
 * Trades a refresh token for the next one and a new access token. The direct predecessor gets the same successor for
 * 30 s; anything older means that two parties hold the session, and ends it (docs/accounts.md, Sessions). 401.
 */
export async function refreshSession(ctx: Ctx, token: string | undefined): Promise<Tokens> {
  const claims = token ? await readRefreshToken(ctx, token) : undefined
  if (!claims) fail('UNAUTHORIZED', 'TOKEN_EXPIRED')
  const live = and(eq(sessions.id, claims.sessionId), isNull(sessions.revokedAt))
  const [session] = await ctx.db
    .select({
      userId: sessions.userId,
      generation: sessions.generation,
      rotatedAt: sessions.rotatedAt,
      endsAt: sessions.endsAt,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.deletedAt), isNull(users.blockedAt)))
    .where(and(live, gt(sessions.expiresAt, ctx.now), gt(sessions.endsAt, ctx.now)))
  if (!session) fail('UNAUTHORIZED', 'TOKEN_EXPIRED')

  const isPredecessor = claims.generation === session.generation - 1 && ctx.now - session.rotatedAt <= GRACE_MS
  if (claims.generation !== session.generation && !isPredecessor) {
    await commit(ctx, [ctx.db.update(sessions).set({ revokedAt: ctx.now, revokeReason: 'TOKEN_REUSED' }).where(live)])
    fail('UNAUTHORIZED', 'TOKEN_EXPIRED')
  }
  if (!isPredecessor) {
    const expiresAt = Math.min(ctx.now + REFRESH_TTL_MS, session.endsAt)
    const rotated = { generation: claims.generation + 1, rotatedAt: ctx.now, lastUsedAt: ctx.now, expiresAt }
    // Of two refreshes at once one rotates; the other finds the generation gone on and hands out the same successor.
    await commit(ctx, [
      ctx.db
        .update(sessions)
        .set(rotated)
        .where(and(live, eq(sessions.generation, claims.generation))),
    ])
  }
  const [accessToken, refreshToken] = await Promise.all([
    signAccessToken(ctx, session.userId, claims.sessionId),
    refreshTokenFor(ctx, claims.sessionId, claims.generation + 1),
  ])
  return { accessToken, refreshToken, expiresIn: expiresInSeconds }
}
