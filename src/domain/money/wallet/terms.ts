import { and, eq } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { codes } from '#db/schema/core/codes.ts'
import type { CodeUse } from '#domain/core/codes/issue.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail, invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { formatMoney } from '#kernel/format.ts'
import type { Currency, Money, PriceCurrency, Rate } from '#kernel/money.ts'
import type { Owner } from '../ledger/accounts.ts'
import { requireWhole } from '../payins/payer.ts'
import { exchangeForPhone, receivedCurrency } from '../payouts/exchange.ts'
import type { PayoutRow } from '../payouts/queries.ts'
import { type RatesInForce, rateBetween, selectRatesInForce } from '../rates/between.ts'
import type { PayoutNumber } from './payout-number.ts'
import { selectStanding } from './queries.ts'
import { requireWithdrawalsNotFrozen } from './withdrawal-freeze.ts'

export const withdrawalFields = { currency: f.priceCurrency, amount: f.amount }
type WithdrawalInput = { currency: PriceCurrency; amount: number | string }

/** A withdrawal that may be made, as far as a read can tell; its commit decides whether the balance and the day's maximum cover it. */
export type Terms = Money &
  PayoutNumber &
  Pick<PayoutRow, 'exchange'> & { owner: Owner; isDust: boolean; availableMinor: number; leftOfDayMinor: number }
type Standing = Awaited<ReturnType<typeof selectStanding>>[number]

/**
 * Terms of a withdrawal that is asked for: a phone that does not take the wallet's currency gets its own at the rate in force.
 * @throws 400 below the currency's minimum (but for the whole balance, once in 30 days), or if the operator does not take the amount; 403
 *   WALLET_FROZEN, KYC_REQUIRED; 409 without a payout number or a rate, WITHDRAWAL_HELD for a day after a change of the account
 */
export async function termsToday(
  ctx: Ctx,
  owner: Owner,
  asked: WithdrawalInput,
): Promise<{ terms: Terms; rates: RatesInForce }> {
  const [[standing], rates] = await readTogether(
    ctx.db,
    selectStanding(ctx, owner, asked.currency),
    selectRatesInForce(ctx),
  )
  return { terms: termsOf(ctx, owner, asked, standing, (to) => rateBetween(rates, asked.currency, to)), rates }
}

/**
 * Terms of a withdrawal whose code was mailed: at the rate of that moment, whatever rate is in force now.
 * @throws as `termsToday`; 410 without a code
 */
export async function termsOfCode(ctx: Ctx, owner: Owner, asked: WithdrawalInput): Promise<Terms> {
  const purpose: CodeUse['purpose'] = 'WITHDRAWAL'
  const mine = and(eq(codes.purpose, purpose), eq(codes.person, actorOf(ctx).id))
  const [[standing], [code]] = await readTogether(
    ctx.db,
    selectStanding(ctx, owner, asked.currency),
    ctx.db.select({ target: codes.target }).from(codes).where(mine),
  )
  return termsOf(
    ctx,
    owner,
    asked,
    standing,
    () => rateOf(code?.target) ?? fail('GONE', { message: "Ce code n'est plus valable. Demandez-en un nouveau." }),
  )
}

function termsOf(
  ctx: Ctx,
  owner: Owner,
  { amount, currency }: WithdrawalInput,
  standing: Standing | undefined,
  rateTo: (to: Currency) => Rate | undefined,
): Terms {
  const amountMinor = f.amountOf(amount, currency, 'amount')
  const isDust = amountMinor < (standing?.settings.minPayoutMinor ?? 1)
  if (isDust && (amountMinor !== standing?.availableMinor || standing.hadDust)) refuseBelow(standing, currency)
  const wallet = standing?.wallet
  if (wallet?.frozenAt != null) fail('FORBIDDEN', 'WALLET_FROZEN')
  if (standing?.lacksKyc) fail('FORBIDDEN', 'KYC_REQUIRED')
  if (!wallet?.payoutPhone || !wallet.payoutNetwork || !wallet.payoutCountry) {
    fail('CONFLICT', { message: "Enregistrez d'abord votre numéro de retrait." })
  }
  requireWithdrawalsNotFrozen(ctx, standing?.frozenUntil)
  const number = { phone: wallet.payoutPhone, network: wallet.payoutNetwork, country: wallet.payoutCountry }
  return {
    owner,
    amountMinor,
    isDust,
    currency,
    ...number,
    exchange: exchangeFor({ amountMinor, currency }, number, rateTo),
    availableMinor: standing?.availableMinor ?? 0,
    leftOfDayMinor:
      (standing?.settings.maxPayoutPerDayMinor ?? Number.POSITIVE_INFINITY) - (standing?.lastDayMinor ?? 0),
  }
}

function refuseBelow(standing: { settings: { minPayoutMinor: number } } | undefined, currency: PriceCurrency): never {
  const least = formatMoney({ amountMinor: standing?.settings.minPayoutMinor ?? 1, currency })
  return invalid(
    'amount',
    `Le montant doit être d'au moins ${least}, ou, une fois en 30 jours, tout ce qui est disponible.`,
  )
}

/**
 * The amount that the number gets in its own currency; null if it takes the wallet's currency.
 * @throws 400 if the operator does not take its decimals, or the amount is worth too little; 409 without a rate
 */
function exchangeFor(money: Money, { network, country }: PayoutNumber, rateTo: (to: Currency) => Rate | undefined) {
  const to = receivedCurrency(country, money.currency)
  if (to === money.currency) {
    requireWhole(network, money)
    return null
  }
  const message = `Aucun taux de change de ${money.currency} vers ${to} n'est en vigueur : ce retrait n'est pas possible pour le moment.`
  const exchange = exchangeForPhone(money, { network, to, rate: rateTo(to) ?? fail('CONFLICT', { message }) })
  if (exchange.amountMinor === 0)
    invalid('amount', `Ce montant vaut moins que ce que l'opérateur peut verser en ${to}.`)
  return exchange
}

/** The mailed code is good for this amount at this rate, to this number, from this wallet. */
export const withdrawalCodeUse = (
  ctx: Ctx,
  { owner, amountMinor, currency, phone, network, country, exchange }: Terms,
): CodeUse => ({
  purpose: 'WITHDRAWAL',
  person: actorOf(ctx).id,
  target: [
    ...[owner.ownerId, amountMinor, currency, phone, network, country],
    ...(exchange ? [exchange.rate.times, exchange.rate.over] : []),
  ].join('|'),
})

/** The rate at the end of a code's target; undefined without a code, or if the payout has no exchange. */
function rateOf(target = ''): Rate | undefined {
  const [times, over] = target.split('|').slice(6).map(Number)
  return times && over ? { times, over } : undefined
}
