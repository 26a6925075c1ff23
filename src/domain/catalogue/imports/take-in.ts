import { sql } from 'drizzle-orm'
import { abortWhen, failureOf, guard, isBroken } from '#db/guard.ts'
import type { ImportError } from '#db/schema/catalogue/imports.ts'
import { SHOP_STATES } from '#db/schema/shops/shops.ts'
import { Stale } from '#db/violation.ts'
import { DAY_QUOTA, withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { ACTOR_GONE, requireActiveActor } from '#domain/core/guards.ts'
import { requireSubscription, SUBSCRIPTION_REQUIRED, withinPlan } from '#domain/shops/plans/limits.ts'
import { Failure } from '#kernel/failure.ts'
import { refreshVisibility } from '../products/visibility.ts'
import type { Column } from './columns.ts'
import { createLines } from './create-lines.ts'
import { changesSomething } from './edit-of.ts'
import { EXPIRY_MISSING, PLACE_GONE } from './guards.ts'
import type { Line } from './line.ts'
import { advance, capErrors, endImport, IMPORT_MOVED } from './progress.ts'
import type { ImportRow } from './queries.ts'
import { siftLines } from './sift.ts'
import { CHANGED, STOCK_MOVED, updateLines } from './update-lines.ts'

const SHOP_SHUT = guard('IMPORT_SHOP_SHUT', 'CONFLICT', { message: "La boutique n'est plus ouverte." })
/** Guards that refuse the whole import, not one of its lines. */
const ENDS = [SHOP_SHUT, SUBSCRIPTION_REQUIRED, ACTOR_GONE, DAY_QUOTA]

/** Time and commits that one turn of the job has left. */
export type JobTurn = { hasTime: () => boolean; tries: number }
/** One step: the import as the last commit left it, and the errors of lines refused since. */
export type Step = { ctx: Ctx; row: ImportRow; turn: JobTurn; refused: ImportError[] }

/**
 * Imports lines in one commit. If it is refused, it imports one half and then the other, so that the error is told of its own line. If the
 * stock moved meanwhile, the lines are read again.
 * @returns whether to go on: false if another run came first, the import ended, or the turn is over
 */
export async function takeIn(step: Step, lines: Line[]): Promise<boolean> {
  const { ctx, row, turn, refused } = step
  const last = lines.at(-1)?.line ?? row.cursor
  if (!turn.hasTime() || --turn.tries < 0) return false
  const { there, fresh, told } = await siftLines(ctx, row, lines)
  const errors = [...refused, ...told]
  const edits = fresh.length + there.filter(changesSomething).length
  try {
    await commit(ctx, [
      ...advance(ctx, row, { cursor: last, done: there.length + fresh.length, told: errors }),
      requireActiveActor(ctx),
      abortWhen(ctx.db, SHOP_SHUT, isShut(row.shopId)),
      requireSubscription(ctx, row.sellerProfileId),
      ...(edits > 0 ? withinEdits(ctx, edits) : []),
      ...updateLines(ctx, row.shopId, there),
      ...createLines(ctx, row, fresh),
      ...(fresh.length > 0 ? [withinPlan(ctx, row.sellerProfileId)] : []),
      ...(there.length > 0 ? refreshVisibility(ctx, row.sellerProfileId) : []),
    ])
  } catch (error) {
    if (isBroken(error, IMPORT_MOVED)) return false
    const failure = error instanceof Stale ? failureOf(CHANGED) : error
    if (!(failure instanceof Failure)) throw error
    if (isBroken(failure, ...ENDS)) return endFor(step, lines, failure)
    if (isBroken(failure, STOCK_MOVED)) return takeIn(step, lines)
    if (lines.length > 1) {
      const half = Math.ceil(lines.length / 2)
      return (await takeIn(step, lines.slice(0, half))) && takeIn(step, lines.slice(half))
    }
    refused.push({ line: last, field: fieldOf(failure), message: failure.message })
    return true
  }
  step.row = { ...row, cursor: last, failures: 0, errors: capErrors([...row.errors, ...errors]) }
  step.refused = []
  return true
}

/** Saves the errors of lines that were refused after the last commit, before another step would give them other errors. */
export async function tellRefused({ ctx, row, refused }: Step): Promise<void> {
  const cursor = refused.at(-1)?.line
  if (cursor !== undefined) await commit(ctx, advance(ctx, row, { cursor, done: 0, told: refused }))
}

async function endFor({ ctx, row, refused }: Step, [first]: Line[], { message }: Failure): Promise<false> {
  const fault = { line: first?.line ?? row.cursor, field: 'file', message }
  await endImport(ctx, { ...row, errors: capErrors([...row.errors, ...refused]) }, fault)
  return false
}

const isShut = (shopId: string) =>
  sql`NOT EXISTS (SELECT 1 FROM shops s WHERE s.id = ${shopId} AND ${SHOP_STATES.stopped.notIn('s.status')})`

const FIELDS: Record<string, Column> = {
  [PLACE_GONE.name]: 'subcategory',
  [EXPIRY_MISSING.name]: 'expiresAt',
  INSUFFICIENT_STOCK: 'stock',
  IN_USE: 'currency',
}
const fieldOf = ({ guard: name, reason }: Failure) => FIELDS[name ?? ''] ?? FIELDS[reason ?? ''] ?? 'sku'
