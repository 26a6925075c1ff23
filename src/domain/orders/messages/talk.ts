import { eq, sql } from 'drizzle-orm'
import { deliveries } from '#db/schema/orders/deliveries.ts'
import type { Channel } from '#db/schema/orders/messages.ts'
import { ORDER_STATES, orders } from '#db/schema/orders/orders.ts'
import { type Actor, actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { isStaff } from '#kernel/roles.ts'
import { DAY_MS } from '#kernel/time.ts'
import { refuseSealed } from '../sealing/require-unsealed.ts'

/** Time after the end of an order in which its parties may still write, in ms (docs/states.md, Messages). */
const OPEN_AFTER_END_MS = 7 * DAY_MS

/** The parties of an order, and the facts that decide whether they may still write. */
export const selectTalk = (ctx: Ctx, orderId: string) =>
  ctx.db
    .select({
      orderId: orders.id,
      sealedIn: orders.sealedIn,
      number: orders.number,
      buyerId: orders.buyerId,
      sellerProfileId: orders.sellerProfileId,
      status: orders.status,
      paidCurrency: orders.paidCurrency,
      reachedAt: orders.reachedAt,
      riderId: deliveries.riderId,
      sellerUserId: sql<string>`(SELECT sp.user_id FROM seller_profiles sp WHERE sp.id = orders.seller_profile_id)`.as(
        'seller_user_id',
      ),
      riderUserId: sql<string | null>`(SELECT r.user_id FROM riders r WHERE r.id = deliveries.rider_id)`.as(
        'rider_user_id',
      ),
    })
    .from(orders)
    .leftJoin(deliveries, eq(deliveries.orderId, orders.id))
    .where(eq(orders.id, orderId))

export type Talk = Awaited<ReturnType<typeof selectTalk>>[number]
export type Side = 'BUYER' | 'SELLER' | 'RIDER'

const isRider = (actor: Actor, { riderId }: Talk) => actor.riderId !== null && actor.riderId === riderId
const isSeller = (actor: Actor, { sellerProfileId }: Talk) => actor.sellerProfileId === sellerProfileId
const isParty = (actor: Actor, talk: Talk) => actor.id === talk.buyerId || isSeller(actor, talk) || isRider(actor, talk)

/** The side of a person in a channel of an order; undefined if they have none. */
function sideOf(actor: Actor, talk: Talk, channel: Channel): Side | undefined {
  if (actor.id === talk.buyerId) return 'BUYER'
  if (channel === 'BUYER_SELLER') return isSeller(actor, talk) ? 'SELLER' : undefined
  return isRider(actor, talk) ? 'RIDER' : undefined
}

/** The side of a person who reads, or STAFF. @throws 403 for the other channel of their own order; 404 for strangers */
export function requireReader(ctx: Ctx, talk: Talk | undefined, channel: Channel): Side | 'STAFF' {
  const actor = actorOf(ctx)
  if (talk) refuseSealed({ ...talk, id: talk.orderId })
  const side = talk && sideOf(actor, talk, channel)
  if (side) return side
  if (talk && isStaff(actor.role)) return 'STAFF'
  return fail(talk && isParty(actor, talk) ? 'FORBIDDEN' : 'NOT_FOUND')
}

const ONLY_PARTIES = { message: "L'équipe lit les messages d'une commande, mais n'y écrit pas." }

/** The side of a person who writes or marks. @throws 403 for staff and for the other channel; 404 for strangers */
export function requireSide(ctx: Ctx, talk: Talk | undefined, channel: Channel): Side {
  const side = requireReader(ctx, talk, channel)
  return side === 'STAFF' ? fail('FORBIDDEN', ONLY_PARTIES) : side
}

/** Requires that the person is a party of the order, in whichever channel. @throws 403 for staff; 404 for strangers */
export function requireParty(ctx: Ctx, talk: Talk | undefined): void {
  const actor = actorOf(ctx)
  if (talk) refuseSealed({ ...talk, id: talk.orderId })
  if (talk && isParty(actor, talk)) return
  if (talk && isStaff(actor.role)) fail('FORBIDDEN', ONLY_PARTIES)
  fail('NOT_FOUND')
}

const NOT_PAID = {
  reason: 'INVALID_TRANSITION',
  message:
    "Cette commande n'est pas payée : on n'y écrit qu'une fois le paiement reçu. L'équipe répond dans les tickets.",
} as const

/** Requires an order that is paid, and has not been over for seven days. @throws 409 */
export function requireOpen(ctx: Ctx, { status, reachedAt, paidCurrency }: Talk): void {
  if (paidCurrency === null) fail('CONFLICT', NOT_PAID)
  const endedAt = ORDER_STATES.ended.has(status) ? reachedAt[status] : undefined
  if (endedAt === undefined || ctx.now <= endedAt + OPEN_AFTER_END_MS) return
  const message = 'Cette commande est terminée depuis plus de sept jours : on ne peut plus y écrire.'
  fail('CONFLICT', { reason: 'INVALID_TRANSITION', message })
}
