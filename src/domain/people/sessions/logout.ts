import { and, inArray, isNull } from 'drizzle-orm'
import * as z from 'zod'
import { sessions } from '#db/schema/core/sessions.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { logRevoked } from '#domain/core/owner/revoke-sessions.ts'
import { readRefreshToken, sessionOfAccessToken } from './tokens.ts'

export const Logout = z.strictObject({ refreshToken: z.string().max(1000).optional() })

/** Tokens of its session that the device still has. */
type SessionTokens = { accessToken: string | undefined; refreshToken: string | undefined }

/**
 * Ends the session of either token, even an expired one: its tokens are refused from the next request on. A device without a token, or
 * signed out already, gets the same answer, so the request may be repeated.
 */
export async function logout(ctx: Ctx, { accessToken, refreshToken }: SessionTokens): Promise<{ loggedOut: true }> {
  const named = await Promise.all([
    accessToken === undefined ? undefined : sessionOfAccessToken(ctx, accessToken),
    refreshToken === undefined ? undefined : readRefreshToken(ctx, refreshToken),
  ])
  const ids = named.flatMap((claims) => (claims ? [claims.sessionId] : []))
  if (ids.length > 0) {
    const ended = { revokedAt: ctx.now, revokeReason: 'LOGOUT' }
    const end = ctx.db
      .update(sessions)
      .set(ended)
      .where(and(inArray(sessions.id, ids), isNull(sessions.revokedAt)))
    await commit(ctx, [logRevoked(end, 'LOGOUT', { session: ids[0] })])
  }
  return { loggedOut: true }
}
