import { and, eq, gt, isNull } from 'drizzle-orm'
import { sessions, users } from '../../db/schema/identity.ts'
import { riders } from '../../db/schema/orders.ts'
import { sellerProfiles } from '../../db/schema/sellers.ts'
import { fail } from '../../kernel/failure.ts'
import type { Actor, Ctx } from '../context.ts'
import { readAccessToken } from './tokens.ts'

/**
 * Who an access token belongs to, as the database has it now: one trip, so that a block, a sign-out or a new role bites
 * on the very next request (contract.md 5.1).
 * @returns null without a token or with one that is not ours
 * @throws 401 TOKEN_EXPIRED for an expired token or an ended session, 403 ACCOUNT_BLOCKED
 */
export async function findActor(ctx: Ctx, token: string | undefined): Promise<Actor | null> {
  if (!token) return null
  const claims = await readAccessToken(ctx, token)
  if (!claims) return null
  if (claims === 'expired') fail('UNAUTHORIZED', 'TOKEN_EXPIRED')

  const [row] = await ctx.db
    .select({
      id: users.id,
      role: users.role,
      email: users.email,
      blockedAt: users.blockedAt,
      signedInAt: sessions.createdAt,
      sellerProfileId: sellerProfiles.id,
      riderId: riders.id,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.deletedAt)))
    .leftJoin(sellerProfiles, eq(sellerProfiles.userId, users.id))
    .leftJoin(riders, eq(riders.userId, users.id))
    .where(
      and(
        eq(sessions.id, claims.sessionId),
        eq(sessions.userId, claims.userId),
        isNull(sessions.revokedAt),
        gt(sessions.endsAt, ctx.now),
      ),
    )
  if (!row) fail('UNAUTHORIZED', 'TOKEN_EXPIRED')
  const { blockedAt, ...actor } = row
  if (blockedAt !== null) fail('FORBIDDEN', 'ACCOUNT_BLOCKED')
  return { ...actor, sessionId: claims.sessionId }
}
