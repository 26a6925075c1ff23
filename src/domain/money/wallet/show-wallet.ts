import * as z from 'zod'
import { readTogether } from '../../../db/client.ts'
import { moneySettings } from '../../../db/schema/money/wallets.ts'
import * as f from '../../../kernel/fields.ts'
import { currencies, formatAmount } from '../../../kernel/money.ts'
import type { Ctx } from '../../core/context.ts'
import { availableOf, reservedOf } from '../ledger/accounts.ts'
import { walletOwner } from './owner.ts'
import { earnedName, selectAccounts, selectLifetimes, selectWallet, withdrawnName } from './queries.ts'
import { PayoutNumberView, viewPayoutNumber } from './view.ts'

const Balance = z.object({
  currency: f.currency,
  available: f.decimal,
  pending: f.decimal,
  reserved: f.decimal,
  lifetimeEarned: f.decimal,
  lifetimeWithdrawn: f.decimal,
  minPayout: f.decimal,
  canWithdraw: z.boolean().meta({
    description: 'Vrai avec un numéro de retrait, un portefeuille non gelé, et au moins minPayout de disponible.',
  }),
})

export const WalletView = z
  .object({ balances: z.array(Balance), payoutNumber: PayoutNumberView.nullable(), frozen: z.boolean() })
  .meta({ id: 'Wallet' })

/** What the caller has, in each currency, and where it would go (docs/money.md, Wallet). */
export async function showWallet(ctx: Ctx): Promise<z.output<typeof WalletView>> {
  const owner = walletOwner(ctx)
  const [[wallet], accounts, lifetimes, settings] = await readTogether(
    ctx.db,
    selectWallet(ctx, owner),
    selectAccounts(ctx, owner),
    selectLifetimes(ctx, owner),
    ctx.db.select().from(moneySettings),
  )
  const payoutNumber = viewPayoutNumber(wallet)
  const frozen = wallet?.frozenAt != null
  const balances = currencies.map((currency) => {
    const balanceOf = (code: string) =>
      accounts.find((account) => account.code === code && account.currency === currency)?.balanceMinor ?? 0
    const lifetimeOf = (name: string) => lifetimes.find((counter) => counter.name === name)?.value ?? 0
    const say = (amountMinor: number) => formatAmount(amountMinor, currency)
    const minPayoutMinor = settings.find((row) => row.currency === currency)?.minPayoutMinor ?? 1
    const availableMinor = balanceOf(availableOf(owner))
    return {
      currency,
      available: say(availableMinor),
      pending: say(balanceOf(`${owner.ownerKind}:${owner.ownerId}:pending`)),
      reserved: say(balanceOf(reservedOf(owner))),
      lifetimeEarned: say(lifetimeOf(earnedName(owner, currency))),
      lifetimeWithdrawn: say(lifetimeOf(withdrawnName(owner, currency))),
      minPayout: say(minPayoutMinor),
      canWithdraw: payoutNumber !== null && !frozen && availableMinor >= minPayoutMinor,
    }
  })
  return { balances, payoutNumber, frozen }
}
