import { sql } from 'drizzle-orm'
import type { shops } from '../../../db/schema/shops/shops.ts'
import { fail } from '../../../kernel/failure.ts'
import { fold } from '../../../kernel/folding.ts'
import type { PriceCurrency } from '../../../kernel/money.ts'
import { type DeliveryFee, defaultDeliveryFee, defaultFeesOf } from '../../core/default-delivery-fee.ts'
import { kmApart, type Point } from './distance.ts'

/** Somewhere a parcel is to go: on the map, in a town, or both. */
export type Place = {
  country?: string | null | undefined
  city?: string | null | undefined
  lat?: number | null | undefined
  lng?: number | null | undefined
}

type ZoneOfCity = Point & DeliveryFee & { id: string; radiusKm: number; isOpen: 0 | 1 }

/** Beside the shop in any statement that reads `shops`: the zones of its city, and what a city without any costs. */
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
  shop: Pick<typeof shops.$inferSelect, 'name' | 'address' | 'deliveryMethods'>
  zones: string
  defaultFee: string | null
}

/** What a delivery costs in the currency of its fee, the zone that says so, and how far it goes, if that is known. */
export type Reach = DeliveryFee & { zoneId: string | null; km: number | null }

/** In a city without zones a shop delivers as far as this. */
const CITY_KM = 15

const pointOf = ({ lat, lng }: Place): Point | undefined => (lat == null || lng == null ? undefined : { lat, lng })

/** A town that is written out without its country is none. */
const isSameCity = (a: Place, b: Place) =>
  a.city != null && b.city != null && a.country === b.country && fold(a.city) === fold(b.city)

/**
 * Whether a shop delivers to a place, and for how much: the one answer to it (docs/money.md, Delivery fee). Of several zones
 * that hold the place the nearest counts, then the oldest.
 * @param to what was written out and names no town is in the shop's own
 * @param currency of the fee, where no zone says one
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

/** The same, or 409 OUT_OF_REACH that says what else can be done. */
export function requireReach(found: ShopWithZones, to: Place | 'own city', currency: PriceCurrency): Reach {
  const { name, deliveryMethods } = found.shop
  const orElse = deliveryMethods.includes('PICKUP') ? ', ou retirez la commande sur place' : ''
  return (
    reach(found, to, currency) ??
    fail('CONFLICT', {
      reason: 'OUT_OF_REACH',
      message: `La boutique ${name} ne livre pas à cette adresse. Choisissez-en une autre${orElse}.`,
    })
  )
}
