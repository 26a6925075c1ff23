import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { users } from '#db/schema/core/users.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { EMPLOYEES } from '#kernel/roles.ts'

const hasPassword = (userId: SQL) =>
  sql`EXISTS (SELECT 1 FROM users w WHERE w.id = ${userId} AND w.password_hash IS NOT NULL)`
const isLinked = (userId: SQL) => sql`EXISTS (SELECT 1 FROM identities i WHERE i.user_id = ${userId})`
export const hasPasskey = (userId: SQL) => sql`EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = ${userId})`
export const hasTotp = (userId: SQL) =>
  sql`EXISTS (SELECT 1 FROM totp t WHERE t.user_id = ${userId} AND t.confirmed_at IS NOT NULL)`

/** Whether an account has a way in that proves its owner better than the mailbox does. */
export const hasOwnProof = (userId: SQL) =>
  sql`(${hasPassword(userId)} OR ${isLinked(userId)} OR ${hasPasskey(userId)} OR ${hasTotp(userId)})`

/** Whether a team member has a passkey, while the team needs a second factor: nothing weaker then proves them. */
export const isHeldToPasskey = (ctx: Ctx, userId: SQL) =>
  ctx.settings.staffMfa === 'required'
    ? sql`(${hasPasskey(userId)} AND EXISTS (
        SELECT 1 FROM users w WHERE w.id = ${userId} AND w.role IN (${sql.join(
          EMPLOYEES.map((role) => sql`${role}`),
          sql`, `,
        )})))`
    : sql`0`

/**
 * Whether only an administrator can let this account in again: a mailbox alone gives a team member without a factor no password, unless the
 * second factor is optional. A column, or a condition, of a statement about users.
 */
export const isForAdminToReset = (ctx: Ctx) =>
  (ctx.settings.staffMfa === 'optional'
    ? sql<boolean>`0`
    : sql<boolean>`(${inArray(users.role, EMPLOYEES)} AND NOT ${hasTotp(sql`users.id`)} AND NOT ${hasPasskey(sql`users.id`)})`
  ).mapWith(Boolean)

/** The signed-in person's account, with the ways to prove its owner (docs/accounts.md, Proof of the owner). */
export function selectWays(ctx: Ctx) {
  const me = sql`users.id`
  const flag = (holds: SQL, name: string) => sql<boolean>`${holds}`.mapWith(Boolean).as(name)
  return ctx.db
    .select({
      id: users.id,
      email: users.email,
      passwordHash: users.passwordHash,
      ...{ name: users.name, secondaryEmail: users.secondaryEmail, phone: users.phone },
      hasTotp: flag(hasTotp(me), 'has_totp'),
      hasOwnProof: flag(hasOwnProof(me), 'has_own_proof'),
      isHeldToPasskey: flag(isHeldToPasskey(ctx, me), 'is_held_to_passkey'),
    })
    .from(users)
    .where(eq(users.id, actorOf(ctx).id))
}
export type Ways = Awaited<ReturnType<typeof selectWays>>[number]
