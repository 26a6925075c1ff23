import type * as z from 'zod'
import { issueCode } from '#domain/core/codes/issue.ts'
import { type OneEmail, withinForeignQuota } from '#domain/core/codes/mail-code.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { mailTo } from '#domain/core/notices/notify.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import { fail } from '#kernel/failure.ts'
import { secondaryEmailCode } from './notices.ts'

/**
 * Mails a code to an address that shall help to recover the account, and keeps the address with the code until the code comes back. The
 * answer does not tell whether another account has the address.
 * @throws 403 REAUTH_REQUIRED, 409 for the account's main address, 429 within 60 s of the last code, and for the sixth to one address in an
 *   hour
 */
export async function requestSecondaryEmail(ctx: Ctx, { email }: z.output<typeof OneEmail>): Promise<{ sent: true }> {
  requireProof(ctx)
  const actor = actorOf(ctx)
  if (email === actor.email)
    fail('CONFLICT', { reason: 'ALREADY_EXISTS', message: "C'est déjà votre adresse principale. Donnez-en une autre." })
  const { code, writes } = await issueCode(ctx, { purpose: 'SECONDARY_EMAIL', person: actor.id, target: email })
  await commit(ctx, [
    ...writes,
    ...(await withinForeignQuota(ctx, 'SECONDARY_EMAIL', email)),
    mailTo(ctx, { id: actor.id, email }, secondaryEmailCode, { code }),
  ])
  return { sent: true }
}
