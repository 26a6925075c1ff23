import type { Ctx } from '../domain/core/context.ts'
import { sealWalletMonths } from '../domain/money/wallet/sealed-months.ts'
import { rewriteSealed as rewrite } from '../domain/orders/sealing/rewrite.ts'
import { sealOrders as seal } from '../domain/orders/sealing/seal.ts'

/** One file of orders in a run: its statements are half of those that D1 allows in one. */
export const sealOrders = async (ctx: Ctx): Promise<void> => void (await seal(ctx))

/** Files that hold unsealed orders are written anew without them. */
export const rewriteSealed = async (ctx: Ctx): Promise<void> => void (await rewrite(ctx))

/** Months of wallets leave after their orders. */
export const sealWallets = async (ctx: Ctx): Promise<void> => void (await sealWalletMonths(ctx))
