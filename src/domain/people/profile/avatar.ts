import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether, type Write } from '#db/client.ts'
import { users } from '#db/schema/core/users.ts'
import { selectTries } from '#domain/core/codes/attempts.ts'
import { dayQuota, requireLeft, withinDay } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { withStoredPictures } from '#domain/core/files/pictures.ts'
import { queueFileRemoval, removeFiles } from '#domain/core/files/remove.ts'
import { selectBytesOfDay } from '#domain/core/files/store.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { AVATARS_A_DAY } from '#kernel/limits.ts'
import { viewProfile } from '../users/view.ts'
import { selectMe } from './queries.ts'

export const SetAvatar = z.strictObject({ avatar: f.file })

/**
 * Sets the picture of the signed-in person: a JPEG, PNG or WebP by its content, of 5 MiB at most, stored without metadata under a new key
 * (docs/accounts.md, Profile and addresses). The former picture is deleted after the commit.
 * @throws 400 for a damaged picture, 409, 413, 415, 429
 */
export async function setAvatar(ctx: Ctx, { avatar }: z.output<typeof SetAvatar>) {
  const quota = dayQuota(ctx, 'avatars', AVATARS_A_DAY)
  const [[made], [ofDay]] = await readTogether(ctx.db, selectTries(ctx, quota), selectBytesOfDay(ctx))
  requireLeft(ctx, quota, made)
  const upload = { files: [{ file: avatar, field: 'avatar' }], prefix: 'avatar', ofDay }
  return withStoredPictures(ctx, upload, ([picture], counted) =>
    showAvatar(ctx, picture?.key ?? null, [...withinDay(ctx, quota), ...counted()]),
  )
}

export const removeAvatar = (ctx: Ctx) => showAvatar(ctx, null, [])

/** Stores the key of a picture, or null, and queues the picture that it replaces for deletion. */
async function showAvatar(ctx: Ctx, avatarKey: string | null, counted: Write[]) {
  const { id } = actorOf(ctx)
  const [[user]] = await commit(
    ctx,
    [
      requireActiveActor(ctx),
      queueFileRemoval(ctx, sql`SELECT u.avatar_key AS key FROM users u WHERE u.id = ${id}`),
      ...counted,
      ctx.db.update(users).set({ avatarKey, updatedAt: ctx.now }).where(eq(users.id, id)),
    ],
    selectMe(ctx),
  )
  ctx.later(() => removeFiles(ctx))
  return viewProfile(ctx, user ?? fail('UNAUTHORIZED'))
}
