import * as z from 'zod'
import { REFUND_STATUSES } from '#db/schema/orders/refunds.ts'
import { PendingApprovalView } from '#domain/core/approvals/approval.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { maskPhone } from '#kernel/phone.ts'
import { iso, isoOrNull } from '#kernel/time.ts'
import { GATEWAY_IDS } from '#providers/gateways.ts'
import type { RefundRow } from './refund.ts'

export const RefundStatus = z.enum(REFUND_STATUSES).meta({
  id: 'RefundStatus',
  description:
    'REQUESTED : à envoyer par un ADMIN. AWAITING_CODE : son code est attendu. PROCESSING : envoyé. FAILED : à renvoyer, ou à abandonner (REJECTED).',
})

/** A refund as docs/conventions.md, Shapes, shows one: its amount is in the currency of the order, or in that of the deposit. */
export const RefundView = z
  .object({
    id: f.id,
    /** Equals `id`. */
    refundId: f.id,
    /** Null if the refund gives back the payment of a subscription. */
    orderId: f.id.nullable(),
    subscriptionPaymentId: f.id.nullable(),
    amount: f.decimal,
    currency: f.currency,
    status: RefundStatus,
    kind: z.enum(['FULL', 'PARTIAL']),
    reason: z.string().nullable(),
    gateway: z.enum(GATEWAY_IDS),
    phoneNumber: z.string(),
    /** Whether it waits for the code that was mailed to the caller. */
    awaitsMyCode: z.boolean(),
    failureReason: z.string().nullable(),
    rejectionReason: z.string().nullable(),
    createdAt: f.isoTime,
    completedAt: f.isoTime.nullable(),
    returnedAt: f.isoTime.nullable().meta({ description: 'Quand il nous est revenu, après être arrivé.' }),
  })
  .meta({ id: 'Refund' })

export type RefundView = z.output<typeof RefundView>

export const viewRefund = (ctx: Ctx, row: RefundRow): RefundView => ({
  id: row.id,
  refundId: row.id,
  orderId: row.subscriptionPaymentId === null ? row.orderId : null,
  subscriptionPaymentId: row.subscriptionPaymentId,
  amount: formatAmount(row.amountMinor, row.currency),
  currency: row.currency,
  status: row.status,
  kind: row.kind,
  reason: row.reason,
  gateway: row.gateway,
  phoneNumber: maskPhone(row.phone),
  awaitsMyCode: row.codeOf === actorOf(ctx).id,
  failureReason: row.failureCode,
  rejectionReason: row.rejectionReason,
  createdAt: iso(row.createdAt),
  completedAt: isoOrNull(row.reachedAt.SUCCEEDED ?? null),
  returnedAt: isoOrNull(row.returnedAt),
})

/** A refund that waits for the code that was mailed. */
export const PendingRefundView = PendingApprovalView.extend({ refundId: f.id }).meta({ id: 'PendingRefund' })
export type PendingRefund = z.output<typeof PendingRefundView>
