import * as z from 'zod'
import * as f from '#kernel/fields.ts'

const part = f.line(1, 120).optional()

/** The address of a seller or shop: country and city at least. */
export const AddressIn = z.strictObject({
  country: f.country,
  city: f.line(2, 80),
  commune: part,
  quartier: part,
  avenue: part,
  number: f.line(1, 20).optional(),
  landmark: f.line(1, 200).optional(),
  lat: z.number().min(-90).max(90).optional(),
  lng: z.number().min(-180).max(180).optional(),
})

export const AddressView = z
  .object({
    country: z.string().optional(),
    city: z.string().optional(),
    commune: z.string().optional(),
    quartier: z.string().optional(),
    avenue: z.string().optional(),
    number: z.string().optional(),
    landmark: z.string().optional(),
    lat: z.number().optional(),
    lng: z.number().optional(),
  })
  .meta({ id: 'PostalAddress' })
