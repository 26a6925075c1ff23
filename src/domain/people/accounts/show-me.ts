import { eq, sql } from 'drizzle-orm'
import { once } from '#db/once.ts'
import { users } from '#db/schema/core/users.ts'
import { heldUntil } from '#domain/core/approvals/held.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { iso, isoOrNull } from '#kernel/time.ts'
import { WAIT_MS } from '../recovery/terms.ts'
import { totpEnabled } from '../sign-in/sign-in.ts'
import { viewProfile } from '../users/view.ts'

const meOf = once((db, me: string, now: number) =>
  db
    .select({
      user: users,
      totpEnabled,
      passkeyCount: sql<number>`(SELECT count(*) FROM passkeys p WHERE p.user_id = ${me})`.as('passkey_count'),
      isGoogleLinked:
        sql<boolean>`EXISTS (SELECT 1 FROM identities i WHERE i.user_id = ${me} AND i.provider = 'GOOGLE')`
          .mapWith(Boolean)
          .as('is_google_linked'),
      provenAt: sql<number | null>`(
        SELECT max(r.proven_at) FROM recoveries r
        WHERE r.user_id = ${me} AND r.completed_at IS NULL AND r.cancelled_at IS NULL AND r.expires_at > ${now})`.as(
        'recovery_proven_at',
      ),
    })
    .from(users)
    .where(eq(users.id, me)),
)

/** The signed-in person, with their ways to sign in (docs/accounts.md, Ways in). */
export async function showMe(ctx: Ctx) {
  const [row] = await meOf(ctx.db, actorOf(ctx).id, ctx.now)
  const { user, isGoogleLinked, provenAt, ...ways } = row ?? fail('UNAUTHORIZED')
  return {
    ...viewProfile(ctx, user),
    ...ways,
    hasPassword: user.passwordHash !== null,
    linkedProviders: isGoogleLinked ? ['GOOGLE'] : [],
    approvalsHeldUntil: isoOrNull(heldUntil(ctx, user)),
    recoveryPendingUntil: provenAt === null ? null : iso(provenAt + WAIT_MS),
  }
}
