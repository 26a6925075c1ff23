import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { guard } from '#db/guard.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { decideOwn, refuseOwn } from '#domain/core/own-matter.ts'
import type { OrderFile } from '../orders/queries.ts'
import type { Purchase } from './refund.ts'

const OWN_ORDER = guard('REFUND_OF_OWN_ORDER', 'CONFLICT', {
  message: 'Cette commande est la vôtre : un autre administrateur doit la rembourser.',
})
const OWN_PAYMENT = guard('REFUND_OF_OWN_PAYMENT', 'CONFLICT', {
  message: 'Ce paiement est le vôtre : un autre administrateur doit le rembourser.',
})

export const payerOf = (purchase: Purchase) => ('buyerId' in purchase ? purchase.buyerId : purchase.subscriberId)

const own = (ctx: Ctx, purchase: Purchase) => {
  const broken = 'buyerId' in purchase ? OWN_ORDER : OWN_PAYMENT
  return { broken, isTheirs: sql`${payerOf(purchase)} = ${actorOf(ctx).id}` }
}

/** Nobody asks for the money of their own purchase back while the service has another administrator. 409 */
export const refuseOwnPurchase = (ctx: Ctx, purchase: Purchase) => refuseOwn(ctx, own(ctx, purchase))

/**
 * Refuses it in the commit that sends it; if the only administrator did, an incident says so.
 * @param key the attempt that is sent
 */
export const decideOwnPurchase = (
  ctx: Ctx,
  purchase: Purchase,
  key: string,
  { what, ...about }: { what: string; orderId?: string; refundId?: string },
) => decideOwn(ctx, own(ctx, purchase), { key: `refund:${key}`, what, ...about })

const OWN_SALE = guard('REFUND_OF_OWN_SALE', 'CONFLICT', {
  message: 'Vous vendez ou livrez cette commande : un autre administrateur doit refuser son remboursement.',
})

/**
 * An administrator who sold or carried the order may gain by a refused refund: another one must refuse it. The commit that
 * decides holds this, as for one's own purchase. 409
 */
export function decideOwnSale(
  ctx: Ctx,
  { id: orderId, number, sellerProfileId, delivery }: OrderFile,
  refundId: string,
): Write[] {
  const me = actorOf(ctx)
  const isTheirs = sellerProfileId === me.sellerProfileId || (me.riderId !== null && delivery?.riderId === me.riderId)
  if (!isTheirs) return []
  const what = `refus d'un remboursement de la commande ${number}`
  return decideOwn(ctx, { broken: OWN_SALE, isTheirs: sql`1` }, { key: `reject:${refundId}`, what, orderId, refundId })
}
