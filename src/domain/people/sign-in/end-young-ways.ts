import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { backupCodes, identities, passkeys, totp } from '#db/schema/people/factors.ts'
import type { Ctx } from '#domain/core/context.ts'
import { EMPLOYEES } from '#kernel/roles.ts'

/**
 * Removes the ways in that were added to an account since a time: passkeys, a Google account unless it created the account, the
 * authenticator, backup codes (docs/accounts.md, After a change). A team member keeps theirs, because a mailbox alone does not prove them.
 * @param since a time, or an SQL that gives one
 */
export function endYoungWays(ctx: Ctx, userId: string, since: number | SQL): Write[] {
  const roles = sql.join(
    EMPLOYEES.map((role) => sql`${role}`),
    sql`, `,
  )
  const theirs = sql`(SELECT u.id FROM users u WHERE u.id = ${userId} AND u.role NOT IN (${roles}))`
  const madeAt = sql`(SELECT u.created_at FROM users u WHERE u.id = ${userId})`
  return [
    ctx.db.delete(passkeys).where(and(eq(passkeys.userId, theirs), gte(passkeys.createdAt, since))),
    ctx.db
      .delete(identities)
      .where(and(eq(identities.userId, theirs), gte(identities.linkedAt, since), sql`linked_at > ${madeAt}`)),
    ctx.db.delete(totp).where(and(eq(totp.userId, theirs), gte(totp.confirmedAt, since))),
    ctx.db.delete(backupCodes).where(and(eq(backupCodes.userId, theirs), gte(backupCodes.createdAt, since))),
  ]
}
