import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { moneySettings } from '#db/schema/money/wallets.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { balancesOf } from './balances.ts'
import { walletOwner } from './owner.ts'
import { selectAccounts, selectLacksKyc, selectLately, selectLifetimes, selectWallet } from './queries.ts'
import { PayoutNumberView, viewPayoutNumber } from './view.ts'
import { areWithdrawalsFrozen, selectFreeze } from './withdrawal-freeze.ts'

const Balance = z.object({
  currency: f.priceCurrency,
  available: f.decimal,
  pending: f.decimal,
  reserved: f.decimal,
  lifetimeEarned: f.decimal,
  lifetimeWithdrawn: f.decimal,
  minPayout: f.decimal,
  canWithdraw: z.boolean().meta({
    description: `Vrai quand un retrait d'au moins minPayout, ou de tout ce qui reste une fois en 30 jours, est possible maintenant : un numéro de retrait qui reçoit
      cette devise, un portefeuille non gelé, l'identité si elle est demandée, pas de changement du compte depuis 24 heures, assez de disponible, et la limite de 24 heures pas atteinte.`,
  }),
})

export const WalletView = z
  .object({ balances: z.array(Balance), payoutNumber: PayoutNumberView.nullable(), frozen: z.boolean() })
  .meta({ id: 'Wallet' })

/** Shows the caller's money in each currency that people earn in, and the number that withdrawals go to (docs/money.md, Wallet). */
export async function showWallet(ctx: Ctx): Promise<z.output<typeof WalletView>> {
  const owner = walletOwner(ctx)
  const [[wallet], accounts, lifetimes, settings, lately, [freeze], [kyc]] = await readTogether(
    ctx.db,
    selectWallet(ctx, owner),
    selectAccounts(ctx, owner),
    selectLifetimes(ctx, owner),
    ctx.db.select().from(moneySettings),
    selectLately(ctx, owner),
    selectFreeze(ctx),
    selectLacksKyc(ctx, owner),
  )
  const isStopped = kyc?.lacksKyc === 1 || areWithdrawalsFrozen(ctx, freeze?.frozenUntil)
  const balances = balancesOf({ owner, wallet, accounts, lifetimes, settings, lately, isStopped })
  return { balances, payoutNumber: viewPayoutNumber(wallet), frozen: wallet?.frozenAt != null }
}
