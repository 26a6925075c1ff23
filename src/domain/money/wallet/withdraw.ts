import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { walletEntries } from '#db/schema/money/ledger.ts'
import { payouts } from '#db/schema/money/payouts.ts'
import { withApprovalCode } from '#domain/core/approvals/tries.ts'
import { recordAct, shownAmount } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireKyc } from '#domain/core/kyc-required.ts'
import { recordCreation } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { ROUTING, refusalOf } from '#providers/gateways.ts'
import { intend } from '../gateways/attempts/intend.ts'
import { send } from '../gateways/attempts/send.ts'
import { availableOf, reservedOf } from '../ledger/accounts.ts'
import { post, walletEntry } from '../ledger/post.ts'
import { sentOf } from '../payouts/exchange.ts'
import type { PayoutRow } from '../payouts/queries.ts'
import { walletOwner } from './owner.ts'
import { hadDust, lastDayOf, selectEntries } from './queries.ts'
import { type Terms, termsOfCode, withdrawalCodeUse, withdrawalFields } from './terms.ts'
import { viewTransaction } from './view.ts'
import { abortWhenWithdrawalsFrozen } from './withdrawal-freeze.ts'

const INSUFFICIENT_BALANCE = guard('INSUFFICIENT_BALANCE', 'CONFLICT', { reason: 'INSUFFICIENT_BALANCE' })
const WALLET_FROZEN = guard('WALLET_FROZEN', 'FORBIDDEN', { reason: 'WALLET_FROZEN' })
const PAYOUT_NUMBER_CHANGED = guard('PAYOUT_NUMBER_CHANGED', 'CONFLICT', {
  message: 'Votre numéro de retrait vient de changer. Demandez un nouveau code.',
})
/** Less than the minimum leaves once in 30 days, and only if nothing stays behind. */
const BELOW_MINIMUM = guard('BELOW_MINIMUM', 'VALIDATION_ERROR', {
  details: [
    {
      field: 'amount',
      message: 'Sous le minimum, un retrait est de tout ce qui est disponible, une fois en 30 jours.',
    },
  ],
})
const PAYOUT_LIMIT = guard('PAYOUT_LIMIT', 'CONFLICT', { reason: 'PAYOUT_LIMIT' })

export const Withdraw = z.strictObject({ ...withdrawalFields, otpCode: f.code6 })

/**
 * Second step of a withdrawal: uses up the code and reserves the money in one commit with the intent, then sends it to
 * the payout number through the gateway of withdrawals (docs/money.md, Withdrawals). An answer that says nothing leaves it on its way.
 * @throws 400 below the minimum or with centimes that the operator does not take; 401 INVALID_VERIFICATION_CODE; 403
 *   WALLET_FROZEN, KYC_REQUIRED; 409 WITHDRAWAL_HELD, INSUFFICIENT_BALANCE, PAYOUT_LIMIT over the maximum of 24 hours; 410; 429 after five tries; 400 when the operator refused, and the money is available again
 */
export async function withdraw(ctx: Ctx, { otpCode, ...asked }: z.output<typeof Withdraw>) {
  const terms = await termsOfCode(ctx, walletOwner(ctx), asked)
  const payout = payoutOf(ctx, terms)
  const { id, amountMinor, currency, phone, network, country } = payout
  const intent = intend(ctx, {
    ...{ ...sentOf(payout), phone, network, country },
    ...ROUTING.WITHDRAWAL,
    purpose: 'WITHDRAWAL',
    subjectId: id,
    reference: id,
  })
  const entryId = ctx.ids.v7()
  const [[line]] = await withApprovalCode(ctx, withdrawalCodeUse(ctx, terms), otpCode, (used) =>
    commit(
      ctx,
      [
        ...used,
        ...reserve(ctx, terms, payout, entryId),
        ...intent.writes,
        recordAct(ctx, 'withdrawal.request', id, shownAmount({ amountMinor, currency })),
      ],
      selectEntries(ctx).where(eq(walletEntries.id, entryId)),
    ),
  )
  const sent = await send(ctx, intent.row)
  if (sent.status === 'failed') fail(refusalOf('WITHDRAWAL'))
  const { entry } = line ?? fail('NOT_FOUND')
  const payoutStatus = sent.status === 'succeeded' ? 'COMPLETED' : payout.status
  return viewTransaction({ entry, payoutStatus, exchange: payout.exchange })
}

function payoutOf(ctx: Ctx, { owner, availableMinor: _, leftOfDayMinor: __, ...terms }: Terms): PayoutRow {
  return {
    ...owner,
    ...terms,
    id: ctx.ids.v4(),
    gateway: ROUTING.WITHDRAWAL.gateway,
    requestedBy: actorOf(ctx).id,
    account: availableOf(owner),
    reason: null,
    status: 'ACCEPTED',
    failureCode: null,
    expiresAt: null,
    reachedAt: { ACCEPTED: ctx.now },
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
}

/** The payout and its money put aside; everything that could have changed since it was read is checked again here. */
function reserve(ctx: Ctx, { owner, isDust }: Terms, payout: PayoutRow, entryId: string): Write[] {
  const { id, amountMinor, currency, phone, network, country } = payout
  const from = availableOf(owner)
  const frozen = sql`EXISTS (SELECT 1 FROM wallets w WHERE w.owner_id = ${owner.ownerId} AND w.frozen_at IS NOT NULL)`
  const moved = sql`NOT EXISTS (
    SELECT 1 FROM wallets w WHERE w.owner_id = ${owner.ownerId}
      AND w.payout_phone = ${phone} AND w.payout_network = ${network} AND w.payout_country = ${country})`
  const overdrawn = sql`(SELECT a.balance_minor FROM accounts a WHERE a.code = ${from} AND a.currency = ${currency}) < 0`
  // Without a limit the comparison is with NULL, and never holds.
  const overLimit = sql`${lastDayOf(ctx, owner, currency)} >
    (SELECT s.max_payout_per_day_minor FROM money_settings s WHERE s.currency = ${currency})`
  const isLeft = sql`(SELECT a.balance_minor FROM accounts a WHERE a.code = ${from} AND a.currency = ${currency}) <> 0`
  return [
    ...(isDust ? [abortWhen(ctx.db, BELOW_MINIMUM, hadDust(ctx, owner, currency))] : []),
    abortWhen(ctx.db, WALLET_FROZEN, frozen),
    requireKyc(ctx, 'WITHDRAWAL', owner.ownerId),
    abortWhenWithdrawalsFrozen(ctx),
    abortWhen(ctx.db, PAYOUT_NUMBER_CHANGED, moved),
    ctx.db.insert(payouts).values(payout),
    recordCreation(ctx, 'payout', id, payout.status, 'request'),
    abortWhen(ctx.db, PAYOUT_LIMIT, overLimit),
    ...post(ctx, { kind: 'withdrawal:reserved', ref: id, from, to: reservedOf(owner), amountMinor, currency }),
    abortWhen(ctx.db, INSUFFICIENT_BALANCE, overdrawn),
    ...(isDust ? [abortWhen(ctx.db, BELOW_MINIMUM, isLeft)] : []),
    ...walletEntry(ctx, { ...owner, type: 'PAYOUT', amountMinor: -amountMinor, currency, payoutId: id }, entryId),
  ]
}
