import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { EVERY_TURN, retryOnStale } from '#db/commit.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { withStoredPictures } from '#domain/core/files/pictures.ts'
import { queueFileRemoval, removeFiles } from '#domain/core/files/remove.ts'
import { selectBytesOfDay } from '#domain/core/files/store.ts'
import { requireActiveStaff } from '#domain/core/guards.ts'
import { nextStatus, revise } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { postMachine } from './machine.ts'
import { getPost, selectPost } from './queries.ts'
import { type PostView, viewPost } from './view.ts'

export const SetCover = z.strictObject({ cover: f.file })

/**
 * Sets the cover of a post: a JPEG, PNG or WebP by its content, of 5 MiB at most, stored without metadata under a new key (docs/states.md,
 * Post). The former cover is deleted after the commit.
 * @throws 400 for a damaged picture, 404, 409 for an archived post, 413, 415, 429
 */
export async function setPostCover(ctx: Ctx, id: string, { cover }: z.output<typeof SetCover>): Promise<PostView> {
  const [[post], [ofDay]] = await readTogether(ctx.db, selectPost(ctx, id), selectBytesOfDay(ctx))
  const found = post ?? fail('NOT_FOUND')
  nextStatus(postMachine, found.status, 'edit')
  return withStoredPictures(
    ctx,
    { files: [{ file: cover, field: 'cover' }], prefix: 'post', ofDay },
    ([picture], counted) => {
      let first: typeof found | undefined = found
      return retryOnStale(async () => {
        const post = first ?? (await getPost(ctx, id))
        first = undefined
        nextStatus(postMachine, post.status, 'edit')
        const [rows] = await commit(
          ctx,
          [
            requireActiveStaff(ctx),
            queueFileRemoval(ctx, sql`SELECT p.cover_key AS key FROM posts p WHERE p.id = ${id}`),
            ...counted(),
            ...revise(ctx, postMachine, post, 'edit', { set: { coverKey: picture?.key ?? null } }),
            recordAct(ctx, 'post.cover', id),
          ],
          selectPost(ctx, id),
        )
        ctx.later(() => removeFiles(ctx))
        return viewPost(ctx, rows[0] ?? fail('NOT_FOUND'))
      }, EVERY_TURN)
    },
  )
}
