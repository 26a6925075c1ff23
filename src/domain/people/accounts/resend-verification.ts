import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { mailCode, type OneEmail } from '#domain/core/codes/mail-code.ts'
import type { Ctx } from '#domain/core/context.ts'

/**
 * Mails the code of a registration again (docs/accounts.md, Creating an account). The answer does not tell whether an account waits for it.
 * @throws 429 within 60 s of the last code, and for the sixth in an hour
 */
export async function resendVerification(ctx: Ctx, { email }: z.output<typeof OneEmail>) {
  const owned = sql`EXISTS (
    SELECT 1 FROM users u
    WHERE u.email = ${email} AND u.deleted_at IS NULL AND u.blocked_at IS NULL AND u.email_verified_at IS NULL)`
  await mailCode(ctx, { purpose: 'EMAIL', email }, owned)
  return { message: "Si un compte attend d'être vérifié à cette adresse, un code vient d'y être envoyé." }
}
