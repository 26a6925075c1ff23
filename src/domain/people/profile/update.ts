import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { users } from '#db/schema/core/users.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { requireHonestName } from '#domain/core/honest-name.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { LOCALES } from '#kernel/format.ts'
import { viewProfile } from '../users/view.ts'
import { selectMe } from './queries.ts'
import { showProfile } from './show.ts'

export const UpdateProfile = z
  .strictObject({ name: f.line(2, 80), preferredCurrency: f.currency, locale: z.enum(LOCALES) })
  .partial()

/**
 * Changes the given fields of the signed-in person's account: never a role, a proof or a block (docs/accounts.md, Profile and addresses).
 */
export async function updateProfile(ctx: Ctx, input: z.output<typeof UpdateProfile>) {
  requireHonestName(input.name, 'name', actorOf(ctx).role)
  if (Object.keys(input).length === 0) return showProfile(ctx)
  const change = ctx.db
    .update(users)
    .set({ ...input, updatedAt: ctx.now })
    .where(eq(users.id, actorOf(ctx).id))
  const [[user]] = await commit(ctx, [requireActiveActor(ctx), ...withinEdits(ctx), change], selectMe(ctx))
  return viewProfile(ctx, user ?? fail('UNAUTHORIZED'))
}
