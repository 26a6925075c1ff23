import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema/people/users.ts'
import { fail } from '../../../kernel/failure.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { viewUser } from '../users/view.ts'

/** One's own account as the database has it: behind the writes of a commit, or alone. */
export const selectMe = (ctx: Ctx) =>
  ctx.db
    .select()
    .from(users)
    .where(eq(users.id, actorOf(ctx).id))

/** One's own account (docs/accounts.md, Profile and addresses). */
export async function findProfile(ctx: Ctx) {
  const [user] = await selectMe(ctx)
  return viewUser(ctx, user ?? fail('UNAUTHORIZED'))
}
