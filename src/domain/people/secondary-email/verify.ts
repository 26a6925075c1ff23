import { and, eq, ne } from 'drizzle-orm'
import * as z from 'zod'
import { abortUnlessChanged, guard } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { checkCodeOf } from '#domain/core/codes/check.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { afterChange, tellOwner } from '#domain/core/owner/after-change.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import { undoLink } from '#domain/core/owner/undo-link.ts'
import * as f from '#kernel/fields.ts'
import { maskEmail } from '#kernel/phone.ts'
import { secondaryEmailAdded } from './notices.ts'

const SECONDARY_IS_PRIMARY = guard('SECONDARY_IS_PRIMARY', 'CONFLICT', {
  reason: 'ALREADY_EXISTS',
  message: "C'est déjà votre adresse principale. Donnez-en une autre.",
})

export const VerifySecondaryEmail = z.strictObject({ code: f.code6 })

/**
 * Makes the address that the code was mailed to the account's second one, in place of any former one. The main address, the former second
 * one and the number are told; every other session ends.
 * @throws 401 INVALID_VERIFICATION_CODE, 403 REAUTH_REQUIRED, 410, 429 after five tries; 409 if it became the main address meanwhile
 */
export async function verifySecondaryEmail(
  ctx: Ctx,
  { code }: z.output<typeof VerifySecondaryEmail>,
): Promise<{ verified: true }> {
  requireProof(ctx)
  const { id } = actorOf(ctx)
  const { target, used } = await checkCodeOf(ctx, { purpose: 'SECONDARY_EMAIL', person: id }, code)
  const undo = await undoLink(ctx, id)
  await commit(ctx, [
    ...used,
    ...undo.writes,
    ...tellOwner(ctx, id, secondaryEmailAdded, { email: maskEmail(target), link: undo.link }),
    ctx.db
      .update(users)
      .set({ secondaryEmail: target, secondaryEmailVerifiedAt: ctx.now, updatedAt: ctx.now })
      .where(and(eq(users.id, id), ne(users.email, target))),
    abortUnlessChanged(ctx.db, SECONDARY_IS_PRIMARY),
    ...afterChange(ctx),
  ])
  return { verified: true }
}
