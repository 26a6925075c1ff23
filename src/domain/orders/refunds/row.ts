import type { Write } from '../../../db/client.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { refunds } from '../../../db/schema/orders/refunds.ts'
import type { Money } from '../../../kernel/money.ts'
import { type Ctx, personOf } from '../../core/context.ts'
import { recordCreation, transition } from '../../core/machine.ts'
import { intend } from '../../money/gateways/intend.ts'
import type { OwnRefund, PaidBy } from '../orders/queries.ts'
import { refundMachine } from './machine.ts'

export type RefundRow = typeof refunds.$inferSelect

/** A refund that is there or about to be: the writes make it so. */
export type Made<Row extends OwnRefund = OwnRefund> = { row: Row; writes: Write[] }

/** The writes of a refund that is on its way, and what is asked of the gateway; none where there is nothing to give. */
export type Started = { writes: Write[]; intent: GatewayTransaction | undefined }

type Payer = Pick<PaidBy, 'gateway' | 'phone' | 'network' | 'country'>
type What = Pick<RefundRow, 'orderId' | 'amountMinor' | 'currency' | 'kind' | 'reason'> &
  Partial<Pick<RefundRow, 'payinId' | 'subscriptionPaymentId'>>

/** A refund to the number that paid, in REQUESTED, which nobody has sent yet. */
export function makeRefund(ctx: Ctx, { gateway, phone, network, country }: Payer, what: What): Made<RefundRow> {
  const row: RefundRow = {
    payinId: null,
    subscriptionPaymentId: null,
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
    commissionMinor: 0,
    expiresAt: null,
    endedBy: null,
    rest: null,
    stoodMinor: null,
    stoodKind: null,
    returnedAt: null,
    rejectionReason: null,
  }
  const writes = [ctx.db.insert(refunds).values(row), recordCreation(ctx, 'refund', row.id, 'REQUESTED', 'request')]
  return { row, writes }
}

/** The same of one that has succeeded as it is made: beside one on its way no other may be open. */
export function makeDone(ctx: Ctx, row: RefundRow): Made<RefundRow> {
  const done: RefundRow = { ...row, status: 'SUCCEEDED', attempt: 1, reachedAt: { SUCCEEDED: ctx.now } }
  const writes = [ctx.db.insert(refunds).values(done), recordCreation(ctx, 'refund', done.id, 'SUCCEEDED')]
  return { row: done, writes }
}

/** Of a refund that is of what it is: no request of an ADMIN has put another amount in the place of what was asked before. */
export const STANDS = { stoodMinor: null, stoodKind: null } as const

/** What a refund is of when the request that awaits its code comes to nothing. */
export const asItStood = ({ stoodMinor, stoodKind }: RefundRow) =>
  stoodMinor === null || stoodKind === null ? STANDS : { amountMinor: stoodMinor, kind: stoodKind, ...STANDS }

/** The next try of a refund begins: the row as it is then, in PROCESSING, behind the writes that make it so. */
export function begin<Row extends OwnRefund>(ctx: Ctx, { row, writes }: Made<Row>): Made<Row> {
  const { amountMinor, commissionMinor, kind, phone, network, country, rest } = row
  const set = {
    ...{ amountMinor, commissionMinor, kind, phone, network, country, rest },
    attempt: row.attempt + 1,
    failureCode: null,
    expiresAt: null,
    endedBy: null,
    ...STANDS,
  }
  return {
    row: { ...row, ...set, status: 'PROCESSING', version: row.version + 1 },
    writes: [...writes, ...transition(ctx, refundMachine, row, 'start', { set })],
  }
}

/** The call that this try of a refund asks of its gateway: what the phone gets. */
export function attempt(ctx: Ctx, row: OwnRefund, money: Money) {
  const { id: subjectId, gateway, phone, network, country } = row
  const reference = row.attempt === 1 ? subjectId : `${subjectId}-${row.attempt}`
  const payout = { kind: 'payout', purpose: 'REFUND', subjectId, reference } as const
  const { amountMinor, currency } = money
  return intend(ctx, { ...payout, gateway, amountMinor, currency, phone, network, country })
}
