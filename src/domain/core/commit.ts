import type { BatchResponse } from 'drizzle-orm/batch'
import type { Write } from '#db/client.ts'
import { writeTogether } from '#db/commit.ts'
import type { LiveNote } from '#db/schema/core/live.ts'
import type { Ctx } from './context.ts'
import { sendLive } from './live/send.ts'
import { isMessage, withCompanions } from './notices/outbox.ts'
import { sendSoon } from './notices/send.ts'

/**
 * Writes everything or nothing, in one trip, and answers the reads that follow the writes in the same trip. Messages
 * among the writes are sent after the answer; if this process dies first, the cron sends them, as it sends its own. So are live messages
 * about the written rows, but once.
 * @throws Stale when another change came first, or the business error of a broken guard or constraint
 */
export async function commit<R extends Write[]>(ctx: Ctx, writes: Write[], ...reads: R): Promise<BatchResponse<R>> {
  const all = withCompanions(writes)
  const scope = {
    ...{ db: ctx.db, ids: ctx.ids, now: ctx.now },
    // The request has its key only once its caller is admitted.
    get keyUse() {
      return ctx.keyUse
    },
    hear: (notes: LiveNote[]) => sendLive(ctx, notes),
  }
  const answers = await writeTogether(scope, all, ...reads)
  if (all.some(isMessage)) sendSoon(ctx)
  return answers
}
