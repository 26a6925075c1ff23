import { type Ctx, riderOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { selectRider } from './queries.ts'
import { viewRider } from './view.ts'

/** A rider, for staff. 404. */
export async function showRider(ctx: Ctx, id: string) {
  const [rider] = await selectRider(ctx, id)
  return viewRider(ctx, rider ?? fail('NOT_FOUND'))
}

/** The rider asking; 403 before they have applied. */
export const showMyRider = (ctx: Ctx) => showRider(ctx, riderOf(ctx).riderId)
