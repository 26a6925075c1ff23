import type { moneySettings } from '#db/schema/money/wallets.ts'
import type { Ctx } from '#domain/core/context.ts'
import { formatAmount, PRICE_CURRENCIES, type PriceCurrency } from '#kernel/money.ts'
import { availableOf, type Owner, reservedOf } from '../ledger/accounts.ts'
import { canWithdraw } from './can-withdraw.ts'
import type { OwnerRow, standingsOf } from './owners.ts'
import { earnedName, type WalletRow, withdrawnName } from './queries.ts'
import { viewPayoutNumber } from './view.ts'
import { areWithdrawalsFrozen } from './withdrawal-freeze.ts'

/** The facts from which balances are computed. */
export type Standing = {
  owner: Owner
  wallet: WalletRow | undefined
  accounts: readonly { code: string; currency: string; balanceMinor: number }[]
  lifetimes: readonly { name: string; value: number }[]
  settings: readonly (typeof moneySettings.$inferSelect)[]
  /** Amounts withdrawn in 24 hours, and whether one was under the minimum in 30 days. */
  lately: readonly { currency: string; amountMinor: number; hadDust: number }[]
  /** Whether an identity is asked for, or a change of the account freezes withdrawals for a day. */
  isStopped: boolean
}

/** The balances of an owner in each currency that people earn in (docs/money.md, Wallet). */
export const balancesOf = (standing: Standing) => PRICE_CURRENCIES.map((currency) => balanceOf(standing, currency))

function balanceOf(standing: Standing, currency: PriceCurrency) {
  const { owner, wallet, accounts, lifetimes, settings, lately, isStopped } = standing
  const minorOf = (code: string) =>
    accounts.find((account) => account.code === code && account.currency === currency)?.balanceMinor ?? 0
  const lifetimeOf = (name: string) => lifetimes.find((counter) => counter.name === name)?.value ?? 0
  const say = (amountMinor: number) => formatAmount(amountMinor, currency)
  const limits = settings.find((row) => row.currency === currency)
  const withdrawn = lately.find((row) => row.currency === currency)
  const left = { lastDayMinor: withdrawn?.amountMinor ?? 0, hadDust: withdrawn?.hadDust === 1 }
  const availableMinor = minorOf(availableOf(owner))
  return {
    currency,
    available: say(availableMinor),
    pending: say(minorOf(`${owner.ownerKind}:${owner.ownerId}:pending`)),
    reserved: say(minorOf(reservedOf(owner))),
    lifetimeEarned: say(lifetimeOf(earnedName(owner, currency))),
    lifetimeWithdrawn: say(lifetimeOf(withdrawnName(owner, currency))),
    minPayout: say(limits?.minPayoutMinor ?? 1),
    canWithdraw: !isStopped && canWithdraw({ wallet, currency, availableMinor, limits, ...left }),
  }
}

type RowsOf<Reads extends readonly unknown[]> = { readonly [I in keyof Reads]: Awaited<Reads[I]> }

/** The wallets of these owners, from the answer of `standingsOf`. */
export function viewOwners(
  ctx: Ctx,
  owners: readonly OwnerRow[],
  [wallets, accounts, lifetimes, settings, lately]: RowsOf<ReturnType<typeof standingsOf>>,
) {
  return owners.map((owner) => {
    const wallet = wallets.find(({ ownerId }) => ownerId === owner.ownerId)
    const isStopped = owner.lacksKyc === 1 || areWithdrawalsFrozen(ctx, owner.frozenUntil)
    const theirs = lately.filter(({ ownerId }) => ownerId === owner.ownerId)
    return {
      sellerProfileId: owner.ownerId,
      kind: owner.ownerKind,
      name: owner.name,
      balances: balancesOf({ owner, wallet, accounts, lifetimes, settings, lately: theirs, isStopped }),
      payoutNumber: viewPayoutNumber(wallet),
      frozen: wallet?.frozenAt != null,
      freezeReason: wallet?.freezeReason ?? null,
    }
  })
}
