import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether, type Write } from '../../../db/client.ts'
import { type QuotedGroup, quotes } from '../../../db/schema/orders/carts.ts'
import { addresses } from '../../../db/schema/people/addresses.ts'
import { fail, invalid } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { MINUTE_MS } from '../../../kernel/time.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { requireActiveActor } from '../../core/guards.ts'
import { selectRatesInForce } from '../../money/rates/between.ts'
import { priceGroups, selectShopsOfCart } from './price-groups.ts'
import { selectCart } from './queries.ts'
import { viewQuote } from './view.ts'

/** How long a quote holds its prices (docs/limits.md, Timers). */
const QUOTE_MS = 15 * MINUTE_MS
/** Quotes that are kept of one person; the oldest go first. */
const MOST_QUOTES = 20

export const QuoteCart = z
  .strictObject({
    fulfillmentMethod: z.enum(['DELIVERY', 'PICKUP']),
    addressId: f.idIn.optional(),
    deliveryAddress: f.prose(5, 300).optional(),
    currency: f.priceCurrency.optional(),
  })
  .meta(f.atMostOneOf('addressId', 'deliveryAddress'))

/**
 * Says what the whole cart costs, shop by shop, and holds that for 15 minutes; changed prices are seen by it
 * (docs/states.md, Quote). Nothing is held back in the shops.
 * @throws 403 OWN_SHOP; 404 for an address; 409 for an empty cart and for lines that cannot be bought, each named; 400
 *   without an address to deliver to, and by a shop's minimum or ways
 */
export async function quoteCart(ctx: Ctx, input: z.output<typeof QuoteCart>) {
  const { addressId, deliveryAddress } = input
  if (addressId !== undefined && deliveryAddress !== undefined)
    invalid('addressId', 'Donnez une adresse enregistrée ou son texte, pas les deux.')
  const isDelivered = input.fulfillmentMethod === 'DELIVERY'
  if (isDelivered && addressId === undefined && deliveryAddress === undefined)
    invalid('deliveryAddress', "L'adresse de livraison est obligatoire.")

  const [versions, items, shops, rates, [saved]] = await readTogether(
    ctx.db,
    ...selectCart(ctx),
    selectShopsOfCart(ctx, { lat: savedDegrees(ctx, addressId, 'lat'), lng: savedDegrees(ctx, addressId, 'lng') }),
    selectRatesInForce(ctx),
    selectSaved(ctx, addressId ?? ''),
  )
  if (addressId !== undefined && !saved) fail('NOT_FOUND')
  const groups = priceGroups(ctx, items, shops, rates, input)
  const row = {
    id: ctx.ids.v7(),
    userId: actorOf(ctx).id,
    cartVersion: versions[0]?.version ?? 1,
    fulfillmentMethod: input.fulfillmentMethod,
    ...(isDelivered ? placeOf(saved, deliveryAddress) : {}),
    groups,
    expiresAt: ctx.now + QUOTE_MS,
    createdAt: ctx.now,
  }
  await commit(ctx, [
    requireActiveActor(ctx),
    ctx.db.insert(quotes).values(row),
    ctx.db.run(sql`
      DELETE FROM quotes WHERE id IN (
        SELECT q.id FROM quotes q WHERE q.user_id = ${row.userId}
        ORDER BY q.created_at DESC, q.id DESC LIMIT -1 OFFSET ${MOST_QUOTES})`),
    seePrices(ctx, groups),
  ])
  return viewQuote(row)
}

/** An address that the person asking has saved. */
const selectSaved = (ctx: Ctx, id: string) =>
  ctx.db
    .select()
    .from(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.userId, actorOf(ctx).id)))

/** Where that is, inside another statement; null where it does not say, and for an address that was written out. */
const savedDegrees = (ctx: Ctx, id: string | undefined, column: 'lat' | 'lng') =>
  sql`(SELECT a.${sql.raw(column)} FROM addresses a WHERE a.id = ${id ?? null} AND a.user_id = ${actorOf(ctx).id})`

type Saved = typeof addresses.$inferSelect

/** Where it goes, in the words of a parcel, and on the map where the saved address says so. */
function placeOf(saved: Saved | undefined, deliveryAddress: string | undefined) {
  if (!saved) return { deliveryAddress: deliveryAddress ?? null }
  const { recipientName, phone, number, avenue, quartier, commune, city, landmark, lat, lng } = saved
  const street = [number, avenue].filter(Boolean).join(', ')
  const parts = [recipientName, phone, street, quartier, commune, city, landmark].filter(Boolean)
  return { deliveryAddress: parts.join(', '), lat, lng }
}

/** The prices that were quoted are the ones that the buyer has seen. */
const seePrices = (ctx: Ctx, groups: QuotedGroup[]): Write => {
  const lines = groups.flatMap((group) => group.lines)
  const seen = lines.map(({ variantId, priceMinor, priceCurrency }) => ({ variantId, priceMinor, priceCurrency }))
  return ctx.db.run(sql`
    UPDATE cart_items SET seen_price_minor = l.value ->> 'priceMinor', seen_currency = l.value ->> 'priceCurrency'
    FROM json_each(${JSON.stringify(seen)}) l
    WHERE cart_items.user_id = ${actorOf(ctx).id} AND cart_items.variant_id = l.value ->> 'variantId'`)
}
