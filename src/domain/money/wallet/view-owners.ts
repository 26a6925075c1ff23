import * as f from '../../../kernel/fields.ts'
import { WalletView } from './show-wallet.ts'

/** A wallet as finance sees it: `sellerProfileId` is the rider's id where it is a rider's. */
export const OwnerWalletView = WalletView.extend({
  sellerProfileId: f.id,
  freezeReason: f.reason.nullable(),
}).meta({ id: 'OwnerWallet' })
export const OwnerWalletList = f.listOf('wallets', OwnerWalletView)
