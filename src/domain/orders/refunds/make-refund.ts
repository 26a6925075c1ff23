import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { refunds } from '#db/schema/orders/refunds.ts'
import { type Ctx, personOf } from '#domain/core/context.ts'
import { ADMINS_IN_OFFICE } from '#domain/core/incidents/open.ts'
import { recordCreation } from '#domain/core/machine.ts'
import { mailEverybody } from '#domain/core/notices/notify.ts'
import { conclude } from '#domain/core/notices/outbox.ts'
import type { PaidBy } from '../orders/queries.ts'
import { refundAsked } from './notices.ts'
import type { NewRefund, RefundRow } from './refund.ts'

type Payer = Pick<PaidBy, 'gateway' | 'phone' | 'network' | 'country'>
type What = Pick<RefundRow, 'orderId' | 'amountMinor' | 'currency' | 'kind' | 'reason'> &
  Partial<Pick<RefundRow, 'payinId' | 'subscriptionPaymentId'>>

/** A refund to the number that paid, in REQUESTED, which nobody has sent yet. */
export function makeRefund(ctx: Ctx, { gateway, phone, network, country }: Payer, what: What): NewRefund<RefundRow> {
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
    codeOf: null,
    failureCode: null,
    requestedBy: personOf(ctx)?.id ?? null,
    reachedAt: {},
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
    commissionMinor: 0,
    ownMinor: what.amountMinor,
    restBy: null,
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

/** A refund that has succeeded as it is made: beside one on its way no other may be open. */
export function makeSucceeded(ctx: Ctx, row: RefundRow): NewRefund<RefundRow> {
  const done: RefundRow = { ...row, status: 'SUCCEEDED', attempt: 1, reachedAt: { SUCCEEDED: ctx.now } }
  const writes = [ctx.db.insert(refunds).values(done), recordCreation(ctx, 'refund', done.id, 'SUCCEEDED')]
  return { row: done, writes }
}
