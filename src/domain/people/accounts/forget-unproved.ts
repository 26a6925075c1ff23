import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { codes, oneTimeTokens } from '#db/schema/core/codes.ts'
import { feedReads, feeds, notificationPreferences, notifications } from '#db/schema/core/notifications.ts'
import { recoveries } from '#db/schema/core/recoveries.ts'
import { users } from '#db/schema/core/users.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { report } from '#kernel/report.ts'
import { DAY_MS } from '#kernel/time.ts'

const KEPT_MS = 7 * DAY_MS
const BATCH = 50
/** Rows of messages, which an unproved account has too: a broadcast reaches every account. */
const TOLD = [notifications, feedReads, feeds, notificationPreferences]

/**
 * Deletes registrations whose address nobody proved for a week (docs/accounts.md, Creating an account). Nobody ever signed in to them, so
 * they have only codes, links, recoveries and notices.
 * @returns whether there may be more
 */
export async function forgetUnproved(ctx: Ctx): Promise<boolean> {
  const isUnproved = and(isNull(users.emailVerifiedAt), isNull(users.lastLoginAt), isNull(users.deletedAt))
  const due = await ctx.db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(isUnproved, lte(users.createdAt, ctx.now - KEPT_MS)))
    .orderBy(users.createdAt)
    .limit(BATCH)
  let gone = 0
  for (const { id, email } of due) {
    // The owner may prove the address at this moment.
    const isStill = sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${id} AND u.email_verified_at IS NULL)`
    try {
      await commit(ctx, [
        ctx.db.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, id), isStill)),
        ctx.db.delete(recoveries).where(and(eq(recoveries.userId, id), isStill)),
        ctx.db.delete(codes).where(and(eq(codes.purpose, 'EMAIL'), eq(codes.person, email), isStill)),
        ...TOLD.map((table) => ctx.db.delete(table).where(and(eq(table.userId, id), isStill))),
        ctx.db.delete(users).where(and(eq(users.id, id), isUnproved)),
      ])
      gone++
    } catch (error) {
      report('registration not forgotten', { id }, error)
    }
  }
  return due.length === BATCH && gone > 0
}
