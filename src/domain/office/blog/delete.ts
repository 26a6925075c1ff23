import { sql } from 'drizzle-orm'
import { EVERY_TURN, retryOnStale } from '#db/commit.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { queueFileRemoval, removeFiles } from '#domain/core/files/remove.ts'
import { requireActiveStaff } from '#domain/core/guards.ts'
import { transition } from '#domain/core/machine.ts'
import { postMachine } from './machine.ts'
import { getPost } from './queries.ts'

/**
 * Archives a post for good: its slug stays taken, and its public cover is deleted (docs/states.md, Post).
 * @throws 404, 409 INVALID_TRANSITION for one that is archived already
 */
export const deletePost = (ctx: Ctx, id: string): Promise<{ deleted: true }> =>
  retryOnStale(async () => {
    const post = await getPost(ctx, id)
    await commit(ctx, [
      requireActiveStaff(ctx),
      queueFileRemoval(ctx, sql`SELECT p.cover_key AS key FROM posts p WHERE p.id = ${id}`),
      ...transition(ctx, postMachine, post, 'archive', { set: { coverKey: null } }),
      recordAct(ctx, 'post.delete', id),
    ])
    ctx.later(() => removeFiles(ctx))
    return { deleted: true }
  }, EVERY_TURN)
