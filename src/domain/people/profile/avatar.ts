import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { users } from '../../../db/schema/people/users.ts'
import { fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { withStoredPictures } from '../../core/files/pictures.ts'
import { queueFileRemoval, removeFiles } from '../../core/files/remove.ts'
import { requireActiveActor } from '../../core/guards.ts'
import { viewUser } from '../users/view.ts'
import { selectMe } from './queries.ts'

export const SetAvatar = z.strictObject({ avatar: f.file })

/**
 * Sets one's picture: a JPEG, PNG or WebP by its content, of 5 MiB at most and without its metadata, under a fresh key
 * (docs/accounts.md, Profile and addresses). The one before it is taken away after the commit.
 * @throws 400 for a damaged picture, 413, 415
 */
export function setAvatar(ctx: Ctx, { avatar }: z.output<typeof SetAvatar>) {
  return withStoredPictures(ctx, [{ file: avatar, field: 'avatar' }], 'avatar', ([picture]) =>
    showAvatar(ctx, picture?.key ?? null),
  )
}

/** Takes one's picture away. */
export const removeAvatar = (ctx: Ctx) => showAvatar(ctx, null)

/** Each of several at once lets go of the one that it replaces. */
async function showAvatar(ctx: Ctx, avatarKey: string | null) {
  const { id } = actorOf(ctx)
  const [[user]] = await commit(
    ctx,
    [
      requireActiveActor(ctx),
      queueFileRemoval(ctx, sql`SELECT u.avatar_key AS key FROM users u WHERE u.id = ${id}`),
      ctx.db.update(users).set({ avatarKey, updatedAt: ctx.now }).where(eq(users.id, id)),
    ],
    selectMe(ctx),
  )
  ctx.later(() => removeFiles(ctx))
  return viewUser(ctx, user ?? fail('UNAUTHORIZED'))
}
