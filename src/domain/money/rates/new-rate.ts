import type { Ctx } from '#domain/core/context.ts'
import { formatRate, RATE_SCALE } from '#kernel/money.ts'
import { iso } from '#kernel/time.ts'
import { rateIn, type SetRate } from './fields.ts'

/** The row that an input asks for, and what the audit says of it. */
export function newRate(ctx: Ctx, { rate, effectiveAt, source, isActive, confirmJump: _, ...pair }: SetRate) {
  const row = {
    id: ctx.ids.v7(),
    ...pair,
    rateScaled: rateIn(rate),
    source: source ?? 'MANUAL',
    effectiveAt: effectiveAt === undefined ? ctx.now : Date.parse(effectiveAt),
    isActive: isActive ?? true,
    createdAt: ctx.now,
    frozenAt: null,
    jumpConfirmed: false,
  }
  const said = formatRate({ times: row.rateScaled, over: RATE_SCALE })
  return { row, details: { ...pair, rate: said, effectiveAt: iso(row.effectiveAt), isActive: row.isActive } }
}
