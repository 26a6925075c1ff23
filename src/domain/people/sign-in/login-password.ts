import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import { users } from '#db/schema/core/users.ts'
import { countAttempt, forgive } from '#domain/core/codes/attempts.ts'
import { passwordGuess } from '#domain/core/codes/guesses.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { addFacts } from '#kernel/report.ts'
import { isPassword } from '../passwords/hash.ts'
import type { Device } from '../sessions/open-session.ts'
import { type SignedIn, samePassword, signIn, totpEnabled } from './sign-in.ts'

export const LoginPassword = z.strictObject({ email: f.email, password: z.string().min(1).max(128) })

/**
 * Signs in with a password: a new session, or the authenticator's challenge. Tries count before the password is compared, those of a known
 * device apart; an unknown address costs the same time and gets the same answer (docs/accounts.md, Enumeration).
 * @throws 401 INVALID_CREDENTIALS, 403 ACCOUNT_BLOCKED, 429
 */
export async function loginPassword(
  ctx: Ctx,
  input: z.output<typeof LoginPassword>,
  device: Device,
): Promise<SignedIn> {
  const guess = await passwordGuess(ctx, input.email)
  await countAttempt(ctx, guess)
  const [person] = await ctx.db
    .select({ user: users, totpEnabled })
    .from(users)
    .where(and(eq(users.email, input.email), isNull(users.deletedAt)))
  addFacts({ of: person?.user.id })
  const right = await isPassword(ctx, input.password, person?.user.passwordHash)
  // Anybody may have registered an unproved address, so it opens as little as an unknown one.
  if (!person?.user.emailVerifiedAt || !right) fail('UNAUTHORIZED', 'INVALID_CREDENTIALS')
  const used = [samePassword(ctx, person.user), ...forgive(ctx, guess)]
  return signIn(ctx, person, device, { method: 'PASSWORD', used })
}
