import * as z from 'zod'
import type { Address } from '#db/schema/shops/profiles.ts'
import { invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { fold } from '#kernel/folding.ts'
import { skeletonOf } from '#kernel/look-alikes.ts'
import type { PriceCurrency } from '#kernel/money.ts'
import type { CountryCode } from '#kernel/phone.ts'
import { AddressIn } from '../profiles/address.ts'

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "L'heure s'écrit HH:MM." })
const Opening = z
  .strictObject({ day: z.int().min(0).max(6).meta({ description: '0 : dimanche' }), open: clock, close: clock })
  .refine(({ open, close }) => open !== close, {
    error: "La fermeture doit différer de l'ouverture ; plus tôt qu'elle, c'est celle du lendemain.",
    path: ['close'],
  })

const DELIVERY_METHODS = ['DELIVERY', 'PICKUP'] as const

/** Fields of a shop that its owner sets (docs/conventions.md, Shapes). Times are ISO 8601. */
export const ShopFields = {
  name: f.line(2, 80),
  description: f.prose(0, 2000),
  phone: f.phone.nullable(),
  email: f.email.nullable(),
  address: AddressIn,
  openingHours: z.array(Opening).max(21),
  closedFrom: f.isoTime.nullable(),
  closedTo: f.isoTime.nullable(),
  closureNote: f.prose(0, 200),
  currency: f.priceCurrency,
  minOrderAmount: f.amount,
  prepMinutes: z.int().min(0).max(1440),
  deliveryMethods: z
    .array(z.enum(DELIVERY_METHODS))
    .min(1)
    .refine((methods) => new Set(methods).size === methods.length, {
      error: 'Chaque mode de livraison une seule fois.',
    })
    .meta({
      json: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', enum: DELIVERY_METHODS } },
    }),
}

const AllFields = z.strictObject(ShopFields).partial()
type Fields = z.output<typeof AllFields>

/** The columns of the given fields. `was` has the shop's present values of the others. */
export function columnsOf(
  fields: Fields,
  was: { currency: PriceCurrency; closedFrom: number | null; closedTo: number | null; address: Address },
) {
  const { name, phone, closedFrom, closedTo, minOrderAmount, address, ...same } = fields
  const times = {
    ...(closedFrom !== undefined && { closedFrom: closedFrom && Date.parse(closedFrom) }),
    ...(closedTo !== undefined && { closedTo: closedTo && Date.parse(closedTo) }),
  } as { closedFrom?: number | null; closedTo?: number | null }
  const { closedFrom: from, closedTo: to } = { closedFrom: was.closedFrom, closedTo: was.closedTo, ...times }
  if (from !== null && to !== null && to <= from)
    invalid('closedTo', 'La fin de la fermeture doit venir après son début.')
  const currency = fields.currency ?? was.currency
  return {
    ...same,
    ...times,
    ...(name !== undefined && { name, skeleton: skeletonOf(name) }),
    ...(address && { address, foldedCity: fold(address.city) }),
    ...(phone !== undefined && {
      phone: phone && f.phoneOf(phone, 'phone', (address ?? was.address).country as CountryCode),
    }),
    ...(minOrderAmount !== undefined && { minOrderMinor: f.amountOf(minOrderAmount, currency, 'minOrderAmount', 0) }),
  }
}
