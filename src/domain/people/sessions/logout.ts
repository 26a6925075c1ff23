import { eq } from 'drizzle-orm'
import { sessions } from '../../../db/schema/people/sessions.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'

/** Ends this session: its tokens are refused from the next request on. */
export async function logout(ctx: Ctx): Promise<{ loggedOut: true }> {
  const ended = { revokedAt: ctx.now, revokeReason: 'LOGOUT' }
  await commit(ctx, [
    ctx.db
      .update(sessions)
      .set(ended)
      .where(eq(sessions.id, actorOf(ctx).sessionId)),
  ])
  return { loggedOut: true }
}
