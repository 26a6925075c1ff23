import { beforeAll, describe, expect, it } from 'vitest'
import { eraseUser } from '#domain/people/erasure/erase.ts'
import { call, type Person, tally, together } from '#testing/api.ts'
import { hourCronAfter } from '#testing/clock.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { count, first, run } from '#testing/fixtures/database.ts'
import { ADDRESS } from '#testing/fixtures/inputs.ts'
import { type Market, newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'

const HOUR = 3_600_000
const PICKUP = { fulfillmentMethod: 'PICKUP' }
const DELIVERY = { fulfillmentMethod: 'DELIVERY', deliveryAddress: '12, avenue de la Paix, Bukavu' }

const quote = (as: Person, more: object = PICKUP) => call(as, 'POST', '/cart/quote', more)
const putIn = (as: Person, ...items: object[]) => call(as, 'PUT', '/cart', { items })
const quoteRow = (id: string) => first('SELECT * FROM quotes WHERE id = ?', id)

let market: Market
beforeAll(async () => {
  market = await newMarket()
})

/** A buyer whose cart holds two pieces of the market's product. */
async function aBuyer() {
  const buyer = await signUp()
  expect((await putIn(buyer, { variantId: market.variantId, quantity: 2 })).status).toBe(200)
  return buyer
}

describe('what a quote keeps', () => {
  it('is all that an order is made of', async () => {
    const buyer = await aBuyer()
    const { version } = (await call(buyer, 'GET', '/cart')).data
    const { quoteId } = (await quote(buyer, DELIVERY)).data
    const row = await quoteRow(quoteId)
    expect(row).toMatchObject({
      ...{ user_id: buyer.id, cart_version: version, fulfillment_method: 'DELIVERY', used_at: null },
      delivery_address: DELIVERY.deliveryAddress,
    })
    const { shopId } = market.seller
    expect(JSON.parse(String(row?.groups))).toEqual([
      {
        ...{ shopId, currency: 'USD', subtotalMinor: 2500, deliveryFeeMinor: 200, zoneId: null, feeCurrency: 'USD' },
        lines: [
          {
            ...{ productId: market.productId, variantId: market.variantId, name: 'Café du Kivu', quantity: 2 },
            ...{ unitPriceMinor: 1250, lineTotalMinor: 2500, priceMinor: 1250, priceCurrency: 'USD', place: 0 },
          },
        ],
      },
    ])
  })

  it('is where a saved address lies, in words and on the map; of a pick-up nothing', async () => {
    const buyer = await aBuyer()
    const { address } = (await call(buyer, 'GET', `/seller/shop/${market.seller.shopId}`)).data
    const place = { ...ADDRESS, recipientName: 'Aline', city: address.city, lat: -2.5, lng: 28.86 }
    const { data: saved } = await call(buyer, 'POST', '/users/me/addresses', place)
    const { quoteId } = (await quote(buyer, { fulfillmentMethod: 'DELIVERY', addressId: saved.id })).data
    expect(await quoteRow(quoteId)).toMatchObject({
      ...{ lat: -2.5, lng: 28.86 },
      delivery_address: address.city,
    })
    const collected = (await quote(buyer, { ...DELIVERY, ...PICKUP })).data.quoteId
    expect(await quoteRow(collected)).toMatchObject({ delivery_address: null, lat: null })
    const both = { ...DELIVERY, addressId: saved.id }
    expect(await quote(buyer, both)).toMatchObject({ status: 400, error: { details: [{ field: 'addressId' }] } })
  })

  it('is twenty quotes of a person at most, each for a day after its end', async () => {
    const buyer = await aBuyer()
    const { data } = await quote(buyer)
    await run('UPDATE quotes SET created_at = 1 WHERE id = ?', data.quoteId)
    expect(tally(await together(21, () => quote(buyer)))).toEqual({ 200: 21 })
    expect(await count('quotes WHERE user_id = ?', buyer.id)).toBe(20)
    expect(await quoteRow(data.quoteId)).toBeNull()
    await hourCronAfter(24 * HOUR)
    expect(await count('quotes WHERE user_id = ?', buyer.id)).toBe(20)
    await hourCronAfter(HOUR)
    expect(await count('quotes WHERE user_id = ?', buyer.id)).toBe(0)
  })

  it('goes with its owner', async () => {
    const buyer = await aBuyer()
    await quote(buyer)
    await run('UPDATE users SET erasure_due_at = 1 WHERE id = ?', buyer.id)
    expect(await eraseUser(contextNow(), buyer.id)).toBe(true)
    expect(await count('quotes WHERE user_id = ?', buyer.id)).toBe(0)
  })
})

describe('what a quote refuses', () => {
  it('is one’s own shop, whatever else is in the cart', async () => {
    const { variantId } = await newMarket()
    const items = [market.variantId, variantId].map((id) => ({ variantId: id, quantity: 1 }))
    expect((await putIn(market.seller, ...items)).status).toBe(200)
    expect(await quote(market.seller)).toMatchObject({ status: 403, error: { reason: 'OWN_SHOP' } })
  })

  it('is a suspended shop: its lines are named', async () => {
    const { seller, variantId } = await newMarket()
    const buyer = await aBuyer()
    const items = [market.variantId, variantId].map((id) => ({ variantId: id, quantity: 1 }))
    expect((await putIn(buyer, ...items)).status).toBe(200)
    const staff = await signUp('SUPPORT')
    const suspended = await call(staff, 'POST', `/seller/shop/${seller.shopId}/suspend`, { reason: 'Contrefaçons' })
    expect(suspended.status).toBe(200)
    const refused = await quote(buyer)
    expect([refused.status, refused.error?.reason]).toEqual([409, undefined])
    expect(refused.error?.details).toEqual([{ field: 'items.1.variantId', message: expect.any(String) }])
  })

  it('is pieces that are not there, with reason INSUFFICIENT_STOCK', async () => {
    const buyer = await aBuyer()
    await putIn(buyer, { variantId: market.variantId, quantity: 999 })
    const refused = await quote(buyer)
    expect([refused.status, refused.error?.reason]).toEqual([409, 'INSUFFICIENT_STOCK'])
    expect(refused.error?.details).toEqual([
      { field: 'items.0.quantity', message: expect.stringMatching(/^Il en reste \d+ : Café du Kivu/) },
    ])
    expect(await count('quotes WHERE user_id = ?', buyer.id)).toBe(0)
  })
})

it('the fee of a quote is the one of the shop’s zone, which an order pays too', async () => {
  const buyer = await aBuyer()
  const city = `Ville-${crypto.randomUUID().slice(0, 6)}`.toLowerCase()
  await run(`UPDATE shops SET folded_city = ? WHERE id = ?`, city, market.seller.shopId)
  await run(
    `INSERT INTO delivery_zones (id, name, country, city, folded_city, lat, lng, radius_km, fee_minor, fee_currency, is_open, created_at)
     VALUES (?1, ?2, 'CD', ?2, ?2, -2.5, 28.86, 10, 350, 'USD', 1, 1)`,
    ...[crypto.randomUUID(), city],
  )
  expect((await quote(buyer, DELIVERY)).data.groups[0]).toMatchObject({ deliveryFee: '3.50', total: '28.50' })
})
