import { fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import type { Money, PriceCurrency } from '../../../kernel/money.ts'
import type { CodeUse } from '../../core/codes/issue.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import type { Owner } from '../ledger/accounts.ts'
import { requireCurrency, requireWhole } from '../payins/payer.ts'
import { requireNotHeld } from './held.ts'
import type { PayoutNumber } from './payout-number.ts'
import { selectStanding } from './queries.ts'

export const withdrawalFields = { currency: f.priceCurrency, amount: f.amount }
type Asked = { currency: PriceCurrency; amount: number | string }

/** A withdrawal that may be made as far as can be read; whether the balance and the day's maximum cover it is decided inside its commit. */
export type Terms = Money & PayoutNumber & { owner: Owner; availableMinor: number; leftOfDayMinor: number }

/**
 * What a withdrawal would be.
 * @throws 400 below the currency's minimum, or where the number's country or operator does not take it so; 403 WALLET_FROZEN, KYC_REQUIRED; 409 without a
 *   payout number, WITHDRAWAL_HELD for a day after a change of the account
 */
export async function withdrawalTerms(ctx: Ctx, owner: Owner, { amount, currency }: Asked): Promise<Terms> {
  const [standing] = await selectStanding(ctx, owner, currency)
  const amountMinor = f.amountOf(amount, currency, 'amount', standing?.settings.minPayoutMinor)
  const wallet = standing?.wallet
  if (wallet?.frozenAt != null) fail('FORBIDDEN', 'WALLET_FROZEN')
  if (standing?.lacksKyc) fail('FORBIDDEN', 'KYC_REQUIRED')
  if (!wallet?.payoutPhone || !wallet.payoutNetwork || !wallet.payoutCountry) {
    fail('CONFLICT', { message: "Enregistrez d'abord votre numéro de retrait." })
  }
  requireNotHeld(ctx, standing?.heldUntil)
  requireCurrency(wallet.payoutCountry, currency)
  requireWhole(wallet.payoutNetwork, { amountMinor, currency })
  return {
    owner,
    amountMinor,
    currency,
    phone: wallet.payoutPhone,
    network: wallet.payoutNetwork,
    country: wallet.payoutCountry,
    availableMinor: standing?.availableMinor ?? 0,
    leftOfDayMinor:
      (standing?.settings.maxPayoutPerDayMinor ?? Number.POSITIVE_INFINITY) - (standing?.lastDayMinor ?? 0),
  }
}

/** What the mailed code is good for: this amount, to this number, from this wallet. */
export const withdrawalCodeUse = (
  ctx: Ctx,
  { owner, amountMinor, currency, phone, network, country }: Terms,
): CodeUse => ({
  purpose: 'WITHDRAWAL',
  person: actorOf(ctx).id,
  target: [owner.ownerId, amountMinor, currency, phone, network, country].join('|'),
})
