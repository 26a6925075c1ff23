import { commit } from '../../db/commit.ts'
import { actorOf, type Ctx } from '../context.ts'
import { endSessions } from './end-sessions.ts'

/** Signs out everywhere, here too: every token of before is refused from the next request on. */
export async function logoutAll(ctx: Ctx): Promise<{ revokedSessions: number }> {
  const [ended] = await commit(ctx, [], endSessions(ctx, actorOf(ctx).id, 'LOGOUT_ALL'))
  return { revokedSessions: ended.length }
}
