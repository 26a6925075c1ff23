import { and, lt, lte, ne } from 'drizzle-orm'
import { attempts, codes, oneTimeTokens } from '../../../db/schema/core/codes.ts'
import { idempotencyKeys } from '../../../db/schema/core/idempotency.ts'
import { outbox } from '../../../db/schema/core/outbox.ts'
import { recoveries } from '../../../db/schema/people/recoveries.ts'
import { leastIdAt } from '../../../kernel/ids.ts'
import { DAY_MS } from '../../../kernel/time.ts'
import type { Ctx } from '../../core/context.ts'

/** Until then one can say whether a message left; nobody's address is kept longer. */
const MESSAGES_KEPT_MS = 30 * DAY_MS

/**
 * Idempotency keys are kept for 24 hours (docs/conventions.md, Idempotency-Key); counted tries, codes, tokens and recoveries until a day
 * after they ended, also those of addresses that nobody has; messages that have left, or could not, for 30 days.
 */
export async function forgetOld(ctx: Ctx): Promise<void> {
  await ctx.db.batch([
    ctx.db.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, ctx.now - DAY_MS)),
    ctx.db.delete(attempts).where(lte(attempts.windowEndsAt, ctx.now - DAY_MS)),
    ctx.db.delete(codes).where(lte(codes.expiresAt, ctx.now - DAY_MS)),
    ctx.db.delete(oneTimeTokens).where(lte(oneTimeTokens.expiresAt, ctx.now - DAY_MS)),
    ctx.db.delete(recoveries).where(lte(recoveries.expiresAt, ctx.now - DAY_MS)),
    ctx.db
      .delete(outbox)
      .where(and(lt(outbox.id, leastIdAt(ctx.now - MESSAGES_KEPT_MS)), ne(outbox.status, 'PENDING'))),
  ])
}
