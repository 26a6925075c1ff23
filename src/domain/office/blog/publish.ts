import { EVERY_TURN, retryOnStale } from '#db/commit.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { requireActiveStaff } from '#domain/core/guards.ts'
import { transition } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import { postMachine } from './machine.ts'
import { getPost, selectPost } from './queries.ts'
import { type PostView, viewPost } from './view.ts'

/**
 * Publishes a draft. The time of its first publication stays, so that a post that is published again does not come first in the list again
 * (docs/states.md, Post).
 * @throws 404, 409 INVALID_TRANSITION
 */
export const publishPost = (ctx: Ctx, id: string): Promise<PostView> => move(ctx, id, 'publish')

/** Makes a published post a draft again. @throws as publishPost */
export const unpublishPost = (ctx: Ctx, id: string): Promise<PostView> => move(ctx, id, 'unpublish')

const move = (ctx: Ctx, id: string, event: 'publish' | 'unpublish') =>
  retryOnStale(async () => {
    const post = await getPost(ctx, id)
    const [rows] = await commit(
      ctx,
      [
        requireActiveStaff(ctx),
        ...transition(ctx, postMachine, post, event, {
          set: { ...(post.publishedAt === null && { publishedAt: ctx.now }) },
        }),
        recordAct(ctx, `post.${event}`, id),
      ],
      selectPost(ctx, id),
    )
    return viewPost(ctx, rows[0] ?? fail('NOT_FOUND'))
  }, EVERY_TURN)
