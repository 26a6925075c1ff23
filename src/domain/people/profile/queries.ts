import { eq } from 'drizzle-orm'
import { users } from '#db/schema/core/users.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'

/** Selects the signed-in person's account: behind the writes of a commit, or alone. */
export const selectMe = (ctx: Ctx) =>
  ctx.db
    .select()
    .from(users)
    .where(eq(users.id, actorOf(ctx).id))
