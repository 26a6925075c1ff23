import * as z from 'zod'
import { PAYOUT_STATUSES } from '#db/schema/money/payouts.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { StepView, viewStep } from '#domain/core/steps.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { iso, isoOrNull } from '#kernel/time.ts'
import type { PayoutFile, PayoutRow } from './queries.ts'

/** An administrator's payout, as docs/states.md, Payout, shows one. */
const payout = {
  payoutId: f.id,
  status: z.enum(PAYOUT_STATUSES).meta({
    id: 'PayoutStatus',
    description:
      "Pas encore envoyé : AWAITING_CODE, puis EXPIRED (sans code à temps) ou CANCELLED. En route : ACCEPTED, ENQUEUED, PROCESSING, IN_RECONCILIATION (l'opérateur vérifie). Fins : COMPLETED, FAILED ; RETURNED, revenu après coup.",
  }),
  amount: f.decimal,
  currency: f.currency,
  recipient: z.object({
    type: z.literal('MMO'),
    accountDetails: z.object({ phoneNumber: z.string(), provider: z.string() }),
  }),
  /** Whether it waits for the code that was mailed to the caller. */
  awaitsMyCode: z.boolean(),
  createdAt: f.isoTime,
}

export const PayoutView = z.object(payout).meta({ id: 'Payout' })
export const PayoutList = f.listOf('payouts', PayoutView)

export const PayoutFileView = z
  .object({
    ...payout,
    internalStatus: z.enum(PAYOUT_STATUSES),
    country: f.country,
    account: z.string(),
    reason: z.string().nullable(),
    requestedBy: f.id,
    failureCode: z.string().nullable(),
    failureMessage: z.string().nullable(),
    expiresAt: f.isoTime.nullable(),
    history: z.array(StepView),
  })
  .meta({ id: 'PayoutFile' })

export const viewPayout = (ctx: Ctx, row: PayoutRow): z.output<typeof PayoutView> => ({
  payoutId: row.id,
  status: row.status,
  amount: formatAmount(row.amountMinor, row.currency),
  currency: row.currency,
  recipient: { type: 'MMO', accountDetails: { phoneNumber: row.phone, provider: row.network } },
  awaitsMyCode: row.status === 'AWAITING_CODE' && row.requestedBy === actorOf(ctx).id,
  createdAt: iso(row.createdAt),
})

export const viewPayoutFile = (
  ctx: Ctx,
  { payout: row, attempt, steps }: PayoutFile,
): z.output<typeof PayoutFileView> => ({
  ...viewPayout(ctx, row),
  internalStatus: row.status,
  country: row.country,
  account: row.account,
  reason: row.reason,
  requestedBy: row.requestedBy,
  failureCode: row.failureCode,
  failureMessage: attempt?.failureMessage ?? null,
  expiresAt: isoOrNull(row.expiresAt),
  history: steps.map(viewStep),
})
