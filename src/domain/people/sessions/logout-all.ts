import { endTokens } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { forgetDevices } from '#domain/core/devices/forget.ts'
import { revokeSessions } from '#domain/core/owner/revoke-sessions.ts'

/** Signs the person out everywhere, also here: every earlier token is refused, and so is one that waits for an authenticator's code. */
export async function logoutAll(ctx: Ctx): Promise<{ revokedSessions: number }> {
  const { id } = actorOf(ctx)
  const [ended] = await commit(
    ctx,
    [endTokens(ctx, 'TOTP_CHALLENGE', id), forgetDevices(ctx, id)],
    revokeSessions(ctx, id, 'LOGOUT_ALL'),
  )
  return { revokedSessions: ended.length }
}
