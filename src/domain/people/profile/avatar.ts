import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '../../../db/client.ts'
import { users } from '../../../db/schema/people/users.ts'
import { fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { AVATARS_A_DAY } from '../../../kernel/limits.ts'
import { selectTries } from '../../core/codes/attempts.ts'
import { dayQuota, requireLeft, withinDay } from '../../core/codes/day-quota.ts'
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
 * @throws 400 for a damaged picture, 413, 415, 429
 */
export async function setAvatar(ctx: Ctx, { avatar }: z.output<typeof SetAvatar>) {
  const quota = dayQuota(ctx, 'avatars', AVATARS_A_DAY)
  requireLeft(ctx, quota, (await selectTries(ctx, quota))[0])
  return withStoredPictures(ctx, [{ file: avatar, field: 'avatar' }], 'avatar', ([picture]) =>
    showAvatar(ctx, picture?.key ?? null, withinDay(ctx, quota)),
  )
}

/** Takes one's picture away. */
export const removeAvatar = (ctx: Ctx) => showAvatar(ctx, null, [])

/** Each of several at once lets go of the one that it replaces. */
async function showAvatar(ctx: Ctx, avatarKey: string | null, counted: Write[]) {
  const { id } = actorOf(ctx)
  const [[user]] = await commit(
    ctx,
    [
      requireActiveActor(ctx),
      ...counted,
      queueFileRemoval(ctx, sql`SELECT u.avatar_key AS key FROM users u WHERE u.id = ${id}`),
      ctx.db.update(users).set({ avatarKey, updatedAt: ctx.now }).where(eq(users.id, id)),
    ],
    selectMe(ctx),
  )
  ctx.later(() => removeFiles(ctx))
  return viewUser(ctx, user ?? fail('UNAUTHORIZED'))
}
