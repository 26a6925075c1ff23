import { sql } from 'drizzle-orm'
import type { shops } from '#db/schema/shops/shops.ts'
import { type DeliveryFee, defaultDeliveryFee, defaultFeesOf } from '#domain/core/default-delivery-fee.ts'
import { fail } from '#kernel/failure.ts'
import { fold } from '#kernel/folding.ts'
import type { PriceCurrency } from '#kernel/money.ts'
import { kmApart, type Point } from './distance.ts'

/** A place that a parcel goes to: on the map, in a town, or both. */
export type Place = {
  country?: string | null | undefined
  city?: string | null | undefined
  lat?: number | null | undefined
  lng?: number | null | undefined
}

type ZoneOfCity = Point & DeliveryFee & { id: string; radiusKm: number; isOpen: 0 | 1 }

/** Columns beside the shop in any statement that reads `shops`: the zones of its city, and the fee of a city without any. */
export const deliveryColumns = () => ({
  zones: sql<string>`(
    SELECT json_group_array(json_object('id', z.id, 'lat', z.lat, 'lng', z.lng, 'radiusKm', z.radius_km,
      'feeMinor', z.fee_minor, 'feeCurrency', z.fee_currency, 'isOpen', z.is_open) ORDER BY z.created_at, z.id)
    FROM delivery_zones z
    WHERE z.folded_city = shops.folded_city AND z.folded_city <> '' AND z.country = shops.address ->> 'country'
      AND z.deleted_at IS NULL)`.as('zones'),
  defaultFee: defaultDeliveryFee(),
})

export type ShopWithZones = {
  shop: Pick<typeof shops.$inferSelect, 'id' | 'name' | 'address' | 'deliveryMethods'>
  zones: string
  defaultFee: string | null
}

/** The fee of a delivery, the zone that sets it, and the distance in km if it is known. */
export type Reach = DeliveryFee & { zoneId: string | null; km: number | null }

/** Kilometres that a shop delivers in a city without zones. */
const CITY_KM = 15

const pointOf = ({ lat, lng }: Place): Point | undefined => (lat == null || lng == null ? undefined : { lat, lng })

/** Whether two places are in one city; a city without a country counts as none. */
const isSameCity = (a: Place, b: Place) =>
  a.city != null && b.city != null && a.country === b.country && fold(a.city) === fold(b.city)

/**
 * Whether a shop delivers to a place, and for how much: nothing else decides it (docs/money.md, Delivery fee). Of several zones that
 * contain the place the nearest counts, then the oldest.
 * @param to 'own city' for a written address without a town
 * @param currency of the fee, if no zone sets one
 */
export function reach(found: ShopWithZones, to: Place | 'own city', currency: PriceCurrency): Reach | undefined {
  const { address } = found.shop
  const place = to === 'own city' ? { country: address.country, city: address.city } : to
  const [from, point] = [pointOf(address), pointOf(place)]
  const km = from && point ? kmApart(from, point) : null
  const isInCity = to === 'own city' || isSameCity(address, place)
  const zones: ZoneOfCity[] = JSON.parse(found.zones)
  if (zones.length > 0) {
    const [zone] = zones
      .filter(({ isOpen }) => isOpen === 1)
      .map((each) => ({ ...each, away: point ? kmApart(each, point) : 0 }))
      .filter(({ away, radiusKm }) => (point ? away <= radiusKm : isInCity))
      .toSorted((a, b) => a.away - b.away)
    if (!zone) return undefined
    const { id: zoneId, feeMinor, feeCurrency, away } = zone
    return { zoneId, feeMinor, feeCurrency, km: km ?? (point ? away : null) }
  }
  const fees = defaultFeesOf(found.defaultFee)
  const isAbroad = place.country != null && place.country !== address.country
  const isNear = km === null ? isInCity : km <= CITY_KM && !isAbroad
  return fees && isNear ? { zoneId: null, feeMinor: fees[currency], feeCurrency: currency, km } : undefined
}

/** Reaches as `reach`. @throws 409 OUT_OF_REACH, which names the shop, and says what else the buyer can do */
export function requireReach(found: ShopWithZones, to: Place | 'own city', currency: PriceCurrency): Reach {
  const { id, name, deliveryMethods } = found.shop
  const orElse = deliveryMethods.includes('PICKUP') ? ', ou retirez la commande sur place' : ''
  return (
    reach(found, to, currency) ??
    fail('CONFLICT', {
      reason: 'OUT_OF_REACH',
      message: `La boutique ${name} ne livre pas à cette adresse. Choisissez-en une autre${orElse}.`,
      details: [{ field: 'shopId', message: id }],
    })
  )
}
