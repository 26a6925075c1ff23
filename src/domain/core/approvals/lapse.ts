import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { retryOnStale } from '../../../db/commit.ts'
import { commit } from '../commit.ts'
import type { Ctx } from '../context.ts'

/** What waits for its code. Written out, because a bound value would keep SQLite from the partial index. */
export const isAwaiting = sql`status = 'AWAITING_CODE'`

/** One tick's share; the next tick takes the rest. */
export const LAPSE_BATCH = 40

/**
 * Ends the wait of what nobody typed the code of in time (docs/money.md, Approval codes).
 * @param selectDue the oldest that are over their time, `LAPSE_BATCH` at most
 * @returns how many there were
 */
export const lapseDue = <Row>(
  ctx: Ctx,
  selectDue: () => PromiseLike<Row[]>,
  lapse: (row: Row) => Write[],
): Promise<number> =>
  retryOnStale(async () => {
    const due = await selectDue()
    await commit(ctx, due.flatMap(lapse))
    return due.length
  })
