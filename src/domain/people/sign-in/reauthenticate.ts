import { eq } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '../../../db/client.ts'
import { users } from '../../../db/schema/people/users.ts'
import { fail } from '../../../kernel/failure.ts'
import { PASSWORD_TRIES } from '../../../kernel/limits.ts'
import { HOUR_MS } from '../../../kernel/time.ts'
import { countAttempt, forgetAttempts } from '../../core/codes/attempts.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { isPassword } from '../passwords/hash.ts'
import { samePassword } from './sign-in.ts'

/** How old a sign-in may be for what adds or takes away a way in. */
const RECENT_MS = HOUR_MS

/**
 * What changes how an account is entered asks for a sign-in of the last hour, so that a phone left lying about, or a
 * stolen token, does not become the account. 403 REAUTH_REQUIRED.
 */
export function requireRecentSignIn(ctx: Ctx): void {
  if (ctx.now - actorOf(ctx).signedInAt > RECENT_MS) fail('FORBIDDEN', 'REAUTH_REQUIRED')
}

export const currentPassword = z.string().min(1).max(128)

/**
 * The person asking types their password again. Ten tries in 15 minutes, counted before they are compared.
 * @returns writes for the commit of what is approved: a password changed meanwhile approves nothing, and the tries are forgotten
 * @throws 401 INVALID_CREDENTIALS, 429
 */
export async function provePassword(ctx: Ctx, password: string): Promise<Write[]> {
  const { id } = actorOf(ctx)
  const key = `password:${id}`
  await countAttempt(ctx, { key, ...PASSWORD_TRIES })
  const [user] = await ctx.db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, id))
  if (!user || !(await isPassword(ctx, password, user.passwordHash))) fail('UNAUTHORIZED', 'INVALID_CREDENTIALS')
  return [samePassword(ctx, user), forgetAttempts(ctx, key)]
}
