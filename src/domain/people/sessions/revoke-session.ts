import { and, eq } from 'drizzle-orm'
import { abortUnlessChanged, NOT_FOUND } from '#db/guard.ts'
import { sessions } from '#db/schema/core/sessions.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { logRevoked } from '#domain/core/owner/revoke-sessions.ts'
import { isLiveOf } from './queries.ts'

/**
 * Ends one of the signed-in person's sessions: its tokens are refused from the next request on.
 * @throws 404 for a session that is over, or of another person
 */
export async function revokeSession(ctx: Ctx, sessionId: string): Promise<{ deleted: true }> {
  const ended = { revokedAt: ctx.now, revokeReason: 'LOGOUT' }
  const end = ctx.db
    .update(sessions)
    .set(ended)
    .where(and(isLiveOf(ctx, actorOf(ctx).id), eq(sessions.id, sessionId)))
  await commit(ctx, [logRevoked(end, 'LOGOUT', { ended: sessionId }), abortUnlessChanged(ctx.db, NOT_FOUND)])
  return { deleted: true }
}
