import { describe, expect, it } from 'vitest'
import { call, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { newMarket, stockOf } from '#testing/fixtures/orders.ts'
import { again, MINUTE } from '#testing/stories/money.ts'
import { addItem, cartOf, checkout, filledCart, ok, PICKUP, quote, refusal } from '#testing/stories/orders.ts'

const EMPTY = [409, 'CONFLICT']
const ORDERED = [409, 'ALREADY_EXISTS']

describe('what was quoted before a cart was ordered', () => {
  it('is not ordered a second time, though the cart changed in between', async () => {
    const { buyer, variantId } = await filledCart({})
    const { quoteId } = ok(await quote(buyer))
    const [line] = (await cartOf(buyer)).items
    ok(await call(buyer, 'PUT', `/cart/items/${line.id}`, { quantity: line.quantity }))
    ok(await checkout(buyer))
    expect(refusal(await checkout(buyer, freshPhone(), { quoteId }))).toEqual(ORDERED)
    expect(await stockOf(variantId)).toEqual({ stock: 10, held: 2 })
  })

  it('is not ordered beside a newer quote of the same lines', async () => {
    const { buyer, variantId } = await filledCart({})
    const first = ok(await quote(buyer))
    ok(await addItem(buyer, (await newMarket()).variantId, 1))
    const second = ok(await quote(buyer))
    ok(await checkout(buyer, freshPhone(), { quoteId: first.quoteId }))
    expect(refusal(await checkout(buyer, freshPhone(), { quoteId: second.quoteId }))).toEqual(ORDERED)
    expect(await stockOf(variantId)).toEqual({ stock: 10, held: 2 })
    // The rest of the cart is quoted anew.
    const third = ok(await quote(buyer))
    ok(await checkout(buyer, freshPhone(), { quoteId: third.quoteId }))
  })

  it('is not ordered though it was quoted while the cart was being ordered', async () => {
    const { buyer, variantId } = await filledCart({})
    const answers = await together(12, (i) => (i === 1 ? checkout(buyer) : quote(buyer)))
    for (const { data } of answers) if (data?.quoteId) await checkout(buyer, freshPhone(), { quoteId: data.quoteId })
    expect(await stockOf(variantId)).toEqual({ stock: 10, held: 2 })
  })
})

describe('a checkout whose answer was lost', () => {
  it('is told of when it is sent again without a key, and for a quarter of an hour', async () => {
    const { buyer, variantId } = await filledCart({})
    ok(await checkout(buyer))
    const repeated = await checkout(buyer)
    expect(refusal(repeated)).toEqual(ORDERED)
    expect(repeated.error?.message).toMatch(/déjà été commandé/)
    expect(await stockOf(variantId)).toEqual({ stock: 10, held: 2 })
    wait(16 * MINUTE)
    expect(refusal(await checkout(await again(buyer)))).toEqual(EMPTY)
  })

  it('is not what a cart is that its owner emptied since, nor one that never held anything', async () => {
    const { buyer, variantId, market } = await filledCart({})
    expect(refusal(await checkout(market.seller, freshPhone(), PICKUP))).toEqual(EMPTY)
    ok(await checkout(buyer))
    ok(await addItem(buyer, variantId))
    wait(1000)
    ok(await call(buyer, 'DELETE', '/cart'))
    expect(refusal(await checkout(buyer))).toEqual(EMPTY)
  })
})
