import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { issueCode } from '#domain/core/codes/issue.ts'
import { withinForeignQuota } from '#domain/core/codes/mail-code.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { messageWhen, otherMailOf } from '#domain/core/notices/notify.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { eitherProof, proof, proveOwner } from '../sign-in/prove-owner.ts'
import { newEmailCode } from './notices.ts'

export const RequestEmail = z.strictObject({ newEmail: f.email, ...proof }).meta(eitherProof)
export const EmailRequestView = z.object({ sent: z.literal(true) })

/**
 * Mails a code to the new address of the account; nothing changes until the code comes back (docs/accounts.md, Phone and e-mail). If
 * another account has proved the address, the code is kept but not mailed, and the answer is the same.
 * @throws 400 for two proofs; 401; 403 REAUTH_REQUIRED without one; 409 for the present address; 410 for a mailed code; 429 within 60 s of
 *   the last one, for the 31st in an hour and for the sixth to one address
 */
export async function requestEmail(
  ctx: Ctx,
  { newEmail, ...given }: z.output<typeof RequestEmail>,
): Promise<z.output<typeof EmailRequestView>> {
  const actor = actorOf(ctx)
  if (newEmail === actor.email)
    fail('CONFLICT', {
      reason: 'ALREADY_EXISTS',
      message: "C'est déjà l'adresse de votre compte. Donnez-en une autre.",
    })
  const proved = await proveOwner(ctx, given)
  const { code, writes } = await issueCode(ctx, { purpose: 'NEW_EMAIL', person: actor.id, target: newEmail })
  const isFree = sql`NOT EXISTS (SELECT 1 FROM users u WHERE u.email = ${newEmail} AND u.deleted_at IS NULL AND u.email_verified_at IS NOT NULL)`
  await commit(ctx, [
    ...proved,
    ...writes,
    ...(await withinForeignQuota(ctx, 'NEW_EMAIL', newEmail)),
    messageWhen(ctx, isFree, otherMailOf({ id: actor.id, email: newEmail }), newEmailCode, { code }),
  ])
  return { sent: true }
}
