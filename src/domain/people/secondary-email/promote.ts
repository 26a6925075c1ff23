import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { abortUnlessChanged, guard } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { withinQuota } from '#domain/core/codes/attempts.ts'
import type { OneEmail } from '#domain/core/codes/mail-code.ts'
import { endTokens } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { markOwnDevice } from '#domain/core/devices/known.ts'
import { afterChange, freezeWithdrawals, tellOwner } from '#domain/core/owner/after-change.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import { undoLink } from '#domain/core/owner/undo-link.ts'
import { fail } from '#kernel/failure.ts'
import { ADDRESS_PROMOTIONS } from '#kernel/limits.ts'
import { leaveToOwner } from '../accounts/leave-to-owner.ts'
import { selectMe } from '../profile/queries.ts'
import { type MarkedUserView, viewUser } from '../users/view.ts'
import { secondaryEmailPromoted } from './notices.ts'

const NO_SECONDARY_EMAIL = guard('NO_SECONDARY_EMAIL', 'CONFLICT', {
  message: "Cette adresse n'est pas votre adresse de secours.",
})

const PROMOTIONS = guard('PROMOTIONS', 'TOO_MANY_REQUESTS', {
  message: 'Vos adresses ont changé de place cinq fois en une heure. Réessayez plus tard.',
  retryAfter: 3600,
})

/**
 * Swaps the main and the second address; an address that is main already stays. All are told, every other session ends, withdrawals wait a
 * day, and earlier password links end.
 * @throws 403 REAUTH_REQUIRED; 409 for an address that is not the second one, or is another account's proved main one; 429 past five in an
 *   hour, because each swap is told at every address
 */
export async function promoteSecondaryEmail(
  ctx: Ctx,
  { email: first }: z.output<typeof OneEmail>,
): Promise<z.output<typeof MarkedUserView>> {
  requireProof(ctx)
  const { id, email } = actorOf(ctx)
  if (first === email) {
    const [me] = await selectMe(ctx)
    return viewUser(ctx, me ?? fail('UNAUTHORIZED'))
  }
  const undo = await undoLink(ctx, id)
  const deviceToken = await markOwnDevice(ctx, { email: first })
  const swapped = {
    email: first,
    emailVerifiedAt: sql`coalesce(users.secondary_email_verified_at, ${ctx.now})`,
    secondaryEmail: sql`users.email`,
    secondaryEmailVerifiedAt: sql`users.email_verified_at`,
  }
  const [[user]] = await commit(
    ctx,
    [
      ...withinQuota(ctx, { key: `promotions:${id}`, ...ADDRESS_PROMOTIONS }, PROMOTIONS),
      ...undo.writes,
      ...tellOwner(ctx, id, secondaryEmailPromoted, { link: undo.link }),
      leaveToOwner(ctx, id, first),
      ctx.db
        .update(users)
        .set({ ...swapped, updatedAt: ctx.now })
        .where(and(eq(users.id, id), eq(users.email, email), eq(users.secondaryEmail, first))),
      abortUnlessChanged(ctx.db, NO_SECONDARY_EMAIL),
      endTokens(ctx, 'PASSWORD_RESET', id),
      ...afterChange(ctx, 'EMAIL'),
      freezeWithdrawals(ctx, id),
    ],
    selectMe(ctx),
  )
  return { ...viewUser(ctx, user ?? fail('UNAUTHORIZED')), deviceToken }
}
