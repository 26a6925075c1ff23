import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { abortWhen } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { checkCode } from '#domain/core/codes/check.ts'
import type { Ctx } from '#domain/core/context.ts'
import { joinedOn } from '#domain/core/devices/known.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { selectTyped, takeTyped, withJoinForm } from '../accounts/typed.ts'
import type { Device } from '../sessions/open-session.ts'
import { SIGN_IN_CHANGED } from './guards.ts'
import { type SignedIn, signIn, totpEnabled } from './sign-in.ts'

export const VerifyOtp = z.strictObject({ email: f.email, code: f.code6 })

/**
 * Signs in with the mailed code: a new session, or the authenticator's challenge (docs/accounts.md, Ways in). The code proves the address
 * too: an account that waited for that is verified, and loses the password typed at its registration.
 * @throws 401 INVALID_VERIFICATION_CODE, 403 ACCOUNT_BLOCKED, 410 for an expired, used or unknown code, 429 after five tries
 */
export async function verifyOtp(
  ctx: Ctx,
  { email, code }: z.output<typeof VerifyOtp>,
  device: Device,
): Promise<SignedIn> {
  const consumed = await checkCode(ctx, { purpose: 'LOGIN', person: email, target: email }, code)
  const [[person], [here]] = await readTogether(
    ctx.db,
    ctx.db
      .select({ user: users, totpEnabled })
      .from(users)
      .where(and(eq(users.email, email), isNull(users.deletedAt))),
    selectTyped(ctx, email, (await joinedOn(ctx, email))?.id),
  )
  if (!person) fail('GONE')
  const typed = withJoinForm(person.user, here?.typed, null)
  const user = { ...typed, emailVerifiedAt: typed.emailVerifiedAt ?? ctx.now }
  // The password may come from another person, who registered the address.
  const used = [...consumed, sameEmail(ctx, user), takeTyped(ctx, user, { passwordHash: null })]
  return signIn(ctx, { ...person, user }, device, { method: 'EMAIL_CODE', used })
}

/** Refuses the code of an address that the account left since it was read. */
const sameEmail = (ctx: Ctx, { id, email }: typeof users.$inferSelect) =>
  abortWhen(ctx.db, SIGN_IN_CHANGED, sql`(SELECT u.email FROM users u WHERE u.id = ${id}) IS NOT ${email}`)
