import * as z from 'zod'
import { readTogether } from '../../../db/client.ts'
import { moneySettings } from '../../../db/schema/money/wallets.ts'
import * as f from '../../../kernel/fields.ts'
import { formatAmount, PRICE_CURRENCIES } from '../../../kernel/money.ts'
import type { Ctx } from '../../core/context.ts'
import { availableOf, reservedOf } from '../ledger/accounts.ts'
import { canWithdraw } from './can-withdraw.ts'
import { isHeld, selectHold } from './held.ts'
import { walletOwner } from './owner.ts'
import {
  earnedName,
  selectAccounts,
  selectLacksKyc,
  selectLastDay,
  selectLifetimes,
  selectWallet,
  withdrawnName,
} from './queries.ts'
import { PayoutNumberView, viewPayoutNumber } from './view.ts'

const Balance = z.object({
  currency: f.priceCurrency,
  available: f.decimal,
  pending: f.decimal,
  reserved: f.decimal,
  lifetimeEarned: f.decimal,
  lifetimeWithdrawn: f.decimal,
  minPayout: f.decimal,
  canWithdraw: z.boolean().meta({
    description: `Vrai quand un retrait d'au moins minPayout est possible maintenant : un numéro de retrait qui reçoit
      cette devise, un portefeuille non gelé, l'identité si elle est demandée, pas de changement du compte depuis 24 heures, assez de disponible, et la limite de 24 heures pas atteinte.`,
  }),
})

export const WalletView = z
  .object({ balances: z.array(Balance), payoutNumber: PayoutNumberView.nullable(), frozen: z.boolean() })
  .meta({ id: 'Wallet' })

/** What the caller has, in each currency that people earn in, and where it would go (docs/money.md, Wallet). */
export async function showWallet(ctx: Ctx): Promise<z.output<typeof WalletView>> {
  const owner = walletOwner(ctx)
  const [[wallet], accounts, lifetimes, settings, lastDay, [hold], [kyc]] = await readTogether(
    ctx.db,
    selectWallet(ctx, owner),
    selectAccounts(ctx, owner),
    selectLifetimes(ctx, owner),
    ctx.db.select().from(moneySettings),
    selectLastDay(ctx, owner),
    selectHold(ctx),
    selectLacksKyc(ctx, owner),
  )
  const balances = PRICE_CURRENCIES.map((currency) => {
    const balanceOf = (code: string) =>
      accounts.find((account) => account.code === code && account.currency === currency)?.balanceMinor ?? 0
    const lifetimeOf = (name: string) => lifetimes.find((counter) => counter.name === name)?.value ?? 0
    const say = (amountMinor: number) => formatAmount(amountMinor, currency)
    const limits = settings.find((row) => row.currency === currency)
    const lastDayMinor = lastDay.find((row) => row.currency === currency)?.amountMinor ?? 0
    const availableMinor = balanceOf(availableOf(owner))
    return {
      currency,
      available: say(availableMinor),
      pending: say(balanceOf(`${owner.ownerKind}:${owner.ownerId}:pending`)),
      reserved: say(balanceOf(reservedOf(owner))),
      lifetimeEarned: say(lifetimeOf(earnedName(owner, currency))),
      lifetimeWithdrawn: say(lifetimeOf(withdrawnName(owner, currency))),
      minPayout: say(limits?.minPayoutMinor ?? 1),
      canWithdraw:
        !kyc?.lacksKyc &&
        !isHeld(ctx, hold?.heldUntil) &&
        canWithdraw({ wallet, currency, availableMinor, lastDayMinor, limits }),
    }
  })
  return { balances, payoutNumber: viewPayoutNumber(wallet), frozen: wallet?.frozenAt != null }
}
