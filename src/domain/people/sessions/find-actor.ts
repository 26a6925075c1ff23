import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { prepared } from '#db/client.ts'
import { sessions } from '#db/schema/core/sessions.ts'
import { users } from '#db/schema/core/users.ts'
import { riders } from '#db/schema/orders/riders.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import type { Actor, Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { isWithinStaffHours } from './queries.ts'
import { readAccessToken } from './tokens.ts'

const actorOfSession = prepared((db) =>
  db
    .select({
      id: users.id,
      role: users.role,
      email: users.email,
      blockedAt: users.blockedAt,
      provenAt: sessions.provenAt,
      phone: sql<string | null>`CASE WHEN users.phone_verified_at IS NOT NULL THEN users.phone END`.as(
        'verified_phone',
      ),
      // Only accounts of staff cost this read.
      hasSecondFactor:
        sql<boolean>`users.role IN ('ADMIN', 'ACCOUNTANT', 'SUPPORT') AND sessions.has_second_factor AND (
        EXISTS (SELECT 1 FROM totp t WHERE t.user_id = users.id AND t.confirmed_at IS NOT NULL)
        OR EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = users.id))`
          .mapWith(Boolean)
          .as('has_second_factor_now'),
      sellerProfileId: sellerProfiles.id,
      riderId: riders.id,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.deletedAt)))
    .leftJoin(sellerProfiles, eq(sellerProfiles.userId, users.id))
    .leftJoin(riders, eq(riders.userId, users.id))
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        eq(sessions.userId, sql.placeholder('userId')),
        isNull(sessions.revokedAt),
        gt(sessions.endsAt, sql.placeholder('now')),
        isWithinStaffHours(sql.placeholder('now')),
      ),
    )
    .prepare(),
)

/**
 * Finds the person of an access token, or of a ticket without one, as the database has them now: a block, a sign-out or a new role acts on the next request
 * (docs/accounts.md, Sessions).
 * @returns null without a token or with one that is not ours
 * @throws 401 TOKEN_EXPIRED for an expired token or an ended session, 403 ACCOUNT_BLOCKED
 */
export async function findActor(ctx: Ctx, token: string | undefined, ticket?: string): Promise<Actor | null> {
  if (!token && !ticket) return null
  const claims = token ? await readAccessToken(ctx, token) : await readAccessToken(ctx, ticket ?? '', 'live+jwt')
  if (!claims) return null
  if (claims === 'expired') fail('UNAUTHORIZED', 'TOKEN_EXPIRED')

  const [row] = await actorOfSession(ctx.db).all({ ...claims, now: ctx.now })
  if (!row) fail('UNAUTHORIZED', 'TOKEN_EXPIRED')
  const { blockedAt, ...actor } = row
  if (blockedAt !== null) fail('FORBIDDEN', 'ACCOUNT_BLOCKED')
  return { ...actor, sessionId: claims.sessionId }
}
