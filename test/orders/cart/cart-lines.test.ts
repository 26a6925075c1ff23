import { describe, expect, it } from 'vitest'
import { call, guest, tally, together } from '#testing/api.ts'
import { newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import {
  addItem,
  amountsIn,
  cartOf,
  currenciesOf,
  faults,
  filledCart,
  GONE,
  ok,
  pieces,
  putCart,
  refusal,
  STALE,
  UNKNOWN,
} from '#testing/stories/orders.ts'

const setItem = (as: Parameters<typeof call>[0], id: string, body: object) => call(as, 'PUT', `/cart/items/${id}`, body)

describe('a cart', () => {
  it('of somebody who put nothing in is empty', async () => {
    expect(await cartOf(await signUp())).toMatchObject({ items: [], groups: [], totals: [] })
  })

  it('is everybody’s who is signed in, a rider’s and a seller’s too, and no guest’s', async () => {
    for (const role of ['SELLER', 'RIDER', 'ADMIN'] as const)
      expect((await cartOf(await signUp(role))).items).toEqual([])
    for (const [method, path, body] of [
      ['GET', '/cart'],
      ['DELETE', '/cart'],
      ['PUT', '/cart', { items: [] }],
      ['POST', '/cart/items', { variantId: UNKNOWN, quantity: 1 }],
      ['POST', '/cart/merge', { items: [] }],
    ] as const)
      expect((await call(guest, method, path, body)).status, `${method} ${path}`).toBe(401)
  })

  it('shows a line with what it is, what it costs and no issue', async () => {
    const market = await newMarket()
    const added = await addItem(market.buyer, market.variantId, 2)
    expect(added.status).toBe(201)
    expect(added.data.items).toEqual([
      {
        id: expect.any(String),
        variantId: market.variantId,
        productId: market.productId,
        shopId: market.seller.shopId,
        name: 'Café du Kivu',
        variantName: null,
        imageUrl: expect.stringContaining('/media/'),
        quantity: 2,
        unitPrice: '12.50',
        currency: 'USD',
        lineTotal: '25.00',
        issue: null,
      },
    ])
    expect(await cartOf(market.buyer)).toEqual(added.data)
  })

  it('adds to the one line of a variant, and keeps the line’s id', async () => {
    const { buyer, variantId } = await newMarket()
    const first = ok(await addItem(buyer, variantId, 2))
    const second = ok(await addItem(buyer, variantId, 3))
    expect(second.items).toHaveLength(1)
    expect(second.items[0]).toMatchObject({ id: first.items[0].id, quantity: 5, lineTotal: '62.50' })
    expect(second.version).not.toBe(first.version)
  })

  it('sets a line, and takes one out; the answer is what remains', async () => {
    const { buyer, markets } = await filledCart({}, {})
    const [one, two] = (await cartOf(buyer)).items
    const set = ok(await setItem(buyer, one.id, { quantity: 7 }))
    expect(set.items.find(({ id }: { id: string }) => id === one.id)).toMatchObject({ quantity: 7, lineTotal: '87.50' })
    const left = ok(await call(buyer, 'DELETE', `/cart/items/${one.id}`))
    expect(left.items.map(({ id }: { id: string }) => id)).toEqual([two.id])
    expect(markets.map(({ variantId }) => variantId)).toContain(two.variantId)
    expect(refusal(await call(buyer, 'DELETE', `/cart/items/${one.id}`))).toEqual(GONE)
    expect(refusal(await setItem(buyer, one.id, { quantity: 1 }))).toEqual(GONE)
  })

  it('is emptied at once; again is the same', async () => {
    const { buyer } = await filledCart({}, {})
    for (const _ of [1, 2]) {
      const emptied = await call(buyer, 'DELETE', '/cart')
      expect([emptied.status, emptied.data.items, emptied.data.groups, emptied.data.totals]).toEqual([200, [], [], []])
    }
    expect((await cartOf(buyer)).items).toEqual([])
  })

  it('is replaced as a whole by PUT', async () => {
    const { buyer, variantId } = await filledCart({}, {})
    const put = await putCart(buyer, [{ variantId, quantity: 4 }])
    expect([put.status, pieces(put.data)]).toEqual([200, { [variantId]: 4 }])
    expect(ok(await putCart(buyer, [])).items).toEqual([])
  })
})

describe('a line of a cart', () => {
  it('is of 1 to 999 whole pieces, however it is put in', async () => {
    const { buyer, variantId } = await filledCart()
    const { items } = await cartOf(buyer)
    for (const quantity of [0, -1, 1.5, 1000, '2', null]) {
      expect(faults(await call(buyer, 'POST', '/cart/items', { variantId, quantity }))).toEqual(['quantity'])
      expect(faults(await setItem(buyer, items[0].id, { quantity }))).toEqual(['quantity'])
      expect(faults(await putCart(buyer, [{ variantId, quantity }]))).toEqual(['items.0.quantity'])
    }
    expect(pieces(await cartOf(buyer))).toEqual({ [variantId]: 2 })
    expect(pieces(ok(await setItem(buyer, items[0].id, { quantity: 999 })))).toEqual({ [variantId]: 999 })
  })

  it('that would pass 999 by adding is 400, and stays as it was', async () => {
    const { buyer, variantId } = await filledCart()
    expect((await addItem(buyer, variantId, 998)).status).toBe(400)
    expect(pieces(await cartOf(buyer))).toEqual({ [variantId]: 2 })
    expect(pieces(ok(await addItem(buyer, variantId, 997)))).toEqual({ [variantId]: 999 })
  })

  it('is of a variant that buyers can see: else 404, and a malformed id is the same', async () => {
    const { buyer, variantId } = await filledCart()
    for (const id of [UNKNOWN, 'pas-un-id']) {
      expect(refusal(await addItem(buyer, id))).toEqual(GONE)
      expect(refusal(await putCart(buyer, [{ variantId: id, quantity: 1 }]))).toEqual(GONE)
    }
    const hidden = await newMarket()
    ok(await call(hidden.seller, 'POST', `/products/${hidden.productId}/status`, { status: 'ARCHIVED' }))
    expect(refusal(await addItem(buyer, hidden.variantId))).toEqual(GONE)
    expect(pieces(await cartOf(buyer))).toEqual({ [variantId]: 2 })
  })

  it('is its owner’s: another’s is 404 and stays', async () => {
    const { buyer, variantId } = await filledCart()
    const [{ id }] = (await cartOf(buyer)).items
    const other = await signUp()
    expect(refusal(await setItem(other, id, { quantity: 1 }))).toEqual(GONE)
    expect(refusal(await call(other, 'DELETE', `/cart/items/${id}`))).toEqual(GONE)
    expect(refusal(await setItem(buyer, 'pas-un-id', { quantity: 1 }))).toEqual(GONE)
    expect(pieces(await cartOf(buyer))).toEqual({ [variantId]: 2 })
  })

  it('names nothing else: unknown fields are 400', async () => {
    const { buyer, variantId } = await newMarket()
    const priced = { variantId, quantity: 1, unitPrice: '0.01' }
    expect((await call(buyer, 'POST', '/cart/items', priced)).status).toBe(400)
    expect((await putCart(buyer, [priced])).status).toBe(400)
    expect((await cartOf(buyer)).items).toEqual([])
  })
})

describe('the groups and totals of a cart', () => {
  it('are by shop and by currency, which are never added up', async () => {
    const { buyer, markets } = await filledCart({}, { currency: 'CDF', price: '2800.50' }, { price: '3.00' })
    const cart = await cartOf(buyer)
    expect(cart.groups).toHaveLength(3)
    for (const [i, [currency, subtotal]] of [
      ['USD', '25.00'],
      ['CDF', '5601.00'],
      ['USD', '6.00'],
    ].entries()) {
      const shopId = markets[i]?.seller.shopId
      const group = cart.groups.find((found: { shopId: string }) => found.shopId === shopId)
      const line = cart.items.find((found: { shopId: string }) => found.shopId === shopId)
      expect(group).toMatchObject({ currency, subtotal, itemIds: [line.id], shop: { id: shopId, name: 'Kivu Frais' } })
    }
    expect(currenciesOf(cart.totals)).toEqual(['CDF', 'USD'])
    expect(amountsIn(cart.totals, 'USD')).toContain('31.00')
    expect(amountsIn(cart.totals, 'CDF')).toContain('5601.00')
  })
})

describe('a cart that is sent twice, or by many', () => {
  it('takes an Idempotency-Key: the same request again adds nothing', async () => {
    const { buyer, variantId } = await newMarket()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const add = (quantity: number) => call(buyer, 'POST', '/cart/items', { variantId, quantity }, key)
    const first = await add(2)
    const again = await add(2)
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true'])
    expect(again.data).toEqual(first.data)
    expect(refusal(await add(3))).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
    expect(pieces(await cartOf(buyer))).toEqual({ [variantId]: 2 })
  })

  it('keeps every addition of ten at once', async () => {
    const { buyer, variantId } = await newMarket()
    expect(tally(await together(10, () => addItem(buyer, variantId)))).toEqual({ 201: 10 })
    const cart = await cartOf(buyer)
    expect([cart.items.length, pieces(cart)]).toEqual([1, { [variantId]: 10 }])
  })

  it('is refused with a baseVersion that is not the present one, in both PUTs, and nothing is written', async () => {
    const { buyer, variantId } = await filledCart()
    const old = await cartOf(buyer)
    ok(await addItem(buyer, variantId))
    const stale = { baseVersion: old.version }
    expect(refusal(await putCart(buyer, [], stale))).toEqual(STALE)
    expect(refusal(await setItem(buyer, old.items[0].id, { quantity: 9, ...stale }))).toEqual(STALE)
    const now = await cartOf(buyer)
    expect(pieces(now)).toEqual({ [variantId]: 3 })
    const set = ok(await setItem(buyer, now.items[0].id, { quantity: 9, baseVersion: now.version }))
    expect(pieces(set)).toEqual({ [variantId]: 9 })
    expect(ok(await putCart(buyer, [], { baseVersion: set.version })).items).toEqual([])
  })

  it('is read in one trip, and written in two', async () => {
    const { buyer, variantId } = await filledCart({}, {})
    expect((await call(buyer, 'GET', '/cart')).headers.get('x-d1-round-trips')).toBe('1')
    expect(Number((await addItem(buyer, variantId)).headers.get('x-d1-round-trips'))).toBeLessThanOrEqual(2)
  })
})
