import * as z from 'zod'
import * as f from '#kernel/fields.ts'
import { MOST_RADIUS_KM } from '../delivery/zones.ts'
import { latitude, longitude } from '../riders/fields.ts'

/** Fields of a zone. The fee may be zero. */
export const zoneFields = {
  name: f.line(2, 80),
  country: f.country,
  city: f.line(2, 80),
  lat: latitude,
  lng: longitude,
  radiusKm: z.number().min(0.1).max(MOST_RADIUS_KM),
  fee: f.amount,
  feeCurrency: f.priceCurrency,
}
