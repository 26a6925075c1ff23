import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { commit } from '../commit.ts'
import type { Ctx } from '../context.ts'

/** Whether a row waits for its code. SQL text, because a bound value would keep SQLite from the partial index. */
export const isAwaiting = sql`status = 'AWAITING_CODE'`

/** One tick's share; the next tick takes the rest. */
export const LAPSE_BATCH = 40

/**
 * Ends the approvals whose code nobody typed in time (docs/money.md, Approval codes).
 * @param selectDue the oldest that are over their time, `LAPSE_BATCH` at most
 * @returns how many it ended
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
