import * as z from 'zod'
import type { Ctx } from '#domain/core/context.ts'
import { walletOwner } from './owner.ts'
import { selectWallet, type WalletRow } from './queries.ts'
import { PayoutNumberView, viewPayoutNumber } from './view.ts'

export const WalletSettingsView = z
  .object({ payoutNumber: PayoutNumberView.nullable(), frozen: z.boolean() })
  .meta({ id: 'WalletSettings' })

export const viewSettings = (wallet: WalletRow | undefined): z.output<typeof WalletSettingsView> => ({
  payoutNumber: viewPayoutNumber(wallet),
  frozen: wallet?.frozenAt != null,
})

/** Shows the number that the caller's withdrawals go to, and whether the wallet is frozen (docs/money.md, Withdrawals). */
export async function showWalletSettings(ctx: Ctx): Promise<z.output<typeof WalletSettingsView>> {
  const [wallet] = await selectWallet(ctx, walletOwner(ctx))
  return viewSettings(wallet)
}
