import * as z from 'zod'
import * as f from '#kernel/fields.ts'
import { WalletView } from './show-wallet.ts'

/** A wallet as finance sees it: `sellerProfileId` is the rider's id for a rider, and `name` is a seller's trade name. */
export const OwnerWalletView = WalletView.extend({
  sellerProfileId: f.id,
  kind: z.enum(['seller', 'rider']),
  name: z.string(),
  freezeReason: f.reason.nullable(),
}).meta({ id: 'OwnerWallet' })
export const OwnerWalletList = f.listOf('wallets', OwnerWalletView)
