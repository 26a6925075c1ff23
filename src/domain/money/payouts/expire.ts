import { and, asc, lte } from 'drizzle-orm'
import { payouts } from '#db/schema/money/payouts.ts'
import { isAwaiting, LAPSE_BATCH, lapseDue } from '#domain/core/approvals/lapse.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { payoutMachine } from './machine.ts'

const selectDue = (ctx: Ctx) =>
  ctx.db
    .select()
    .from(payouts)
    .where(and(isAwaiting, lte(payouts.expiresAt, ctx.now)))
    .orderBy(asc(payouts.expiresAt))
    .limit(LAPSE_BATCH)

/** Payouts whose code ran out before anybody typed it end as EXPIRED. */
export const expirePayouts = (ctx: Ctx): Promise<number> =>
  lapseDue(
    ctx,
    () => selectDue(ctx),
    (row) => transition(ctx, payoutMachine, row, 'expire'),
  )
