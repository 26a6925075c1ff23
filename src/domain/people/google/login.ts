import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { abortWhen } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { identities } from '#db/schema/people/factors.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import type { Device } from '../sessions/open-session.ts'
import { SIGN_IN_CHANGED } from '../sign-in/guards.ts'
import { type SignedIn, signIn, totpEnabled } from '../sign-in/sign-in.ts'
import { idToken, proveGoogle } from './token.ts'

export const LoginGoogle = z.strictObject({ idToken })

/**
 * Signs in with a linked Google account: a new session, or the authenticator's challenge (docs/accounts.md, Google). An account that only
 * has the same address does not open: its owner signs in otherwise, and links the two.
 * @throws 401 INVALID_CREDENTIALS, 403 ACCOUNT_BLOCKED, 404 if no account is linked, 409 ALREADY_EXISTS for an account to link, 503
 */
export async function loginGoogle(ctx: Ctx, input: z.output<typeof LoginGoogle>, device: Device): Promise<SignedIn> {
  const { claim, used } = await proveGoogle(ctx, input.idToken)
  const mine = and(eq(identities.provider, 'GOOGLE'), eq(identities.subject, claim.subject))
  const [[person], [namesake]] = await readTogether(
    ctx.db,
    ctx.db
      .select({ user: users, totpEnabled })
      .from(identities)
      .innerJoin(users, and(eq(users.id, identities.userId), isNull(users.deletedAt)))
      .where(mine),
    ctx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, claim.email), isNull(users.deletedAt), isNotNull(users.emailVerifiedAt))),
  )
  if (!person && namesake && claim.emailVerified) {
    const message = 'Un compte a déjà cette adresse. Connectez-vous-y autrement, puis liez-le à Google.'
    fail('CONFLICT', { reason: 'ALREADY_EXISTS', message })
  }
  if (!person) fail('NOT_FOUND', { message: "Aucun compte n'est lié à ce compte Google." })
  return signIn(ctx, person, device, {
    method: 'GOOGLE',
    used: [requireLinked(ctx, claim.subject, person.user.id), ...used],
  })
}

/** Refuses a link that was removed since it was read. */
const requireLinked = (ctx: Ctx, subject: string, userId: string) =>
  abortWhen(
    ctx.db,
    SIGN_IN_CHANGED,
    sql`NOT EXISTS (SELECT 1 FROM identities i WHERE i.provider = 'GOOGLE' AND i.subject = ${subject} AND i.user_id = ${userId})`,
  )
