import type { Ctx } from '#domain/core/context.ts'
import { intend } from '#domain/money/gateways/attempts/intend.ts'
import type { Money } from '#kernel/money.ts'
import { requireApprovedNumber } from '../approval/approved-number.ts'
import { unlessInDoubt } from '../in-doubt.ts'
import type { RefundRow, RefundWithParts } from '../refund.ts'
import { recordAttempt } from './record.ts'

/** The payout that an attempt of a refund asks of its gateway: what the phone gets. Nothing is sent that may have arrived before. */
export function intendPayout(
  ctx: Ctx,
  debited: RefundWithParts,
  of: Pick<RefundRow, 'orderId' | 'payinId'>,
  money: Money,
) {
  const { row } = debited
  const { id: subjectId, gateway, phone, network, country } = row
  const reference = row.attempt === 1 ? subjectId : `${subjectId}-${row.attempt}`
  const payout = { kind: 'payout', purpose: 'REFUND', subjectId, reference } as const
  const { amountMinor, currency } = money
  const sent = intend(ctx, { ...payout, gateway, amountMinor, currency, phone, network, country })
  return {
    row: sent.row,
    writes: [
      ...debited.writes,
      unlessInDoubt(ctx, of),
      requireApprovedNumber(ctx, row.id),
      ...sent.writes,
      recordAttempt(ctx, debited, sent.row),
    ],
  }
}
