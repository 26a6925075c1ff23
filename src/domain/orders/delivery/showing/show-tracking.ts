import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { ORDER_STATES, ORDER_STATUSES, orders } from '#db/schema/orders/orders.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { readPapers } from '#domain/core/files/documents.ts'
import { RiderCard, riderCardOf } from '#domain/orders/riders/card.ts'
import { LocationView, viewLocation } from '#domain/orders/riders/view.ts'
import { refuseSealed } from '#domain/orders/sealing/require-unsealed.ts'
import { fail } from '#kernel/failure.ts'
import { isStaff } from '#kernel/roles.ts'
import { handoverCode } from '../handover-code.ts'
import { ProofView, proofsOf, viewProofs } from '../proofs.ts'

/** The progress of an order (docs/states.md, Who sees an order). */
export const TrackingView = z
  .object({
    status: z.enum(ORDER_STATUSES),
    rider: RiderCard.nullable(),
    lastLocation: LocationView.nullable(),
    proofs: z.array(ProofView),
    /** Only for the buyer, from when the parcel is ready until it arrives. */
    dropoffCode: z.string().optional(),
  })
  .meta({ id: 'Tracking' })

type Tracking = z.output<typeof TrackingView>
type Carrier = RiderCard & { lat: number | null; lng: number | null; locatedAt: number | null }

const carrierJson = sql<string | null>`(
  SELECT ${riderCardOf('d', ", 'lat', r.lat, 'lng', r.lng, 'locatedAt', r.located_at")} FROM deliveries d WHERE d.order_id = orders.id)`
const proofs = proofsOf(sql`(SELECT t.id FROM deliveries t WHERE t.order_id = orders.id)`)
  .mapWith(readPapers)
  .as('proofs')

/**
 * Shows the progress of an order to its buyer, seller, rider and staff (docs/states.md, Who sees an order). The rider's position is shown
 * only while the order is under way; the drop-off code only to the buyer.
 * @throws 404 for everybody else
 */
export async function showTracking(ctx: Ctx, orderId: string): Promise<Tracking> {
  const actor = actorOf(ctx)
  const { id, buyerId, sellerProfileId, status, fulfillmentMethod, sealedIn } = orders
  const [row] = await ctx.db
    .select({ id, buyerId, sellerProfileId, status, fulfillmentMethod, sealedIn, carrier: carrierJson, proofs })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (!row) fail('NOT_FOUND')
  refuseSealed(row)
  const carrier: Carrier | null = row.carrier && JSON.parse(row.carrier)
  const isBuyer = row.buyerId === actor.id
  const isSeller = row.sellerProfileId === actor.sellerProfileId
  const isRider = carrier !== null && carrier.id === actor.riderId
  if (!isBuyer && !isSeller && !isRider && !isStaff(actor.role)) fail('NOT_FOUND')

  const isUnderWay = ORDER_STATES.followed.has(row.status)
  const expectsCode = isBuyer && row.fulfillmentMethod === 'DELIVERY' && ORDER_STATES.onItsWay.has(row.status)
  return {
    status: row.status,
    rider: carrier && { id: carrier.id, name: carrier.name, phone: carrier.phone, vehicleType: carrier.vehicleType },
    lastLocation: carrier && isUnderWay ? viewLocation(carrier) : null,
    proofs: await viewProofs(ctx, row.proofs),
    ...(expectsCode && { dropoffCode: await handoverCode(ctx, 'dropoff', row.id) }),
  }
}
