import * as z from 'zod'
import type { Recipient } from '#db/schema/orders/orders.ts'
import type { addresses } from '#db/schema/people/addresses.ts'
import { areaOf } from '#domain/orders/delivery/area.ts'
import { invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'

/** The terms of a purchase. An order and a checkout spread them, and a quote all but the payment: a new one is asked for by each. */
export const purchaseTerms = {
  fulfillmentMethod: z.enum(['DELIVERY', 'PICKUP']),
  paymentMethod: z.enum(['MOBILE_MONEY']),
  currency: f.priceCurrency.optional(),
  deliveryAddress: f.prose(5, 300).optional(),
}
export type PurchaseTerms = z.output<z.ZodObject<typeof purchaseTerms>>

type AddressTerms = Pick<PurchaseTerms, 'fulfillmentMethod' | 'deliveryAddress'> & { addressId?: string | undefined }

/** A delivery needs an address, as text or as one that was saved. 400 */
export function requireAddress({ fulfillmentMethod, addressId, deliveryAddress }: AddressTerms): void {
  if (fulfillmentMethod === 'DELIVERY' && addressId === undefined && deliveryAddress === undefined)
    invalid('deliveryAddress', "L'adresse de livraison est obligatoire.")
}

type Place = { lat?: number | null; lng?: number | null }
type Destination = Place & { deliveryAddress: string | null; recipient: Recipient | null }

/**
 * The destination of a purchase, in words and on the map, and the person who takes it: the seller reads the words, and only the
 * rider reads the person. A purchase that is picked up has none.
 */
export function destinationOf(
  { fulfillmentMethod, deliveryAddress }: AddressTerms,
  saved?: typeof addresses.$inferSelect,
): Destination {
  if (fulfillmentMethod === 'PICKUP') return { deliveryAddress: null, recipient: null }
  if (!saved) return { deliveryAddress: deliveryAddress ?? null, recipient: null }
  const { recipientName: name, phone, number, avenue, quartier, commune, city, landmark, lat, lng } = saved
  const street = [number, avenue].filter(Boolean).join(', ')
  const parts = [street, quartier, commune, city, landmark].filter(Boolean)
  return { deliveryAddress: parts.join(', '), recipient: { name, phone, area: areaOf(saved) }, lat, lng }
}
