import { sql } from 'drizzle-orm'
import type { Hold, Question } from '#db/admission.ts'
import { guard } from '#db/guard.ts'
import { once } from '#db/once.ts'
import type { Actor, Ctx } from '#domain/core/context.ts'
import { askTerms } from '#domain/core/terms.ts'
import { fail } from '#kernel/failure.ts'
import { isWithinStaffHours } from './queries.ts'
import { RIGHTS, type RightsRow, rightsOf } from './rights.ts'
import { type AccessClaims, readAccessToken } from './tokens.ts'

/** The session of a request ended while the request ran. */
const SESSION_HELD = guard('SESSION_HELD', 'UNAUTHORIZED', { reason: 'TOKEN_EXPIRED' })

const liveSession = (sessionId: string, userId: string, now: number) => sql`
  FROM sessions JOIN users ON users.id = sessions.user_id AND users.deleted_at IS NULL
  WHERE sessions.id = ${sessionId} AND sessions.user_id = ${userId}
    AND sessions.revoked_at IS NULL AND sessions.ends_at > ${now} AND ${isWithinStaffHours(now)}`

const selectActor = once((db, sessionId: string, userId: string, now: number) =>
  db.all(sql`SELECT users.id AS id, users.email AS email, users.blocked_at AS blockedAt, sessions.proven_at AS provenAt,
      CASE WHEN users.phone_verified_at IS NOT NULL THEN users.phone END AS phone, ${RIGHTS} ${liveSession(sessionId, userId, now)}`),
)
type ActorRow = RightsRow & Pick<Actor, 'id' | 'email' | 'phone' | 'provenAt'> & { blockedAt: number | null }

const abortUnlessLive = once((db, sessionId: string, userId: string, now: number) =>
  db.run(sql`INSERT INTO guard (code) SELECT ${SESSION_HELD.name} WHERE NOT EXISTS (
      SELECT 1 ${liveSession(sessionId, userId, now)} AND users.blocked_at IS NULL)`),
)

/** A caller as a token says, and the statement that tells whether that is so. */
export type Claimed = {
  claims: AccessClaims
  /**
   * Asks about the person as the database has them now: a block, a sign-out or a new role acts on the next request; and, with terms,
   * whether they accepted those in force.
   */
  questions(judge: Question['judge'], withTerms?: boolean): Question[]
  /** @throws 401 TOKEN_EXPIRED for an ended session, 403 ACCOUNT_BLOCKED */
  actorOf(rows: unknown[]): Actor
  /** Holds the session inside a commit. */
  hold: Hold
}

/**
 * The caller of an access token, or without one of a ticket (docs/accounts.md, Sessions), without a trip: nothing of it counts until its
 * questions were answered.
 * @returns null without a token or with one that is not ours
 * @throws 401 TOKEN_EXPIRED for an expired token
 */
export async function identify(ctx: Ctx, token: string | undefined, ticket?: string): Promise<Claimed | null> {
  if (!token && !ticket) return null
  const claims = token ? await readAccessToken(ctx, token) : await readAccessToken(ctx, ticket ?? '', 'live+jwt')
  if (!claims) return null
  if (claims === 'expired') fail('UNAUTHORIZED', 'TOKEN_EXPIRED')
  const { userId, sessionId } = claims
  return {
    claims,
    questions: (judge, withTerms) => [
      { statement: selectActor(ctx.db, sessionId, userId, ctx.now).getQuery(), judge },
      ...(withTerms ? [askTerms(ctx, userId)] : []),
    ],
    hold: {
      // Reads never need it.
      get statement() {
        return abortUnlessLive(ctx.db, sessionId, userId, ctx.now).getQuery()
      },
      guard: SESSION_HELD.name,
    },
    actorOf: ([row]) => actorFrom(row as ActorRow | undefined, sessionId),
  }
}

function actorFrom(row: ActorRow | undefined, sessionId: string): Actor {
  if (!row) fail('UNAUTHORIZED', 'TOKEN_EXPIRED')
  const { id, email, phone, provenAt, blockedAt } = row
  if (blockedAt !== null) fail('FORBIDDEN', 'ACCOUNT_BLOCKED')
  return { id, email, phone, provenAt, sessionId, ...rightsOf(row) }
}
