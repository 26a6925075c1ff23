import { eq, sql } from 'drizzle-orm'
import { users } from '#db/schema/core/users.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { afterChange, freezeWithdrawals, tellOwnerWhen } from '#domain/core/owner/after-change.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import { undoLink } from '#domain/core/owner/undo-link.ts'
import { fail } from '#kernel/failure.ts'
import { viewProfile } from '../users/view.ts'
import { phoneRemoved } from './notices.ts'
import { selectMe } from './queries.ts'

/**
 * Removes the number of the signed-in account. If it was verified, the owner is told everywhere, every other session ends, and withdrawals
 * wait a day (docs/accounts.md, Phone and e-mail).
 * @throws 403 REAUTH_REQUIRED
 */
export async function removePhone(ctx: Ctx) {
  requireProof(ctx)
  const { id, phone } = actorOf(ctx)
  const undo = await undoLink(ctx, id)
  const isThere = sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${id} AND u.phone_verified_at IS NOT NULL)`
  const told = [
    ...undo.writes,
    ...tellOwnerWhen(ctx, isThere, id, phoneRemoved, { link: undo.link }),
    ...afterChange(ctx),
    freezeWithdrawals(ctx, id),
  ]
  const [[user]] = await commit(
    ctx,
    [
      requireActiveActor(ctx),
      ...(phone === null ? [] : told),
      ctx.db.update(users).set({ phone: null, phoneVerifiedAt: null, updatedAt: ctx.now }).where(eq(users.id, id)),
    ],
    selectMe(ctx),
  )
  return viewProfile(ctx, user ?? fail('UNAUTHORIZED'))
}
