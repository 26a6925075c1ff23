import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { mailCode, type OneEmail } from '#domain/core/codes/mail-code.ts'
import type { Ctx } from '#domain/core/context.ts'

/**
 * Mails a code that signs in (docs/accounts.md, Ways in). The answer does not tell whether an account has the address, or is blocked.
 * @throws 429 within 60 s of the last code, and for the sixth in an hour
 */
export async function requestOtp(ctx: Ctx, { email }: z.output<typeof OneEmail>) {
  const owned = sql`EXISTS (
    SELECT 1 FROM users u WHERE u.email = ${email} AND u.deleted_at IS NULL AND u.blocked_at IS NULL)`
  await mailCode(ctx, { purpose: 'LOGIN', email }, owned)
  return { message: "Si un compte a cette adresse, un code vient d'y être envoyé." }
}
