import { type Ctx, riderOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { findJob } from './queries.ts'

/** The job that the rider asking has, with its order. 404 for everybody else's, and for one that nobody has. */
export async function getOwnJob(ctx: Ctx, id: string) {
  const { riderId } = riderOf(ctx)
  const found = await findJob(ctx, id)
  if (found?.job.riderId !== riderId) fail('NOT_FOUND')
  return found
}
