import { eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Write } from '#db/client.ts'
import { abortWhen } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { issueToken, tokenText } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { markAtAddress, markDevice } from '#domain/core/devices/known.ts'
import { Defect } from '#kernel/defect.ts'
import { fail } from '#kernel/failure.ts'
import { addFacts } from '#kernel/report.ts'
import { EMPLOYEES } from '#kernel/roles.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { stopRecoveries } from '../recovery/stop.ts'
import { tellOfNewDevice } from '../sessions/devices.ts'
import { type Device, openSession, type SessionProof, type Tokens } from '../sessions/open-session.ts'
import { rightsOf } from '../sessions/rights.ts'
import { type UserView, viewUser } from '../users/view.ts'
import { SIGN_IN_CHANGED } from './guards.ts'
import { hasOwnProof, isHeldToPasskey } from './ways.ts'

/** The first factor of a sign-in. */
export type SignInMethod = 'PASSWORD' | 'EMAIL_CODE' | 'PASSKEY' | 'GOOGLE'
/** The last factor of a sign-in, which opens the session: a first factor alone, or the authenticator after it. */
export type Opening = SignInMethod | 'TOTP'
type User = typeof users.$inferSelect

/** `deviceToken` makes the device known to the account (docs/limits.md, Known devices). */
export type Session = { user: z.output<typeof UserView>; tokens: Tokens; deviceToken: string }
/** `deviceToken` is there if a mailed code proved the mailbox: the device is then known before the authenticator's code. */
export type TotpChallenge = { requiresTotp: true; pendingToken: string; deviceToken?: string }
export type SignedIn = Session | TotpChallenge

/** A sign-in waits for the authenticator's code for this long. */
const PENDING_TTL_MS = 5 * MINUTE_MS

/** Whether an account has a confirmed authenticator: one more column of a read of users. */
export const totpEnabled = sql<boolean>`EXISTS (
  SELECT 1 FROM totp WHERE totp.user_id = users.id AND totp.confirmed_at IS NOT NULL)`
  .mapWith(Boolean)
  .as('totp_enabled')

/**
 * Ends every way in (docs/accounts.md, Ways in): uses the proof up and opens a session. If the account has an authenticator, it makes only
 * the token that waits for its code.
 * @param used the writes that use the proof up
 * @throws 403 ACCOUNT_BLOCKED, EMAIL_NOT_VERIFIED or MFA_REQUIRED
 */
export async function signIn(
  ctx: Ctx,
  { user, totpEnabled: asksTotp }: { user: User; totpEnabled: boolean },
  device: Device,
  { method, used }: { method: SignInMethod; used: Write[] },
): Promise<SignedIn> {
  addFacts({ of: user.id })
  if (user.blockedAt !== null) fail('FORBIDDEN', 'ACCOUNT_BLOCKED')
  if (user.emailVerifiedAt === null) fail('FORBIDDEN', 'EMAIL_NOT_VERIFIED')
  // A mailbox alone does not prove a team member.
  const isTooLittle = method === 'EMAIL_CODE' && !asksTotp && EMPLOYEES.includes(user.role)
  if (isTooLittle && ctx.settings.staffMfa === 'required') fail('FORBIDDEN', 'MFA_REQUIRED')
  if (!asksTotp) return startSession(ctx, user, device, { opening: method, used: [...used, withoutTotp(ctx, user.id)] })

  const facts = { method }
  const token = await issueToken(ctx, { purpose: 'TOTP_CHALLENGE', userId: user.id, ttlMs: PENDING_TTL_MS, facts })
  const mark = method === 'EMAIL_CODE' ? { deviceToken: await markAtAddress(ctx, user.email) } : {}
  await commit(ctx, [...used, ...token.writes])
  return { requiresTotp: true, pendingToken: tokenText(token), ...mark }
}

/**
 * Opens the session of a person who has proved all that is asked for, and tells them of a device that the account does not know. If the
 * sign-in proves the owner, recoveries of the account are stopped, and that is told too.
 */
export async function startSession(
  ctx: Ctx,
  user: User,
  device: Device,
  { opening, used }: { opening: Opening; used: Write[] },
): Promise<Session> {
  const session = await openSession(ctx, user.id, device, proofOf(ctx, user.id, opening))
  const deviceToken = await markDevice(ctx, user)
  const writes = [
    ...used,
    stillOpen(ctx, user.id),
    ...session.writes,
    ...stopRecoveries(ctx, user.id, isProvenIn(session.id)),
    ...(await tellOfNewDevice(ctx, user, device)),
    ctx.db.update(users).set({ lastLoginAt: ctx.now }).where(eq(users.id, user.id)),
  ]
  const [[rights]] = await commit(ctx, writes, session.rights)
  if (!rights) throw new Defect('a session without its account')
  return { user: viewUser(ctx, user), tokens: await session.tokensOf(rightsOf(rights)), deviceToken }
}

/**
 * The proof that a sign-in gives its session, decided inside the commit (docs/accounts.md, Proof of the owner). A mailed code proves only
 * an account that has no better way; a team member with a passkey needs it if the team needs a second factor.
 */
function proofOf(ctx: Ctx, userId: string, opening: Opening): SessionProof {
  if (opening === 'TOTP' || opening === 'PASSKEY') return { provenAt: ctx.now, hasSecondFactor: true }
  const id = sql`${userId}`
  const isTooLittle = opening === 'EMAIL_CODE' ? hasOwnProof(id) : isHeldToPasskey(ctx, id)
  return { provenAt: sql`CASE WHEN ${isTooLittle} THEN NULL ELSE ${ctx.now} END`, hasSecondFactor: false }
}

const isProvenIn = (sessionId: string) =>
  sql`EXISTS (SELECT 1 FROM sessions p WHERE p.id = ${sessionId} AND p.proven_at IS NOT NULL)`

/** Refuses the sign-in if the account was blocked or deleted since it was read. */
const stillOpen = (ctx: Ctx, userId: string) =>
  abortWhen(
    ctx.db,
    SIGN_IN_CHANGED,
    sql`NOT EXISTS (SELECT 1 FROM users u WHERE u.id = ${userId} AND u.blocked_at IS NULL AND u.deleted_at IS NULL)`,
  )

/** Refuses the sign-in if an authenticator was confirmed since the account was read. */
const withoutTotp = (ctx: Ctx, userId: string) =>
  abortWhen(
    ctx.db,
    SIGN_IN_CHANGED,
    sql`EXISTS (SELECT 1 FROM totp t WHERE t.user_id = ${userId} AND t.confirmed_at IS NOT NULL)`,
  )

/** Refuses the sign-in if the password changed since it was compared. */
export const samePassword = (ctx: Ctx, { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>) =>
  abortWhen(
    ctx.db,
    SIGN_IN_CHANGED,
    sql`(SELECT u.password_hash FROM users u WHERE u.id = ${id}) IS NOT ${passwordHash}`,
  )
