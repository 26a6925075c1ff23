import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortUnlessChanged, guard } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { checkCodeOf } from '#domain/core/codes/check.ts'
import { endTokens } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { markOwnDevice } from '#domain/core/devices/known.ts'
import { afterChange, freezeWithdrawals, tellOwner } from '#domain/core/owner/after-change.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import { undoLink } from '#domain/core/owner/undo-link.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { maskEmail } from '#kernel/phone.ts'
import { leaveToOwner } from '../accounts/leave-to-owner.ts'
import { viewUser } from '../users/view.ts'
import { emailChanged } from './notices.ts'
import { selectMe } from './queries.ts'

const EMAIL_CHANGED = guard('EMAIL_CHANGED', 'CONFLICT', {
  message: 'Votre adresse e-mail vient de changer. Recommencez.',
})

export const VerifyNewEmail = z.strictObject({ code: f.code6 })

/**
 * Makes the new address the account's by its mailed code (docs/accounts.md, Phone and e-mail). The old address, the second one and the
 * number are told; every other session ends, with all that was mailed to the old address; withdrawals wait a day.
 * @throws 401 INVALID_VERIFICATION_CODE, 403 REAUTH_REQUIRED, 410, 429 after five tries; 409 ALREADY_EXISTS if another account proved the
 *   address meanwhile
 */
export async function verifyNewEmail(ctx: Ctx, { code }: z.output<typeof VerifyNewEmail>) {
  requireProof(ctx)
  const { id, email } = actorOf(ctx)
  const { target, used } = await checkCodeOf(ctx, { purpose: 'NEW_EMAIL', person: id }, code)
  const undo = await undoLink(ctx, id)
  const deviceToken = await markOwnDevice(ctx, { email: target })
  const moved = {
    email: target,
    emailVerifiedAt: ctx.now,
    secondaryEmail: sql`nullif(secondary_email, ${target})`,
  }
  const [[user]] = await commit(
    ctx,
    [
      ...used,
      ...undo.writes,
      ...tellOwner(ctx, id, emailChanged, { email: maskEmail(target), link: undo.link }),
      leaveToOwner(ctx, id, target),
      ctx.db
        .update(users)
        .set({ ...moved, updatedAt: ctx.now })
        .where(and(eq(users.id, id), eq(users.email, email), isNull(users.deletedAt))),
      abortUnlessChanged(ctx.db, EMAIL_CHANGED),
      endTokens(ctx, 'PASSWORD_RESET', id),
      ...afterChange(ctx, 'EMAIL'),
      freezeWithdrawals(ctx, id),
    ],
    selectMe(ctx),
  )
  return { ...viewUser(ctx, user ?? fail('UNAUTHORIZED')), deviceToken }
}
