import type { Write } from '#db/client.ts'
import type { Exchange } from '#db/schema/money/payouts.ts'
import type { Ctx } from '#domain/core/context.ts'
import { type Currency, convertDown, type Money, type Rate } from '#kernel/money.ts'
import { smallestStep } from '#kernel/operators.ts'
import { COUNTRIES, type CountryCode } from '#kernel/phone.ts'
import { clearingOf, FX } from '../ledger/accounts.ts'
import { post } from '../ledger/post.ts'
import type { PayoutRow } from './queries.ts'

/** The amount that the phone receives, in the currency in which it receives it. */
export const sentOf = ({ amountMinor, currency, exchange }: Money & { exchange: Exchange | null }): Money =>
  exchange ?? { amountMinor, currency }

/** The currency in which phones of a country receive money of this one: their own if they do not take it. */
export function receivedCurrency(country: CountryCode, currency: Currency): Currency {
  const taken: readonly Currency[] = COUNTRIES[country].currencies
  return taken.includes(currency) ? currency : COUNTRIES[country].currencies[0]
}

/** Converts an amount into the phone's own currency: rounded down, in steps that the operator takes. */
export function exchangeForPhone(
  { amountMinor, currency }: Money,
  { network, to, rate }: { network: string; to: Currency; rate: Rate },
): Exchange {
  const step = smallestStep(network, to)
  const worth = convertDown(amountMinor, currency, to, rate)
  return { amountMinor: Math.floor(worth / step) * step, currency: to, rate }
}

/**
 * Moves a withdrawal from an account of its owner to the gateway: through our exchange position if the phone gets another currency
 * (docs/money.md, Withdrawals).
 */
export function leave(ctx: Ctx, payout: PayoutRow, kind: 'withdrawal:done' | 'withdrawal:late', from: string): Write[] {
  const { id: ref, gateway, amountMinor, currency, exchange } = payout
  const clearing = clearingOf(gateway)
  if (!exchange) return post(ctx, { kind, ref, from, to: clearing, amountMinor, currency })
  return [
    ...post(ctx, { kind, ref, from, to: FX, amountMinor, currency }),
    ...post(ctx, { kind: 'withdrawal:exchanged', ref, from: FX, to: clearing, ...moneyOf(exchange) }),
  ]
}

/** Brings a withdrawal that had arrived back from the gateway to an account of its owner, at the rate at which it left. */
export function comeBack(ctx: Ctx, payout: PayoutRow, to: string): Write[] {
  const { id: ref, gateway, amountMinor, currency, exchange } = payout
  const clearing = clearingOf(gateway)
  const kind = 'withdrawal:returned'
  if (!exchange) return post(ctx, { kind, ref, from: clearing, to, amountMinor, currency })
  return [
    ...post(ctx, { kind: 'withdrawal:exchanged-back', ref, from: clearing, to: FX, ...moneyOf(exchange) }),
    ...post(ctx, { kind, ref, from: FX, to, amountMinor, currency }),
  ]
}

const moneyOf = ({ amountMinor, currency }: Exchange): Money => ({ amountMinor, currency })
