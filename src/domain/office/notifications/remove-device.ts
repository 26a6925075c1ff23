import { sql } from 'drizzle-orm'
import { abortUnlessChanged, NOT_FOUND } from '#db/guard.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'

/**
 * Removes a device of the person, and what waits to be pushed to it (docs/conventions.md, Pushes).
 * @throws 404
 */
export async function removeDevice(ctx: Ctx, id: string): Promise<{ deleted: true }> {
  await commit(ctx, [
    ctx.db.run(sql`DELETE FROM push_devices WHERE id = ${id} AND user_id = ${actorOf(ctx).id}`),
    abortUnlessChanged(ctx.db, NOT_FOUND),
  ])
  return { deleted: true }
}
