import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { users } from '../../../db/schema/people/users.ts'
import { Failure, fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { readPicture } from '../../../kernel/picture/read.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { queueFileRemoval, removeFiles } from '../../core/files/remove.ts'
import { requireActiveActor } from '../../core/guards.ts'
import { viewUser } from '../users/view.ts'
import { selectMe } from './find.ts'

export const SetAvatar = z.strictObject({ avatar: f.file })

/**
 * Sets one's picture: a JPEG, PNG or WebP by its content, of 5 MiB at most and without its metadata, under a fresh key
 * (contract.md 5.2). The one before it is taken away after the commit.
 * @throws 400 for a damaged picture, 413, 415
 */
export async function setAvatar(ctx: Ctx, { avatar }: z.output<typeof SetAvatar>) {
  const { bytes, contentType, extension } = readPicture(new Uint8Array(await avatar.arrayBuffer()), 'avatar')
  const key = `avatar-${ctx.ids.v7()}.${extension}`
  await ctx.images.put(key, bytes, contentType)
  try {
    return await showAvatar(ctx, key)
  } catch (error) {
    // After any other error the commit may have happened.
    if (error instanceof Failure) await ctx.images.remove([key])
    throw error
  }
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
