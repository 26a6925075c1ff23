import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { mailCode, type OneEmail } from '../../core/codes/mail-code.ts'
import type { Ctx } from '../../core/context.ts'

/**
 * Mails a code that signs in (docs/accounts.md, Ways in). Whether anybody has the address, or is blocked, does not
 * show. 429 within 60 s of the last one, and for the sixth in an hour.
 */
export async function requestOtp(ctx: Ctx, { email }: z.output<typeof OneEmail>) {
  const owned = sql`EXISTS (
    SELECT 1 FROM users u WHERE u.email = ${email} AND u.deleted_at IS NULL AND u.blocked_at IS NULL)`
  await mailCode(ctx, { purpose: 'LOGIN', email }, owned)
  return { message: "Si un compte a cette adresse, un code vient d'y être envoyé." }
}
