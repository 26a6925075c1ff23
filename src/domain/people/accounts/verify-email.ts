import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { users } from '#db/schema/core/users.ts'
import { compareCode } from '#domain/core/codes/check.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { joinedOn, markAtAddress } from '#domain/core/devices/known.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { EMPLOYEES } from '#kernel/roles.ts'
import { HOUR_MS } from '#kernel/time.ts'
import type { Device } from '../sessions/open-session.ts'
import { type Session, startSession } from '../sign-in/sign-in.ts'
import { viewUser } from '../users/view.ts'
import { selectTyped, takeTyped, withJoinForm } from './typed.ts'

export const VerifyEmail = z.strictObject({ email: f.email, code: f.code6 })

/** A new account types its code this long after it joined to be signed in at once. */
const JOINED_MS = HOUR_MS

/**
 * Proves the address by its mailed code: the account may sign in from now on. A session opens too if the device joined with this account
 * within the hour (docs/accounts.md, Creating an account).
 * @throws 401, 410, 429
 */
export async function verifyEmail(
  ctx: Ctx,
  { email, code }: z.output<typeof VerifyEmail>,
  device: Device,
): Promise<Session | Omit<Session, 'tokens'>> {
  const { used: consumed, typed } = await compareCode(ctx, { purpose: 'EMAIL', person: email, target: email }, code)
  const mine = and(eq(users.email, email), isNull(users.deletedAt))
  const joined = await joinedOn(ctx, email)
  const [[user], [here]] = await readTogether(
    ctx.db,
    ctx.db.select().from(users).where(mine),
    selectTyped(ctx, email, joined?.id),
  )
  const proved = user && withJoinForm(user, here?.typed, typed)
  const password = here?.typed ? { passwordHash: here.typed.passwordHash } : {}
  const prove = proved ? [takeTyped(ctx, proved, password)] : []
  if (proved && isNew(proved) && joined && ctx.now - joined.at <= JOINED_MS)
    return startSession(ctx, { ...proved, emailVerifiedAt: ctx.now }, device, {
      ...{ opening: 'EMAIL_CODE', used: [...consumed, ...prove] },
    })
  const deviceToken = await markAtAddress(ctx, email)
  const [rows] = await commit(ctx, [...consumed, ...prove], ctx.db.select().from(users).where(mine))
  return { user: viewUser(ctx, rows[0] ?? fail('GONE')), deviceToken }
}

/** Whether a registration only waits for its code: it has no factor yet that a session would pass by. */
const isNew = ({ emailVerifiedAt, blockedAt, role, lastLoginAt }: typeof users.$inferSelect) =>
  emailVerifiedAt === null && blockedAt === null && lastLoginAt === null && !EMPLOYEES.includes(role)
