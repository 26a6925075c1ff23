import type { Write } from '../../../db/client.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { refunds } from '../../../db/schema/orders/refunds.ts'
import type { Money } from '../../../kernel/money.ts'
import { type Ctx, personOf } from '../../core/context.ts'
import { recordCreation, transition } from '../../core/machine.ts'
import { intend } from '../../money/gateways/intend.ts'
import type { PaidBy } from '../orders/queries.ts'
import { refundMachine } from './machine.ts'

export type RefundRow = typeof refunds.$inferSelect

/** The writes of a refund that is on its way, and what is asked of the gateway; none where there is nothing to give. */
export type Started = { writes: Write[]; intent: GatewayTransaction | undefined }

type What = Pick<RefundRow, 'orderId' | 'amountMinor' | 'currency' | 'kind' | 'reason' | 'payinId'>

/** A refund to the number that paid, which nobody has sent yet. */
export const newRow = (ctx: Ctx, { gateway, phone, network, country }: PaidBy, what: What): RefundRow => ({
  ...what,
  id: ctx.ids.v7(),
  status: 'REQUESTED',
  gateway,
  phone,
  network,
  country,
  attempt: 0,
  failureCode: null,
  requestedBy: personOf(ctx)?.id ?? null,
  reachedAt: {},
  version: 1,
  createdAt: ctx.now,
  updatedAt: ctx.now,
})

export const insertRefund = (ctx: Ctx, row: RefundRow): Write[] => [
  ctx.db.insert(refunds).values(row),
  recordCreation(ctx, 'refund', row.id, 'REQUESTED', 'request'),
]

/** The next try of a refund begins: the row as it is then, in PROCESSING, and the writes that make it so. */
export function begin(ctx: Ctx, row: RefundRow, isAdopted: boolean): { row: RefundRow; writes: Write[] } {
  const { phone, network, country } = row
  const set = { attempt: row.attempt + 1, failureCode: null, phone, network, country }
  return {
    row: { ...row, ...set, status: 'PROCESSING', version: row.version + 1 },
    writes: [...(isAdopted ? [] : insertRefund(ctx, row)), ...transition(ctx, refundMachine, row, 'start', { set })],
  }
}

/** The call that this try of a refund asks of its gateway: what the phone gets. */
export function attempt(ctx: Ctx, row: RefundRow, money: Money) {
  const { id: subjectId, gateway, phone, network, country } = row
  const reference = row.attempt === 1 ? subjectId : `${subjectId}-${row.attempt}`
  const payout = { kind: 'payout', purpose: 'REFUND', subjectId, reference } as const
  const { amountMinor, currency } = money
  return intend(ctx, { ...payout, gateway, amountMinor, currency, phone, network, country })
}
