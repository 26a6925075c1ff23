import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import type { refundAttempts } from '../../../db/schema/orders/refund-attempts.ts'
import { refunds } from '../../../db/schema/orders/refunds.ts'
import type { Money } from '../../../kernel/money.ts'
import { type Ctx, personOf } from '../../core/context.ts'
import { ADMINS_IN_OFFICE } from '../../core/incidents/open.ts'
import { recordCreation, transition } from '../../core/machine.ts'
import { mailEverybody } from '../../core/notices/notify.ts'
import { conclude } from '../../core/notices/outbox.ts'
import { intend } from '../../money/gateways/intend.ts'
import type { OwnRefund, PaidBy } from '../orders/queries.ts'
import { requireApprovedNumber } from './approved-number.ts'
import { recordAttempt } from './attempts.ts'
import { closeWaiting } from './close-incidents.ts'
import { unlessInDoubt } from './in-doubt.ts'
import { refundMachine } from './machine.ts'
import { refundAsked } from './notices.ts'
import type { Purchase } from './own-order.ts'
import type { RefundRow } from './refund-row.ts'
import { endRequest } from './requests.ts'

export type { RefundRow }

/** A refund that is there or about to be: the writes make it so. */
export type Made<Row extends OwnRefund = OwnRefund> = { row: Row; writes: Write[] }

/** A refund whose money has been taken, how much of it from where. */
export type Debited<Row extends OwnRefund = OwnRefund> = Made<Row> & {
  parts: (typeof refundAttempts.$inferSelect)['parts']
}

/** The writes of a refund that is on its way, and what is asked of the gateway; none where there is nothing to give. */
export type Started = { writes: Write[]; intent: GatewayTransaction | undefined }

/** A try that is about to begin: whose purchase it gives back, in words, and the state of that. */
export type Try = Started & { purchase: Purchase; what: string; state: string }

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
    ownMinor: what.amountMinor,
    rest: null,
    returnedAt: null,
    rejectionReason: null,
    approvedPhones: [],
  }
  const born = conclude(ctx.db.insert(refunds).values(row), tellAsked(ctx, row))
  return { row, writes: [born, recordCreation(ctx, 'refund', row.id, 'REQUESTED', 'request')] }
}

/** The ADMINs hear of what waits for them as the commit that makes it ends: of one that has gone on in it nobody is told. */
const tellAsked = (ctx: Ctx, { id, amountMinor, currency }: RefundRow): Write =>
  mailEverybody(
    ctx,
    sql`${ADMINS_IN_OFFICE} AND EXISTS (SELECT 1 FROM refunds r WHERE r.id = ${id} AND r.status = 'REQUESTED')`,
    refundAsked,
    { amount: { amountMinor, currency }, opens: { refundId: id } },
  )

/** The same of one that has succeeded as it is made: beside one on its way no other may be open. */
export function makeDone(ctx: Ctx, row: RefundRow): Made<RefundRow> {
  const done: RefundRow = { ...row, status: 'SUCCEEDED', attempt: 1, reachedAt: { SUCCEEDED: ctx.now } }
  const writes = [ctx.db.insert(refunds).values(done), recordCreation(ctx, 'refund', done.id, 'SUCCEEDED')]
  return { row: done, writes }
}

/** The next try of a refund begins: the row as it is then, in PROCESSING, behind the writes that make it so. */
export function begin<Row extends OwnRefund>(ctx: Ctx, { row, writes }: Made<Row>): Made<Row> {
  const { amountMinor, commissionMinor, kind, phone, network, country, rest } = row
  const set = { amountMinor, commissionMinor, kind, phone, network, country, rest }
  return {
    row: { ...row, ...set, attempt: row.attempt + 1, status: 'PROCESSING', version: row.version + 1 },
    writes: [
      ...writes,
      ...transition(ctx, refundMachine, row, 'start', { set }),
      ...(row.status === 'AWAITING_CODE' ? [endRequest(ctx, row.id, 'OVERTAKEN')] : []),
      ...(row.status === 'FAILED' ? [] : closeWaiting(ctx, row)),
    ],
  }
}

/** The call that this try of a refund asks of its gateway: what the phone gets. Nothing is sent that may have arrived before. */
export function attempt(ctx: Ctx, debited: Debited, of: Pick<RefundRow, 'orderId' | 'payinId'>, money: Money) {
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
