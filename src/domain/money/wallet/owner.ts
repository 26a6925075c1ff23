import { actorOf, type Ctx, riderOf, sellerOf } from '#domain/core/context.ts'
import type { Owner } from '../ledger/accounts.ts'

/** The owner of the caller's wallet, as seller or as rider. @throws 403 before they have a profile */
export function walletOwner(ctx: Ctx): Owner {
  if (actorOf(ctx).role === 'RIDER') return { ownerKind: 'rider', ownerId: riderOf(ctx).riderId }
  return { ownerKind: 'seller', ownerId: sellerOf(ctx).sellerProfileId }
}
