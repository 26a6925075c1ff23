import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { guard } from '../../../db/guard.ts'
import type { attempts } from '../../../db/schema/core/codes.ts'
import { EDITS_A_DAY } from '../../../kernel/limits.ts'
import { actorOf, type Ctx } from '../context.ts'
import { type AttemptLimit, type CountedTries, requireWithin, withinQuota, withinQuotaWhen } from './attempts.ts'

export const DAY_QUOTA = guard('DAY_QUOTA', 'TOO_MANY_REQUESTS', {
  message: 'Vous avez atteint ce qui est permis en un jour pour cette action. Réessayez demain.',
  retryAfter: 3600,
})

type DayLimit = Omit<AttemptLimit, 'key'>

/** How often the person who asks may do one thing in a day. @param what names the thing, in the key of its counter */
export const dayQuota = (ctx: Ctx, what: string, limit: DayLimit): AttemptLimit => ({
  key: `${what}:${actorOf(ctx).id}`,
  ...limit,
})

/** Counts one inside a commit, and aborts it with 429 where it is one too many. */
export const withinDay = (ctx: Ctx, quota: AttemptLimit): Write[] => withinQuota(ctx, quota, DAY_QUOTA)

/** Counts the rows that the statement just before it changed, and aborts the commit with 429 where they are too many. */
export const withinDayByRows = (ctx: Ctx, quota: AttemptLimit): Write[] =>
  withinQuotaWhen(ctx, sql`changes() > 0`, { ...quota, by: sql`changes()` }, DAY_QUOTA)

/**
 * Counts what leaves a row of history or of stock behind, over all that an account edits: without an end it would be somebody
 * else's disk. @param lines of one request that each leave a row
 */
export const withinEdits = (ctx: Ctx, lines = 1): Write[] => withinDay(ctx, { ...editsOf(ctx), by: lines })

export const editsOf = (ctx: Ctx): AttemptLimit => dayQuota(ctx, 'edits', EDITS_A_DAY)

/** How many of a quota are left, of what was counted. */
export const leftOf = (ctx: Ctx, { max }: AttemptLimit, made: CountedTries | undefined): number =>
  made && made.windowEndsAt > ctx.now ? Math.max(0, max - made.count) : max

/** Refuses before anything is stored; the next one is not counted yet. @throws 429 */
export const requireLeft = (ctx: Ctx, quota: AttemptLimit, made: typeof attempts.$inferSelect | undefined): void =>
  requireWithin(ctx, { ...quota, max: quota.max - 1 }, made, DAY_QUOTA.message)
