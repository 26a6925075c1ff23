import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { abortUnlessChanged } from '#db/guard.ts'
import { riders } from '#db/schema/orders/riders.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, riderOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { RIDER_NOT_ACTIVE } from './guards.ts'
import { selectRider } from './queries.ts'
import { viewRider } from './view.ts'

export const SetAvailability = z.strictObject({ availability: z.enum(['ONLINE', 'OFFLINE']) })

/**
 * The rider starts or ends their day: unassigned jobs are shown to those who are ONLINE (docs/states.md, Rider).
 * @throws 403 RIDER_NOT_ACTIVE
 */
export async function setAvailability(ctx: Ctx, { availability }: z.output<typeof SetAvailability>) {
  const { riderId } = riderOf(ctx)
  const [[rider]] = await commit(
    ctx,
    [
      ...withinEdits(ctx),
      ctx.db
        .update(riders)
        .set({ availability, updatedAt: ctx.now })
        .where(and(eq(riders.id, riderId), eq(riders.status, 'ACTIVE'))),
      abortUnlessChanged(ctx.db, RIDER_NOT_ACTIVE),
    ],
    selectRider(ctx, riderId),
  )
  return viewRider(ctx, rider ?? fail('NOT_FOUND'))
}
