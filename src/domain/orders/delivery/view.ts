import * as z from 'zod'
import { DELIVERY_STATES, DELIVERY_STATUSES, type DeliveryPlace } from '#db/schema/orders/deliveries.ts'
import { type Ctx, personOf } from '#domain/core/context.ts'
import { AddressView } from '#domain/shops/profiles/address.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { isStaff } from '#kernel/roles.ts'
import { iso } from '#kernel/time.ts'
import { RiderCard } from '../riders/card.ts'
import { areaOf } from './area.ts'
import { roundKm } from './distance.ts'
import { ProofView, viewProofs } from './proofs.ts'
import type { DeliveryFile } from './queries.ts'

const PlaceView = z
  .object({
    name: z.string().nullable(),
    phone: z.string().nullable(),
    address: z.union([z.string(), AddressView]).nullable(),
  })
  .meta({ id: 'Place' })

/** A delivery (docs/states.md, Delivery). */
export const DeliveryView = z
  .object({
    id: f.id,
    orderId: f.id,
    status: z.enum(DELIVERY_STATUSES).meta({
      id: 'DeliveryStatus',
      description:
        "Dans l'ordre : UNASSIGNED (sans livreur), ASSIGNED, PICKED_UP, DELIVERED. FAILED_ATTEMPT : remise manquée une fois, le livreur réessaie ; RETURNING puis RETURNED : le colis revient au vendeur ; CANCELLED avec la commande.",
    }),
    rider: RiderCard.nullable(),
    pickup: PlaceView,
    dropoff: PlaceView,
    fee: f.decimal,
    riderEarning: f.decimal,
    currency: f.currency,
    /** Kilometres from the rider who asks, or their last place, to the pick-up place. */
    distanceKm: z.number().nullable(),
    attempts: z.int(),
    /** Time at which each status was reached. */
    times: z.partialRecord(z.enum(DELIVERY_STATUSES), f.isoTime),
    /** Time that a rider who was offline reports, beside the time at which we heard of it. */
    occurredAt: z.partialRecord(z.enum(DELIVERY_STATUSES), f.isoTime),
    proofs: z.array(ProofView),
    failureReason: z.string().nullable(),
    createdAt: f.isoTime,
    updatedAt: f.isoTime,
  })
  .meta({ id: 'Delivery' })

export const DeliveryList = f.listOf('deliveries', DeliveryView)

/**
 * Shows a delivery. Only the rider who has the job sees numbers, until it is over; riders who only look at it see the part of town, and
 * neither names, streets, numbers nor photos.
 */
export async function viewDelivery(
  ctx: Ctx,
  { delivery, rider, distanceKm, proofs }: DeliveryFile,
  onlyLooking = false,
): Promise<z.output<typeof DeliveryView>> {
  const written = (times: Record<string, number>) =>
    Object.fromEntries(Object.entries(times).map(([status, at]) => [status, iso(at)]))
  const isOver = DELIVERY_STATES.ended.has(delivery.status) && !isStaff(personOf(ctx)?.role ?? 'RIDER')
  const placeOf = (place: DeliveryPlace) =>
    onlyLooking
      ? { name: null, phone: null, address: partOfTown(place) }
      : { name: place.name, phone: isOver ? null : place.phone, address: place.address }
  return {
    id: delivery.id,
    orderId: delivery.orderId,
    status: delivery.status,
    rider,
    pickup: placeOf(delivery.pickup),
    dropoff: placeOf(delivery.dropoff),
    fee: formatAmount(delivery.feeMinor, delivery.currency),
    riderEarning: formatAmount(delivery.riderEarningMinor, delivery.currency),
    currency: delivery.currency,
    distanceKm: distanceKm === null ? null : roundKm(distanceKm),
    attempts: delivery.attempts,
    times: written(delivery.reachedAt),
    occurredAt: written(delivery.occurredAt),
    proofs: onlyLooking ? [] : await viewProofs(ctx, proofs),
    failureReason: onlyLooking ? null : delivery.failureReason,
    createdAt: iso(delivery.createdAt),
    updatedAt: iso(delivery.updatedAt),
  }
}

/** The part of town of a place: the area that was kept with it, else the area of its address; null if neither is known. */
const partOfTown = ({ area, address }: DeliveryPlace) =>
  area ?? (address !== null && typeof address === 'object' ? areaOf(address) : null)
