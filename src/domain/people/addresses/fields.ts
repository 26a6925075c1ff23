import * as z from 'zod'
import * as f from '#kernel/fields.ts'

const part = f.line(1, 120).nullish()

/** Fields that a person gives of an address; null removes an optional one. */
export const addressFields = {
  label: f.line(1, 40),
  recipientName: f.line(2, 80),
  phone: f.phone,
  country: f.country,
  city: f.line(2, 80),
  commune: part,
  quartier: part,
  avenue: part,
  number: f.line(1, 20).nullish(),
  landmark: f.line(1, 200).nullish(),
  lat: z.number().min(-90).max(90).nullish(),
  lng: z.number().min(-180).max(180).nullish(),
  isDefault: z.boolean().optional(),
}
