import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { type DeliveryPlace, deliveries } from '#db/schema/orders/deliveries.ts'
import type { orders } from '#db/schema/orders/orders.ts'
import type { Ctx } from '#domain/core/context.ts'
import { recordCreation } from '#domain/core/machine.ts'
import { Defect } from '#kernel/defect.ts'
import { shareBps } from '#kernel/money.ts'
import { offerToNearest, restIsToldAt } from './offer.ts'
import { zoneIdOfShop } from './zones.ts'

/** The rider's share of the fee, in hundredths of a per cent; the rest is the platform's. */
export const RIDER_SHARE_BPS = 8000

type Order = Pick<
  typeof orders.$inferSelect,
  'id' | 'buyerId' | 'shopId' | 'deliveryAddress' | 'recipient' | 'zoneId' | 'paidCurrency' | 'paidFeeMinor'
>

/**
 * Opens the job of a DELIVERY order that is ready, for the commit of that step (docs/states.md, Delivery). It copies shop, buyer and fee as
 * they are now: the buyer's first name and proved number, or the recipient of the saved address.
 */
export function openDelivery(ctx: Ctx, order: Order): Write[] {
  const { shopId, buyerId, deliveryAddress, recipient, paidCurrency, paidFeeMinor } = order
  if (paidCurrency === null || paidFeeMinor === null) throw new Defect('a delivery opens for a paid order only')
  const id = ctx.ids.v7()
  const ofShop = <T>(what: string) => sql<T>`(SELECT ${sql.raw(what)} FROM shops s WHERE s.id = ${shopId})`
  const area = recipient ? JSON.stringify(recipient.area) : null
  const standing = sql`(SELECT o.id FROM delivery_zones o WHERE o.id = ${order.zoneId} AND o.deleted_at IS NULL)`
  return [
    ctx.db.insert(deliveries).values({
      id,
      orderId: order.id,
      status: 'UNASSIGNED',
      pickup: ofShop<DeliveryPlace>("json_object('name', s.name, 'phone', s.phone, 'address', json(s.address))"),
      dropoff: sql<DeliveryPlace>`(
        SELECT json_object(
          'name', coalesce(${recipient?.name ?? null}, substr(u.name, 1, instr(u.name || ' ', ' ') - 1)),
          'phone', coalesce(${recipient?.phone ?? null}, iif(u.phone_verified_at IS NULL, NULL, u.phone)),
          'address', ${deliveryAddress},
          'area', json(coalesce(${area}, (
            SELECT json_object('country', s.address ->> 'country', 'city', s.address ->> 'city') FROM shops s WHERE s.id = ${shopId}))))
        FROM users u WHERE u.id = ${buyerId})`,
      zoneId: sql<string | null>`coalesce(${standing}, ${zoneIdOfShop(shopId)})`,
      lat: ofShop<number | null>("s.address ->> 'lat'"),
      lng: ofShop<number | null>("s.address ->> 'lng'"),
      feeMinor: paidFeeMinor,
      riderEarningMinor: shareBps(paidFeeMinor, RIDER_SHARE_BPS),
      currency: paidCurrency,
      reachedAt: { UNASSIGNED: ctx.now },
      restToldAt: restIsToldAt(ctx),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }),
    recordCreation(ctx, 'delivery', id, 'UNASSIGNED', 'open'),
    ...offerToNearest(ctx, id),
  ]
}
