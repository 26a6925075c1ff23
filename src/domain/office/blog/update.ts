import * as z from 'zod'
import { EVERY_TURN, retryOnStale } from '#db/commit.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { requireActiveStaff } from '#domain/core/guards.ts'
import { nextStatus, revise } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { postFields } from './fields.ts'
import { postMachine } from './machine.ts'
import { getPost, selectPost } from './queries.ts'
import { type PostView, viewPost } from './view.ts'

export const UpdatePost = z.strictObject(postFields).partial().extend({ version: f.version.optional() })

/**
 * Changes some fields of a post; a published post shows them at once (docs/states.md, Post). Its slug stays unless another is given.
 * @throws 404; 409 VERSION_MISMATCH if it changed since `version`, ALREADY_EXISTS for a slug that is taken, INVALID_TRANSITION for an
 *   archived one
 */
export const updatePost = (ctx: Ctx, id: string, { version, ...set }: z.output<typeof UpdatePost>): Promise<PostView> =>
  retryOnStale(async () => {
    const post = await getPost(ctx, id)
    nextStatus(postMachine, post.status, 'edit')
    if (version !== undefined && version !== post.version) fail('CONFLICT', 'VERSION_MISMATCH')
    if (Object.keys(set).length === 0) return viewPost(ctx, post)
    const [rows] = await commit(
      ctx,
      [
        requireActiveStaff(ctx),
        ...revise(ctx, postMachine, post, 'edit', { set }),
        recordAct(ctx, 'post.update', id, { fields: Object.keys(set) }),
      ],
      selectPost(ctx, id),
    )
    return viewPost(ctx, rows[0] ?? fail('NOT_FOUND'))
  }, EVERY_TURN)
