import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { viewProfile } from '../users/view.ts'
import { selectMe } from './queries.ts'

/** Shows the signed-in person's account (docs/accounts.md, Profile and addresses). */
export async function showProfile(ctx: Ctx) {
  const [user] = await selectMe(ctx)
  return viewProfile(ctx, user ?? fail('UNAUTHORIZED'))
}
