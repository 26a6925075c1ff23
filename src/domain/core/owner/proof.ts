import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { sessions } from '#db/schema/core/sessions.ts'
import { fail } from '#kernel/failure.ts'
import { isProofFresh } from '#kernel/proof.ts'
import { actorOf, type Ctx } from '../context.ts'

const SESSION_ENDED = guard('SESSION_ENDED', 'UNAUTHORIZED', { reason: 'TOKEN_EXPIRED' })

/** Whether this session proved its owner within the last ten minutes (docs/accounts.md, Proof of the owner). */
export const isProven = (ctx: Ctx): boolean => isProofFresh(actorOf(ctx).provenAt, ctx.now)

/**
 * Requires a proof of the owner within the last ten minutes, for acts that give access or receive money: a phone left lying about, or a
 * stolen token, must not become the account.
 * @throws 403 REAUTH_REQUIRED
 */
export function requireProof(ctx: Ctx): void {
  if (!isProven(ctx)) fail('FORBIDDEN', 'REAUTH_REQUIRED')
}

/** Remembers with the session, not in its token, that its owner was proved now. */
export const markProven = (ctx: Ctx, { hasSecondFactor = false } = {}): Write =>
  ctx.db
    .update(sessions)
    .set({ provenAt: ctx.now, ...(hasSecondFactor && { hasSecondFactor }) })
    .where(and(eq(sessions.id, actorOf(ctx).sessionId), isNull(sessions.revokedAt)))

/** Refuses the commit of a session that has ended since its request began: if two change one account, one goes on. @throws 401 */
export const requireLiveSession = (ctx: Ctx): Write =>
  abortWhen(
    ctx.db,
    SESSION_ENDED,
    sql`EXISTS (SELECT 1 FROM sessions s WHERE s.id = ${actorOf(ctx).sessionId} AND s.revoked_at IS NOT NULL)`,
  )
