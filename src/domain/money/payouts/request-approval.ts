import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { payouts } from '#db/schema/money/payouts.ts'
import { requireCodeDue, viewPendingApproval } from '#domain/core/approvals/approval.ts'
import { recordAct, shownAmount } from '#domain/core/audit.ts'
import { CODE_TTL_MS } from '#domain/core/codes/issue.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { recordCreation, transition } from '#domain/core/machine.ts'
import * as f from '#kernel/fields.ts'
import { COUNTRIES, countryCodes } from '#kernel/phone.ts'
import { ROUTING } from '#providers/gateways.ts'
import { CASH, CHARGES, COMMISSION, DELIVERY_MARGIN, SUBSCRIPTIONS } from '../ledger/accounts.ts'
import { phoneIn } from '../payins/payer.ts'
import { sendPayoutCode } from './approval-code.ts'
import { payoutMachine } from './machine.ts'
import { requireOffered } from './offered.ts'
import type { PayoutRow } from './queries.ts'

/** Two letters, or three. */
const country = z
  .enum([...countryCodes, 'COD', 'RWA'])
  .transform((given) => countryCodes.find((code) => code === given || COUNTRIES[code].alpha3 === given) ?? 'CD')

export const RequestApproval = z.strictObject({
  amount: f.amount,
  currency: f.currency,
  phoneNumber: f.phone,
  provider: z.string().trim().toUpperCase().min(1).max(40),
  country,
  reason: f.reason,
  /** The platform's own account that pays. */
  account: z.enum([CASH, COMMISSION, DELIVERY_MARGIN, SUBSCRIPTIONS, CHARGES]).default(CASH),
})

/**
 * First step of a payout of an administrator: it waits for the code that goes to the admin's address, good for exactly
 * this amount, currency and number for 10 minutes (docs/money.md, Admin payouts). A new request replaces the admin's older one.
 * @throws 400 for what the gateway would refuse; 429 within 60 s of the last code, before the gateway is
 *   asked; 503 when it cannot be
 */
export async function requestPayoutApproval(ctx: Ctx, input: z.output<typeof RequestApproval>) {
  const { currency, provider, reason, account } = input
  const amountMinor = f.amountOf(input.amount, currency, 'amount')
  const phone = phoneIn(input.country, input.phoneNumber, 'phoneNumber')
  await requireCodeDue(ctx, 'ADMIN_PAYOUT')
  const { gateway } = ROUTING.ADMIN_PAYOUT
  await requireOffered(ctx, gateway, { amountMinor, currency, provider, country: input.country })
  const payout: PayoutRow = {
    isDust: false,
    id: ctx.ids.v4(),
    gateway,
    ownerId: null,
    ownerKind: null,
    requestedBy: actorOf(ctx).id,
    account,
    amountMinor,
    currency,
    exchange: null,
    phone,
    network: provider,
    country: input.country,
    reason,
    status: 'AWAITING_CODE',
    failureCode: null,
    expiresAt: ctx.now + CODE_TTL_MS,
    reachedAt: { AWAITING_CODE: ctx.now },
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  return retryOnStale(async () => {
    const awaiting = and(
      isNull(payouts.ownerId),
      eq(payouts.status, 'AWAITING_CODE'),
      eq(payouts.requestedBy, payout.requestedBy),
    )
    const older = await ctx.db.select().from(payouts).where(awaiting)
    await commit(ctx, [
      ...(await sendPayoutCode(ctx, payout)),
      ...older.flatMap((row) => transition(ctx, payoutMachine, row, 'expire', { reason: 'replaced' })),
      ctx.db.insert(payouts).values(payout),
      recordCreation(ctx, 'payout', payout.id, 'AWAITING_CODE', 'request'),
      recordAct(ctx, 'payout.request', payout.id, {
        ...shownAmount({ amountMinor, currency }),
        provider,
        account,
        reason,
      }),
    ])
    return viewPendingApproval(ctx, payout.id)
  })
}
