import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { storedFiles } from '#db/schema/core/files.ts'
import { Stale } from '#db/violation.ts'
import { Failure } from '#kernel/failure.ts'
import { BYTES_A_DAY, BYTES_HELD } from '#kernel/limits.ts'
import { type CountedTries, requireWithin, selectTries, withinQuota } from '../codes/attempts.ts'
import { dayQuota } from '../codes/day-quota.ts'
import { actorOf, type Ctx } from '../context.ts'

const TOO_MANY_BYTES = guard('TOO_MANY_BYTES', 'TOO_MANY_REQUESTS', {
  message: "Vous avez envoyé beaucoup de fichiers aujourd'hui. Réessayez demain.",
  retryAfter: 3600,
})
const NO_ROOM = guard('NO_ROOM', 'CONFLICT', {
  message: 'Vos fichiers occupent toute la place permise. Supprimez ceux dont vous ne vous servez plus.',
})

const bytesOf = (ctx: Ctx) => dayQuota(ctx, 'bytes', BYTES_A_DAY)

/** Bytes that a person stored today: a verb reads them in its first trip, and nothing is stored without them. */
export type BytesOfDay = CountedTries | undefined
export const selectBytesOfDay = (ctx: Ctx) => selectTries(ctx, bytesOf(ctx))

/**
 * Stores one file in R2.
 * @param beside bytes that may be stored with it later, and count with it
 * @throws 429 before it is stored, if the day has no room for it
 */
type Put = (file: { key: string; bytes: Uint8Array; contentType: string; beside?: number }) => Promise<void>

/**
 * Stores files of the person who asks, and does the work that shows them: the only way of an upload into R2. `counted` makes
 * the writes for the commit of that work: they count the bytes in the person's day, and in what the person holds until the
 * files are noted for removal. When a file or the work is refused, what was stored is taken away again. After an error whose
 * outcome is unknown it stays: the commit may have happened.
 * @throws 429 over the bytes of a day, 409 over those that a person may hold
 */
export async function withStore<T>(
  ctx: Ctx,
  ofDay: BytesOfDay,
  work: (put: Put, counted: () => Write[]) => Promise<T>,
): Promise<T> {
  const { id: ownerId } = actorOf(ctx)
  const quota = bytesOf(ctx)
  const files: { key: string; ownerId: string; bytes: number }[] = []
  const sum = () => files.reduce((all, { bytes }) => all + bytes, 0)
  const put: Put = async ({ key, bytes, contentType, beside = 0 }) => {
    const size = bytes.byteLength + beside
    requireWithin(ctx, { ...quota, max: quota.max - sum() - size }, ofDay, TOO_MANY_BYTES.message)
    await ctx.files.put(key, bytes, contentType)
    files.push({ key, ownerId, bytes: size })
  }
  const isFull = sql`(SELECT h.bytes FROM held_bytes h WHERE h.owner_id = ${ownerId}) > ${BYTES_HELD}`
  const counted = (): Write[] =>
    files.length === 0
      ? []
      : [
          ...withinQuota(ctx, { ...quota, by: sum() }, TOO_MANY_BYTES),
          ctx.db.insert(storedFiles).values(files),
          abortWhen(ctx.db, NO_ROOM, isFull),
        ]
  try {
    return await work(put, counted)
  } catch (error) {
    if ((error instanceof Failure || error instanceof Stale) && files.length > 0)
      await ctx.files.remove(files.map(({ key }) => key))
    throw error
  }
}
