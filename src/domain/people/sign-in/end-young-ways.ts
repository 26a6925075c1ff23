import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { backupCodes, identities, passkeys, totp } from '../../../db/schema/people/factors.ts'
import { EMPLOYEES } from '../../../kernel/roles.ts'
import type { Ctx } from '../../core/context.ts'

/**
 * Whoever gets an account back gets it without what was added to it lately: passkeys, a Google account that it was not made
 * with, the authenticator, backup codes (docs/accounts.md, After a change). Somebody of the team keeps theirs, because their mailbox is
 * not all of them.
 * @param since an instant, or an SQL that answers one
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
