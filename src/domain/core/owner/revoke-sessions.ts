import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { afterWrite, changedBy } from '#db/commit.ts'
import { sessions } from '#db/schema/core/sessions.ts'
import type { Facts } from '#kernel/facts.ts'
import { reportSecurity } from '#kernel/security.ts'
import { endTokens } from '../codes/token.ts'
import type { Ctx } from '../context.ts'

export type SessionEnd =
  | 'LOGOUT'
  | 'LOGOUT_ALL'
  | 'BLOCKED'
  | 'FORCED'
  | 'PASSWORD'
  | 'ROLE'
  | 'DELETED'
  | 'RECOVERY'
  | 'EMAIL'
  | 'CHANGE'
  | 'UNDO'
  | 'TOKEN_REUSED'

/** Logs the sessions that a write ends, if any, when its commit is done. */
export const logRevoked = <W extends Write>(write: W, cause: SessionEnd, facts: Facts): W =>
  afterWrite(write, (answer) => {
    const sessions = changedBy(answer)
    if (sessions !== 0) reportSecurity('sessions revoked', { cause, ...facts, ...(sessions && { sessions }) })
  })

/**
 * Signs a person out everywhere, or everywhere but in one session: their tokens are refused from the next request on.
 * @returns one write that answers the ids of the sessions it ended
 */
export const revokeSessions = (ctx: Ctx, userId: string, revokeReason: SessionEnd, exceptSessionId?: string) =>
  logRevoked(
    ctx.db
      .update(sessions)
      .set({ revokedAt: ctx.now, revokeReason })
      .where(
        and(
          eq(sessions.userId, userId),
          isNull(sessions.revokedAt),
          exceptSessionId === undefined ? undefined : ne(sessions.id, exceptSessionId),
        ),
      )
      .returning({ id: sessions.id }) satisfies Write,
    revokeReason,
    { of: userId },
  )

/** Signs a person out everywhere, and ends the sign-ins that wait for an authenticator's code: those begin anew. */
export const revokeAllAccess = (ctx: Ctx, userId: string, reason: SessionEnd): Write[] => [
  endTokens(ctx, 'TOTP_CHALLENGE', userId),
  revokeSessions(ctx, userId, reason),
]
