import { and, eq, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortUnlessChanged, guard } from '#db/guard.ts'
import { dataCopies } from '#db/schema/people/copies.ts'
import { forgetAttempts } from '#domain/core/codes/attempts.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { queueFileRemoval } from '#domain/core/files/remove.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import { ARCHIVES, folderOf } from './archive.ts'
import type { CopyRow } from './view.ts'

/** Another run works at the copy, or the account was erased. */
export const COPY_MOVED = guard('COPY_MOVED', 'CONFLICT')

/** Time for which nobody else works at a copy, in ms: a run that died comes to its end. */
const TURN_MS = 5 * MINUTE_MS
/** Time for which an archive is kept, in ms. */
const KEPT_MS = 7 * DAY_MS
/** After this many turns in a row that throw, the copy ends. */
const MOST_FAILURES = 5

/** The key of the tries of a person in a day. */
export const triesOf = (userId: string) => `copy:${userId}`

/** Takes the next turn at a copy. @throws COPY_MOVED if another run has it */
export async function takeTurn(ctx: Ctx, id: string): Promise<CopyRow | undefined> {
  const [[row]] = await commit(
    ctx,
    [
      ctx.db
        .update(dataCopies)
        .set({ turnEndsAt: ctx.now + TURN_MS, updatedAt: ctx.now })
        .where(sql`id = ${id} AND status = 'PENDING' AND turn_ends_at <= ${ctx.now}`),
      abortUnlessChanged(ctx.db, COPY_MOVED),
    ],
    ctx.db.select().from(dataCopies).where(eq(dataCopies.id, id)),
  )
  return row
}

type Change = Partial<typeof dataCopies.$inferInsert>

/** Gives the turn back with this change. @throws COPY_MOVED if it was lost meanwhile */
const giveBack = (ctx: Ctx, { id, turnEndsAt }: CopyRow, change: Change): Write[] => [
  ctx.db
    .update(dataCopies)
    .set({ ...change, turnEndsAt: 0 })
    .where(and(eq(dataCopies.id, id), eq(dataCopies.status, 'PENDING'), eq(dataCopies.turnEndsAt, turnEndsAt))),
  abortUnlessChanged(ctx.db, COPY_MOVED),
]

/** Saves the progress of a step; after the last one the copy is ready. */
export const saveProgress = (ctx: Ctx, row: CopyRow, change: Change, isDone: boolean) =>
  commit(
    ctx,
    giveBack(ctx, row, {
      ...change,
      failures: 0,
      ...(isDone && { status: 'READY', expiresAt: ctx.now + KEPT_MS }),
    }),
  )

/** Counts a failure; the fifth in a row ends the copy, and its owner may ask for another one at once. */
export const noteFailure = (ctx: Ctx, row: CopyRow) =>
  commit(
    ctx,
    row.failures + 1 < MOST_FAILURES
      ? giveBack(ctx, row, { failures: row.failures + 1 })
      : [
          ...giveBack(ctx, row, { status: 'FAILED' }),
          dropArchive(ctx, row.id),
          forgetAttempts(ctx, triesOf(row.userId)),
        ],
  )

const dropArchive = (ctx: Ctx, id: string): Write => queueFileRemoval(ctx, sql`SELECT ${folderOf(id)} AS key`)

/** Removes what a step stored for a copy that was erased meanwhile. */
export const dropOrphans = (ctx: Ctx, id: string) =>
  commit(ctx, [
    queueFileRemoval(
      ctx,
      sql`SELECT ${folderOf(id)} AS key WHERE NOT EXISTS (SELECT 1 FROM data_copies c WHERE c.id = ${id})`,
    ),
  ])

/** Selects copies whose seven days are over, the longest over first. */
export const overCopies = (ctx: Ctx, limit: number) =>
  ctx.db.all<{ id: string }>(
    sql`SELECT c.id FROM data_copies c WHERE c.status = 'READY' AND c.expires_at <= ${ctx.now} ORDER BY c.expires_at LIMIT ${limit}`,
  )

/** Ends a copy, whose archive goes. */
export const expireCopy = (ctx: Ctx, id: string) =>
  commit(ctx, [
    ctx.db
      .update(dataCopies)
      .set({ status: 'EXPIRED', updatedAt: ctx.now })
      .where(sql`id = ${id} AND status = 'READY' AND expires_at <= ${ctx.now}`),
    dropArchive(ctx, id),
  ])

/** Removes parts that a run which died left of a copy that is gone. */
export async function sweepArchives(ctx: Ctx): Promise<void> {
  const keys = await ctx.files.keysBefore(ARCHIVES, ctx.now - 2 * KEPT_MS)
  if (keys.length > 0) await ctx.files.remove(keys)
}
