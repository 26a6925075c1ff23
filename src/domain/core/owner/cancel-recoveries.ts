import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { recoveries } from '#db/schema/core/recoveries.ts'
import { endTokens } from '../codes/token.ts'
import type { Ctx } from '../context.ts'

/**
 * Stops every recovery of an account that is under way: its owner is here, or what it rests on changed.
 * @param when a condition that must hold at that point of the commit; without one, always
 */
export const cancelRecoveries = (ctx: Ctx, userId: string, when?: SQL): Write[] => [
  endTokens(ctx, 'RECOVERY', userId, when),
  ctx.db
    .update(recoveries)
    .set({ cancelledAt: ctx.now })
    // Written out, as the partial index has it.
    .where(
      and(
        eq(recoveries.userId, userId),
        sql`recoveries.completed_at IS NULL AND recoveries.cancelled_at IS NULL`,
        when,
      ),
    ),
]
