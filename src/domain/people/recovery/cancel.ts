import { and, eq, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { recoveries } from '../../../db/schema/people/recoveries.ts'
import type { Ctx } from '../../core/context.ts'

/** Stops every open recovery of an account: its owner signed in, or its password changed. */
export const cancelRecoveries = (ctx: Ctx, userId: string): Write =>
  ctx.db
    .update(recoveries)
    .set({ cancelledAt: ctx.now })
    // Written out, as the partial index has it.
    .where(and(eq(recoveries.userId, userId), sql`recoveries.completed_at IS NULL AND recoveries.cancelled_at IS NULL`))
