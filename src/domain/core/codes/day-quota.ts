import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { guard } from '#db/guard.ts'
import type { attempts } from '#db/schema/core/codes.ts'
import { EDITS_A_DAY } from '#kernel/limits.ts'
import { actorOf, type Ctx } from '../context.ts'
import { type AttemptLimit, type CountedTries, requireWithin, withinQuota, withinQuotaWhen } from './attempts.ts'

export const DAY_QUOTA = guard('DAY_QUOTA', 'TOO_MANY_REQUESTS', {
  message: 'Vous avez atteint ce qui est permis en un jour pour cette action. Réessayez demain.',
  retryAfter: 3600,
})

type DayLimit = Omit<AttemptLimit, 'key'>

/** The quota of the person who asks for one thing in a day. @param what names the thing, in the key of its counter */
export const dayQuota = (ctx: Ctx, what: string, limit: DayLimit): AttemptLimit => ({
  key: `${what}:${actorOf(ctx).id}`,
  ...limit,
})

/** Counts one inside a commit. @throws 429 if it is one too many */
export const withinDay = (ctx: Ctx, quota: AttemptLimit): Write[] => withinQuota(ctx, quota, DAY_QUOTA)

/** Counts the rows that the statement just before it changed, inside a commit. @throws 429 if they are too many */
export const withinDayByRows = (ctx: Ctx, quota: AttemptLimit): Write[] =>
  withinQuotaWhen(ctx, sql`changes() > 0`, { ...quota, by: sql`changes()` }, DAY_QUOTA)

/**
 * Counts edits of an account that leave a row of history or of stock behind: without a limit they would fill the disk.
 * @param lines edits of one request that each leave a row
 */
export const withinEdits = (ctx: Ctx, lines = 1): Write[] => withinDay(ctx, { ...editsOf(ctx), by: lines })

export const editsOf = (ctx: Ctx): AttemptLimit => dayQuota(ctx, 'edits', EDITS_A_DAY)

/** Number of a quota that is left, after the count so far. */
export const leftOf = (ctx: Ctx, { max }: AttemptLimit, made: CountedTries | undefined): number =>
  made && made.windowEndsAt > ctx.now ? Math.max(0, max - made.count) : max

/** Refuses the next one before anything is stored, without counting it. @throws 429 */
export const requireLeft = (ctx: Ctx, quota: AttemptLimit, made: typeof attempts.$inferSelect | undefined): void =>
  requireWithin(ctx, { ...quota, max: quota.max - 1 }, made, DAY_QUOTA.message)
