import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { selectRate } from './queries.ts'
import { viewRate } from './view.ts'

/** One rate, in force or not. 404 */
export async function showRate(ctx: Ctx, id: string) {
  const [row] = await selectRate(ctx, id)
  return viewRate(row ?? fail('NOT_FOUND'))
}
