import { fail } from '../../../kernel/failure.ts'
import { type Ctx, riderOf } from '../../core/context.ts'
import { riderById } from './queries.ts'
import { viewRider } from './view.ts'

/** A rider, for staff. 404. */
export async function findRider(ctx: Ctx, id: string) {
  const [rider] = await riderById(ctx, id)
  return viewRider(rider ?? fail('NOT_FOUND'))
}

/** The rider asking; 403 before they have applied. */
export const findMyRider = (ctx: Ctx) => findRider(ctx, riderOf(ctx).riderId)
