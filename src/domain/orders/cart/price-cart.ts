import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '../../../db/client.ts'
import type { Recipient } from '../../../db/schema/orders/orders.ts'
import { addresses } from '../../../db/schema/people/addresses.ts'
import { fail, invalid } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { selectRatesInForce } from '../../money/rates/between.ts'
import { areaOf } from '../delivery/area.ts'
import { priceGroups, selectShopsOfCart } from './price-groups.ts'
import { selectCart } from './queries.ts'

/** How a cart is bought: as a quote and a checkout ask for it. */
export const cartTerms = {
  fulfillmentMethod: z.enum(['DELIVERY', 'PICKUP']),
  addressId: f.idIn.optional(),
  deliveryAddress: f.prose(5, 300).optional(),
  currency: f.priceCurrency.optional(),
}
export type CartTerms = z.output<z.ZodObject<typeof cartTerms>>

/**
 * The cart of the person asking with what it costs at this moment, in one trip (docs/states.md, Quote).
 * @throws 403 OWN_SHOP; 404 for an address; 409 for an empty cart, for lines that cannot be bought, each named, and
 *   OUT_OF_REACH; 400 without an address to deliver to, and by a shop's minimum or ways
 */
export async function priceCart(ctx: Ctx, input: CartTerms) {
  const { addressId, deliveryAddress } = input
  if (addressId !== undefined && deliveryAddress !== undefined)
    invalid('addressId', 'Donnez une adresse enregistrée ou son texte, pas les deux.')
  const isDelivered = input.fulfillmentMethod === 'DELIVERY'
  if (isDelivered && addressId === undefined && deliveryAddress === undefined)
    invalid('deliveryAddress', "L'adresse de livraison est obligatoire.")

  const [versions, items, shops, rates, [saved]] = await readTogether(
    ctx.db,
    ...selectCart(ctx),
    selectShopsOfCart(ctx),
    selectRatesInForce(ctx),
    selectSaved(ctx, addressId ?? ''),
  )
  if (addressId !== undefined && !saved) fail('NOT_FOUND')
  return {
    version: versions[0]?.version ?? 1,
    items,
    shops,
    rates,
    groups: priceGroups(ctx, items, shops, rates, { ...input, to: saved ?? 'own city' }),
    place: isDelivered ? placeOf(saved, deliveryAddress) : { deliveryAddress: null, recipient: null },
  }
}

/** An address that the person asking has saved. */
const selectSaved = (ctx: Ctx, id: string) =>
  ctx.db
    .select()
    .from(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.userId, actorOf(ctx).id)))

type Saved = typeof addresses.$inferSelect
type Destination = {
  deliveryAddress: string | null
  recipient: Recipient | null
  lat?: number | null
  lng?: number | null
}

/** Where it goes, in words and on the map, and who takes it: the seller reads the words, and only the rider who is to take it. */
function placeOf(saved: Saved | undefined, deliveryAddress: string | undefined): Destination {
  if (!saved) return { deliveryAddress: deliveryAddress ?? null, recipient: null }
  const { recipientName: name, phone, number, avenue, quartier, commune, city, landmark, lat, lng } = saved
  const street = [number, avenue].filter(Boolean).join(', ')
  const parts = [street, quartier, commune, city, landmark].filter(Boolean)
  return { deliveryAddress: parts.join(', '), recipient: { name, phone, area: areaOf(saved) }, lat, lng }
}
