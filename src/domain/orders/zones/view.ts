import * as z from 'zod'
import type { deliveryZones } from '#db/schema/orders/zones.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { iso } from '#kernel/time.ts'

/** A zone as docs/states.md, Delivery zone, shows one. */
export const ZoneView = z
  .object({
    id: f.id,
    name: z.string(),
    country: f.country,
    city: z.string(),
    lat: z.number(),
    lng: z.number(),
    radiusKm: z.number(),
    fee: f.decimal,
    feeCurrency: f.priceCurrency,
    isOpen: z.boolean(),
    createdAt: f.isoTime,
  })
  .meta({ id: 'DeliveryZone' })

export const ZoneList = f.listOf('zones', ZoneView)

export const viewZone = (row: typeof deliveryZones.$inferSelect): z.output<typeof ZoneView> => ({
  id: row.id,
  name: row.name,
  country: row.country,
  city: row.city,
  lat: row.lat,
  lng: row.lng,
  radiusKm: row.radiusKm,
  fee: formatAmount(row.feeMinor, row.feeCurrency),
  feeCurrency: row.feeCurrency,
  isOpen: row.isOpen,
  createdAt: iso(row.createdAt),
})
