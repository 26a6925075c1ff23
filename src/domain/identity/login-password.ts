import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import { commit } from '../../db/commit.ts'
import { users } from '../../db/schema/identity.ts'
import { fail } from '../../kernel/failure.ts'
import * as f from '../../kernel/fields.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { countAttempt, forgetAttempts } from '../codes/attempts.ts'
import type { Ctx } from '../context.ts'
import { viewUser } from '../users/view.ts'
import { type Device, openSession } from './open-session.ts'
import { isPassword } from './password.ts'

export const LoginPassword = z.strictObject({ email: f.email, password: z.string().min(1).max(128) })

/**
 * Signs in with a password: a new session. Ten tries per account in 15 minutes, counted before they are compared; an
 * unknown address costs the same time and answers the same (contract.md 5.1).
 * @throws 401 INVALID_CREDENTIALS, 403 EMAIL_NOT_VERIFIED or ACCOUNT_BLOCKED, 429
 */
export async function loginPassword(ctx: Ctx, input: z.output<typeof LoginPassword>, device: Device) {
  const key = `login:${input.email}`
  await countAttempt(ctx, { key, most: 10, windowMs: 15 * MINUTE_MS })
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(and(eq(users.email, input.email), isNull(users.deletedAt)))
  const right = await isPassword(ctx, input.password, user?.passwordHash)
  if (!user || !right) fail('UNAUTHORIZED', 'INVALID_CREDENTIALS')
  if (user.blockedAt !== null) fail('FORBIDDEN', 'ACCOUNT_BLOCKED')
  if (user.emailVerifiedAt === null) fail('FORBIDDEN', 'EMAIL_NOT_VERIFIED')

  const session = await openSession(ctx, user.id, device)
  await commit(ctx, [
    ...session.writes,
    ctx.db.update(users).set({ lastLoginAt: ctx.now }).where(eq(users.id, user.id)),
    forgetAttempts(ctx, key),
  ])
  return { user: viewUser(ctx, user), tokens: session.tokens }
}
