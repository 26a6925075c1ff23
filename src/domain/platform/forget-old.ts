import { lte } from 'drizzle-orm'
import { attempts, codes, oneTimeTokens, recoveries } from '../../db/schema/identity.ts'
import { idempotencyKeys } from '../../db/schema/platform.ts'
import { DAY_MS } from '../../kernel/time.ts'
import type { Ctx } from '../context.ts'

/**
 * Idempotency keys are kept for 24 hours (contract.md section 1); counted tries, codes, tokens and recoveries until a day
 * after they ended, also those of addresses that nobody has.
 */
export async function forgetOld(ctx: Ctx): Promise<void> {
  await ctx.db.batch([
    ctx.db.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, ctx.now - DAY_MS)),
    ctx.db.delete(attempts).where(lte(attempts.windowEndsAt, ctx.now - DAY_MS)),
    ctx.db.delete(codes).where(lte(codes.expiresAt, ctx.now - DAY_MS)),
    ctx.db.delete(oneTimeTokens).where(lte(oneTimeTokens.expiresAt, ctx.now - DAY_MS)),
    ctx.db.delete(recoveries).where(lte(recoveries.expiresAt, ctx.now - DAY_MS)),
  ])
}
