import { lte } from 'drizzle-orm'
import { attempts } from '../../db/schema/identity.ts'
import { idempotencyKeys } from '../../db/schema/platform.ts'
import { DAY_MS } from '../../kernel/time.ts'
import type { Ctx } from '../context.ts'

/** Idempotency keys are kept for 24 hours, counted tries until their window ends (contract.md section 1). */
export async function forgetOld(ctx: Ctx): Promise<void> {
  await ctx.db.batch([
    ctx.db.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, ctx.now - DAY_MS)),
    ctx.db.delete(attempts).where(lte(attempts.windowEndsAt, ctx.now - DAY_MS)),
  ])
}
