import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { failureOf } from '#db/guard.ts'
import type { Ctx } from '#domain/core/context.ts'
import { selectRatesInForce } from '#domain/money/rates/between.ts'
import { fail, invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { latitude, longitude } from '../riders/fields.ts'
import { CART_TOO_DEAR } from './change.ts'
import { cartLines } from './fields.ts'
import type { CartTerms } from './price-cart.ts'
import { priceGroups, selectShopsOfCart } from './price-groups.ts'
import { broughtLines, selectItems } from './queries.ts'
import { QUOTE_MS, viewQuote } from './view.ts'

/** Goods and a place that a guest sends: nothing of theirs is stored. */
export const guestTerms = {
  items: cartLines.min(1).optional(),
  place: z
    .strictObject({ country: f.country, city: f.line(2, 80), lat: latitude.optional(), lng: longitude.optional() })
    .optional(),
}
type OwnTerms = { [Term in keyof CartTerms]?: CartTerms[Term] | undefined }
type GuestTerms = OwnTerms & z.output<z.ZodObject<typeof guestTerms>>

/**
 * Says what these things would cost at this place, as a quote of a cart does; nothing is written, and nothing reserved (docs/states.md,
 * Quote).
 * @throws 401 without items; 404 for what was never on sale; 409 and 400 as for a cart
 */
export async function quoteAsGuest(ctx: Ctx, { items, place, ...terms }: GuestTerms) {
  if (items === undefined) fail('UNAUTHORIZED')
  requireGuestTerms(terms)
  const fulfillmentMethod = terms.fulfillmentMethod ?? 'DELIVERY'
  if (fulfillmentMethod === 'DELIVERY' && place === undefined) invalid('place', 'Le lieu de livraison est obligatoire.')
  if (place && (place.lat === undefined) !== (place.lng === undefined))
    invalid(place.lat === undefined ? 'place.lat' : 'place.lng', 'Donnez la latitude et la longitude, ou aucune.')
  const lines = broughtLines(items)
  const [found, shops, rates] = await readTogether(
    ctx.db,
    selectItems(ctx, lines),
    selectShopsOfCart(ctx, lines),
    selectRatesInForce(ctx),
  )
  if (found.length < items.length) fail('NOT_FOUND')
  if (found.reduce((sum, { priceMinor, quantity }) => sum + priceMinor * quantity, 0) > Number.MAX_SAFE_INTEGER)
    throw failureOf(CART_TOO_DEAR)
  const to = place ?? 'own city'
  const groups = priceGroups(ctx, found, shops, rates, { ...terms, fulfillmentMethod, to })
  return viewQuote({ groups, expiresAt: ctx.now + QUOTE_MS })
}

/** An address is kept in an account, and its text says to nobody how far it is. 400 */
function requireGuestTerms({ addressId, deliveryAddress }: OwnTerms): void {
  if (addressId !== undefined)
    invalid('addressId', 'Connectez-vous pour une adresse enregistrée, ou donnez un lieu (place).')
  if (deliveryAddress !== undefined) invalid('deliveryAddress', 'Donnez le lieu de livraison (place).')
}
