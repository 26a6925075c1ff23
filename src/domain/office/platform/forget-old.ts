import { type SQL, sql } from 'drizzle-orm'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { forgetUnusedAttachments } from '#domain/orders/messages/forget-unused.ts'
import { forgetUnpaid } from '#domain/orders/orders/clock/forget-unpaid.ts'
import { forgetUnproved } from '#domain/people/accounts/forget-unproved.ts'
import { Defect } from '#kernel/defect.ts'
import { report } from '#kernel/report.ts'
import { RETENTION } from './retention.ts'

/** Rows that one statement deletes: D1 aborts a statement that takes long, and undoes it. */
const BATCH = 500

/**
 * Deletes a share of the expired rows of each table (docs/limits.md, Kept for how long). A table that fails is reported, and stops none of
 * the others.
 * @returns the number of tables that have more
 * @throws if nothing is left to do and one of them failed
 */
export async function forgetOld(ctx: Ctx): Promise<number> {
  const steps: [of: string, step: Promise<boolean>][] = [
    ...Object.entries(RETENTION).map(([table, { keptMs, isDue }]): [string, Promise<boolean>] => [
      table,
      forgetSome(ctx, table, isDue(ctx.now - keptMs)),
    ]),
    ['unproved registrations', forgetUnproved(ctx)],
    ['unused attachments', forgetUnusedAttachments(ctx)],
    ['unpaid orders', forgetUnpaid(ctx)],
  ]
  const hasMore = await Promise.all(
    steps.map(([of, step]) => step.catch((error: unknown) => void report('not forgotten', { of }, error))),
  )
  const more = hasMore.filter(Boolean).length
  // The others finish first; then the job fails.
  if (more === 0 && hasMore.includes(undefined)) throw new Defect('some of it could not be forgotten')
  return more
}

async function forgetSome(ctx: Ctx, table: string, where: SQL): Promise<boolean> {
  const name = sql.identifier(table)
  const [gone] = await commit(
    ctx,
    [],
    ctx.db.all(sql`
    DELETE FROM ${name} WHERE rowid IN (SELECT rowid FROM ${name} WHERE ${where} LIMIT ${BATCH}) RETURNING 1 AS gone`),
  )
  return gone.length === BATCH
}
