import { type SQL, sql } from 'drizzle-orm'
import type { Channel } from '#db/schema/orders/messages.ts'
import type { Actor } from '#domain/core/context.ts'
import type { Talk } from './talk.ts'

type Asker = Pick<Actor, 'id' | 'riderId' | 'sellerProfileId'>

/** The channel of a person who names none: BUYER_RIDER for the rider of the order, BUYER_SELLER for everybody else. */
export const ownChannel = ({ id, riderId, sellerProfileId }: Asker, talk: Talk | undefined): Channel =>
  riderId !== null && talk?.riderId === riderId && talk.buyerId !== id && talk.sellerProfileId !== sellerProfileId
    ? 'BUYER_RIDER'
    : 'BUYER_SELLER'

/** The channel of `ownChannel` in SQL, for a statement that is read in one trip with the order. */
export const ownChannelSql = ({ id, riderId, sellerProfileId }: Asker, orderId: string): Channel | SQL =>
  riderId === null
    ? 'BUYER_SELLER'
    : sql`iif(EXISTS (
        SELECT 1 FROM orders o CROSS JOIN deliveries d ON d.order_id = o.id
        WHERE o.id = ${orderId} AND d.rider_id = ${riderId} AND o.buyer_id <> ${id}
          AND o.seller_profile_id IS NOT ${sellerProfileId}), 'BUYER_RIDER', 'BUYER_SELLER')`
