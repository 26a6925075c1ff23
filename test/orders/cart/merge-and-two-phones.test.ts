import { describe, expect, it } from 'vitest'
import { call, reasons, tally, together } from '#testing/api.ts'
import { newMarket } from '#testing/fixtures/orders.ts'
import {
  addItem,
  cartOf,
  faults,
  filledCart,
  GONE,
  issues,
  mergeCart,
  ok,
  pieces,
  putCart,
  refusal,
  STALE,
  setPrice,
  UNKNOWN,
} from '#testing/stories/orders.ts'

describe('a guest’s cart that is merged at sign-in', () => {
  it('adds what is new, and of what both hold the larger quantity wins', async () => {
    const { buyer, variantId: mine } = await filledCart()
    const { variantId: theirs } = await newMarket()
    const merged = await mergeCart(buyer, [
      { variantId: mine, quantity: 5 },
      { variantId: theirs, quantity: 3 },
    ])
    expect([merged.status, pieces(merged.data)]).toEqual([200, { [mine]: 5, [theirs]: 3 }])
    expect(pieces(ok(await mergeCart(buyer, [{ variantId: mine, quantity: 1 }])))).toEqual({ [mine]: 5, [theirs]: 3 })
    expect(pieces(await cartOf(buyer))).toEqual({ [mine]: 5, [theirs]: 3 })
  })

  it('twice changes nothing', async () => {
    const { buyer, variantId } = await newMarket()
    const items = [{ variantId, quantity: 4 }]
    const first = ok(await mergeCart(buyer, items))
    const again = ok(await mergeCart(buyer, items))
    expect(again.items).toEqual(first.items)
    expect(pieces(await cartOf(buyer))).toEqual({ [variantId]: 4 })
  })

  it('is never stale', async () => {
    const { buyer, variantId } = await filledCart()
    const { version } = await cartOf(buyer)
    ok(await addItem(buyer, variantId))
    const merged = await mergeCart(buyer, [{ variantId, quantity: 9 }], { baseVersion: version })
    expect([merged.status, pieces(merged.data)]).toEqual([200, { [variantId]: 9 }])
  })

  it('takes more than is available with an issue', async () => {
    const { buyer, variantId } = await newMarket({ stock: 2 })
    expect(issues(ok(await mergeCart(buyer, [{ variantId, quantity: 3 }])))).toEqual({ [variantId]: 'LOW_STOCK' })
  })

  it('is of 1 to 999 pieces of variants that there are: else nothing is merged', async () => {
    const { buyer, variantId } = await filledCart()
    const other = (await newMarket()).variantId
    for (const quantity of [0, 1000, 2.5])
      expect(faults(await mergeCart(buyer, [{ variantId: other, quantity }]))).toEqual(['items.0.quantity'])
    expect((await mergeCart(buyer, { variantId: other })).status).toBe(400)
    const some = [
      { variantId: other, quantity: 1 },
      { variantId: 'pas-un-id', quantity: 1 },
    ]
    expect(refusal(await mergeCart(buyer, some))).toEqual(GONE)
    expect(pieces(await cartOf(buyer))).toEqual({ [variantId]: 2 })
  })

  it('by five phones at once leaves the largest of each', async () => {
    const [buyer, variants] = [
      (await newMarket()).buyer,
      [(await newMarket()).variantId, (await newMarket()).variantId],
    ]
    const answers = await together(5, (i) =>
      mergeCart(buyer, [
        { variantId: variants[0], quantity: i + 1 },
        { variantId: variants[1], quantity: 5 - i },
      ]),
    )
    expect(tally(answers)).toEqual({ 200: 5 })
    const cart = await cartOf(buyer)
    expect(cart.items).toHaveLength(2)
    expect(pieces(cart)).toEqual({ [variants[0] as string]: 5, [variants[1] as string]: 5 })
  })
})

describe('a cart on two phones', () => {
  it('is one cart: what one puts in the other reads, and reading changes no version', async () => {
    const { buyer, variantId } = await filledCart()
    const [one, two] = [await cartOf(buyer), await cartOf(buyer)]
    expect(two).toEqual(one)
    const written = ok(await addItem(buyer, variantId, 1))
    expect(written.version).not.toBe(one.version)
    expect((await cartOf(buyer)).version).toBe(written.version)
  })

  it('tells the phone that is behind, once: it reads again and goes on', async () => {
    const { buyer, variantId } = await filledCart()
    const seen = await cartOf(buyer)
    const put = (quantity: number, baseVersion: number) => putCart(buyer, [{ variantId, quantity }], { baseVersion })
    ok(await put(5, seen.version))
    expect(refusal(await put(7, seen.version))).toEqual(STALE)
    expect(pieces(await cartOf(buyer))).toEqual({ [variantId]: 5 })
    expect(pieces(ok(await put(7, (await cartOf(buyer)).version)))).toEqual({ [variantId]: 7 })
  })

  it('of six that write upon the same version one is taken, and the others are told', async () => {
    const { buyer, variantId } = await filledCart()
    const { version } = await cartOf(buyer)
    const answers = await together(6, (i) => putCart(buyer, [{ variantId, quantity: i + 3 }], { baseVersion: version }))
    expect(reasons(answers)).toEqual({ ok: 1, VERSION_MISMATCH: 5 })
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(pieces(await cartOf(buyer))).toEqual({ [variantId]: winner + 3 })
  })

  it('of one that removes a line while the other sets it, ends as one of both', async () => {
    const { buyer, variantId } = await filledCart({}, {})
    const { id } = (await cartOf(buyer)).items.find((item: { variantId: string }) => item.variantId === variantId)
    const answers = await together(2, (i) =>
      i ? call(buyer, 'DELETE', `/cart/items/${id}`) : call(buyer, 'PUT', `/cart/items/${id}`, { quantity: 6 }),
    )
    expect(answers.every(({ status }) => [200, 404].includes(status))).toBe(true)
    const left = pieces(await cartOf(buyer))
    expect([6, undefined]).toContain(left[variantId])
    expect(Object.keys(left).length).toBeGreaterThanOrEqual(1)
  })

  it('without a baseVersion the last one wins', async () => {
    const { buyer, variantId } = await filledCart()
    ok(await putCart(buyer, [{ variantId, quantity: 3 }]))
    expect(pieces(ok(await putCart(buyer, [{ variantId, quantity: 8 }])))).toEqual({ [variantId]: 8 })
  })

  it('refuses a baseVersion that is no version', async () => {
    const { buyer } = await newMarket()
    for (const baseVersion of ['un', -1, 1.5])
      expect(faults(await putCart(buyer, [], { baseVersion }))).toEqual(['baseVersion'])
  })

  it('forgets no change of price when it is merged from elsewhere', async () => {
    const { buyer, market, variantId } = await filledCart()
    await setPrice(market, '14.00')
    expect((await cartOf(buyer)).items[0]).toMatchObject({ unitPrice: '14.00', issue: 'PRICE_CHANGED' })
    expect(ok(await mergeCart(buyer, [{ variantId, quantity: 1 }])).items[0]).toMatchObject({
      quantity: 2,
      unitPrice: '14.00',
    })
    expect(refusal(await mergeCart(buyer, [{ variantId: UNKNOWN, quantity: 1 }]))).toEqual(GONE)
  })
})
