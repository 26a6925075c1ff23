import { retryOnStale } from '../../../db/commit.ts'
import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { transition } from '../../core/machine.ts'
import { postMachine } from './machine.ts'
import { getPost } from './queries.ts'

/**
 * Staff throw a post away: it is ARCHIVED for good, and its address stays taken (docs/states.md, Post).
 * @throws 404, 409 INVALID_TRANSITION for one that is archived already
 */
export const deletePost = (ctx: Ctx, id: string): Promise<{ deleted: true }> =>
  retryOnStale(async () => {
    const post = await getPost(ctx, id)
    await commit(ctx, [...transition(ctx, postMachine, post, 'archive'), audited(ctx, 'post.delete', id)])
    return { deleted: true }
  })
