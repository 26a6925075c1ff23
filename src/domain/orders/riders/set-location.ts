import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { riders } from '#db/schema/orders/riders.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, riderOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { latitude, longitude } from './fields.ts'
import { selectRider } from './queries.ts'
import { viewRider } from './view.ts'

/** Buyers hear of a place at most once in this time (docs/live.md). */
const TOLD_EVERY_MS = 10 * SECOND_MS

export const SetLocation = z.strictObject({ lat: latitude, lng: longitude })

/** Sets the rider's place: it finds near jobs, and the parties of a delivery under way see it (docs/states.md, Who sees an order). */
export async function setLocation(ctx: Ctx, { lat, lng }: z.output<typeof SetLocation>) {
  const { riderId } = riderOf(ctx)
  const placeToldAt = sql`iif(coalesce(${riders.placeToldAt}, 0) <= ${ctx.now - TOLD_EVERY_MS}, ${ctx.now}, ${riders.placeToldAt})`
  const seen = { lat, lng, locatedAt: ctx.now, placeToldAt }
  const [[rider]] = await commit(
    ctx,
    [ctx.db.update(riders).set(seen).where(eq(riders.id, riderId))],
    selectRider(ctx, riderId),
  )
  return viewRider(ctx, rider ?? fail('NOT_FOUND'))
}
