import { and, eq } from 'drizzle-orm'
import type * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { addresses } from '#db/schema/people/addresses.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { selectRatesInForce } from '#domain/money/rates/between.ts'
import { fail, invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { destinationOf, purchaseTerms, requireAddress } from '../orders/basket/terms.ts'
import { priceGroups, selectShopsOfOwnCart } from './price-groups.ts'
import { selectCart } from './queries.ts'

const { fulfillmentMethod, paymentMethod: _, currency, ...others } = purchaseTerms

/** The terms of a cart, which may go to a saved address, as a quote and a checkout ask for them. */
export const cartTerms = { fulfillmentMethod, addressId: f.idIn.optional(), ...others, currency }
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
  requireAddress(input)

  const [versions, items, shops, rates, [saved]] = await readTogether(
    ctx.db,
    ...selectCart(ctx),
    selectShopsOfOwnCart(ctx),
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
    place: destinationOf(input, saved),
  }
}

/** An address that the person asking has saved. */
const selectSaved = (ctx: Ctx, id: string) =>
  ctx.db
    .select()
    .from(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.userId, actorOf(ctx).id)))
