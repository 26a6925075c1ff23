import { describe, expect, it } from 'vitest'
import { call, guest, reasons, tally, together } from '#testing/api.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { newMarket, stockOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { movementsOf } from '#testing/sandbox.ts'
import { MINUTE, rate } from '#testing/stories/money.ts'
import {
  addItem,
  addStock,
  amountsIn,
  cartOf,
  checkout,
  currenciesOf,
  DELIVERY,
  faults,
  filledCart,
  GONE,
  ok,
  PICKUP,
  payBy,
  people,
  pieces,
  placedCheckout,
  quote,
  readCheckout,
  refusal,
  takeOffSale,
  UNKNOWN,
} from '#testing/stories/orders.ts'

type Order = { id: string; shopId: string; checkoutId: string; total: string }
const shopIds = (orders: Order[]) => orders.map(({ shopId }) => shopId).sort()
const myOrders = async (as: Parameters<typeof call>[0]) => ok(await call(as, 'GET', '/orders/me')).orders as Order[]

describe('a checkout', () => {
  it('is one order for each shop and one prompt for the currency', async () => {
    const { buyer, markets } = await filledCart({}, { price: '3.00' }, { price: '1.00' })
    const [phone, before] = [freshPhone(), Date.now()]
    const placed = await checkout(buyer, phone, DELIVERY)
    expect(placed.status).toBe(201)
    const { checkoutId, status, orders, payins, totals, expiresAt } = placed.data
    expect(status).toBe('PENDING_PAYMENT')
    expect(shopIds(orders)).toEqual(markets.map(({ seller }) => seller.shopId).sort())
    for (const order of orders)
      expect(order).toMatchObject({ checkoutId, buyerId: buyer.id, status: 'PENDING_PAYMENT', deliveryFee: '2.00' })
    expect(orders.map(({ total }: Order) => total).sort()).toEqual(['27.00', '4.00', '8.00'])
    expect(new Set(orders.map(({ number }: { number: string }) => number)).size).toBe(3)
    expect(payins).toHaveLength(1)
    expect(payins[0]).toMatchObject({
      status: 'pending',
      amount: 39,
      currency: 'USD',
      network: 'airtel',
      countryCode: 'CD',
    })
    expect([currenciesOf(totals), amountsIn(totals, 'USD')]).toMatchObject([['USD'], expect.arrayContaining(['39.00'])])
    expect(Math.abs(Date.parse(expiresAt) - before - 15 * MINUTE)).toBeLessThan(MINUTE)
    expect((await movementsOf(phone)).map(({ kind, amount }) => [kind, Number(amount)])).toEqual([['payin', 39]])
  })

  it('holds the pieces and empties the cart', async () => {
    const { buyer, markets } = await placedCheckout({}, {})
    for (const { variantId } of markets) expect(await stockOf(variantId)).toEqual({ stock: 10, held: 2 })
    expect((await cartOf(buyer)).items).toEqual([])
  })

  it('asks once for each currency, and says so in each', async () => {
    const { phone, checkout: placed } = await placedCheckout({}, { currency: 'CDF', price: '2800.00' }, {})
    expect(placed.orders).toHaveLength(3)
    const asked = placed.payins.map(({ currency, amount }: { currency: string; amount: number }) => [currency, amount])
    expect(asked.sort()).toEqual([
      ['CDF', 5600],
      ['USD', 50],
    ])
    expect(currenciesOf(placed.totals)).toEqual(['CDF', 'USD'])
    expect(await movementsOf(phone)).toHaveLength(2)
  })

  it('of a payer in Rwanda asks once, in francs of there, at the rate of now', async () => {
    await rate('USD', 'RWF', 145_000_000_000)
    await rate('CDF', 'RWF', 50_000_000)
    const { buyer } = await filledCart({}, { currency: 'CDF', price: '2800.00' })
    const phone = freshPhone('123', '25078')
    const { payins, orders } = ok(await checkout(buyer, phone, { ...PICKUP, ...payBy(phone, 'mtn', 'RW') }))
    expect(orders).toHaveLength(2)
    expect(payins).toHaveLength(1)
    expect(payins[0]).toMatchObject({ currency: 'RWF', countryCode: 'RW', network: 'mtn' })
    // 25.00 USD at 1,450 and 5,600.00 CDF at 0.5.
    expect(payins[0].amount).toBe(39050)
  })

  it('is found again by its id and by its orders, by its buyer alone', async () => {
    const { buyer, market, checkout: placed } = await placedCheckout({}, {})
    const found = ok(await readCheckout(buyer, placed.checkoutId))
    expect(found).toMatchObject({
      checkoutId: placed.checkoutId,
      status: 'PENDING_PAYMENT',
      expiresAt: placed.expiresAt,
    })
    expect(shopIds(found.orders)).toEqual(shopIds(placed.orders))
    expect(found.payins).toHaveLength(1)
    expect((await myOrders(buyer)).map(({ checkoutId }) => checkoutId)).toEqual([placed.checkoutId, placed.checkoutId])
    for (const other of [await signUp(), market.seller])
      expect(refusal(await readCheckout(other, placed.checkoutId))).toEqual(GONE)
    for (const id of [UNKNOWN, 'pas-un-id']) expect(refusal(await readCheckout(buyer, id))).toEqual(GONE)
    expect((await readCheckout(guest, placed.checkoutId)).status).toBe(401)
  })

  it('takes what a quote takes, or a quote; and a payer', async () => {
    const { buyer } = await filledCart()
    const by = { paymentMethod: 'MOBILE_MONEY', ...payBy(freshPhone()) }
    const post = (body: object) => call(buyer, 'POST', '/orders/checkout', body)
    expect((await post(by)).status).toBe(400)
    expect(faults(await post({ ...PICKUP, ...by, paymentMethod: 'CASH' }))).toEqual(['paymentMethod'])
    expect(faults(await post({ ...PICKUP, ...by, payerPhoneNumber: '123' }))).toEqual(['payerPhoneNumber'])
    expect(faults(await post({ ...PICKUP, ...by, network: 'mtn' }))).toEqual(['network'])
    expect(faults(await post({ ...PICKUP, ...by, countryCode: 'FR' }))).toEqual(['countryCode'])
    expect((await post({ ...PICKUP, ...by, total: '0.01' })).status).toBe(400)
    expect((await checkout(buyer, freshPhone(), { fulfillmentMethod: 'DELIVERY' })).status).toBe(400)
    expect((await checkout(guest)).status).toBe(401)
    expect(await myOrders(buyer)).toEqual([])
  })

  it('of an empty cart is 409', async () => {
    expect((await checkout(await signUp())).status).toBe(409)
  })

  it('is at most four trips to the database', async () => {
    const { buyer } = await filledCart({}, {}, {})
    expect(Number((await checkout(buyer)).headers.get('x-d1-round-trips'))).toBeLessThanOrEqual(3)
  })
})

describe('a checkout is all or nothing', () => {
  it('where pieces of one line are gone: 409 INSUFFICIENT_STOCK with that line', async () => {
    const { buyer, markets, market, variantId } = await filledCart({ stock: 2 }, {})
    await addStock(market, -1)
    const phone = freshPhone()
    const refused = await checkout(buyer, phone)
    expect([...refusal(refused), refused.error?.details?.length]).toEqual([409, 'INSUFFICIENT_STOCK', 1])
    expect(await movementsOf(phone)).toEqual([])
    for (const some of markets) expect(await stockOf(some.variantId)).toMatchObject({ held: 0 })
    expect(await myOrders(buyer)).toEqual([])
    expect(pieces(await cartOf(buyer))).toMatchObject({ [variantId]: 2 })
  })

  it('where one product is off sale', async () => {
    const { buyer, market, markets } = await filledCart({}, {})
    await takeOffSale(market)
    expect((await checkout(buyer)).status).toBe(409)
    expect(await stockOf(markets[1]?.variantId as string)).toMatchObject({ held: 0 })
    expect(await myOrders(buyer)).toEqual([])
  })

  it('where one shop is the buyer’s own: 403 OWN_SHOP', async () => {
    const [mine, other] = [await newMarket(), await newMarket()]
    ok(await addItem(mine.seller, other.variantId))
    const asked = [await addItem(mine.seller, mine.variantId), await quote(mine.seller), await checkout(mine.seller)]
    const refused = asked.find(({ status }) => status >= 400)
    expect(refused && refusal(refused)).toEqual([403, 'OWN_SHOP'])
    if (asked[0]?.status === 403) return
    expect(await myOrders(mine.seller)).toEqual([])
    expect(await stockOf(other.variantId)).toMatchObject({ held: 0 })
  })
})

describe('a checkout that is sent twice, or by many', () => {
  it('with one key is one: the answer is replayed', async () => {
    const { buyer } = await filledCart()
    const [phone, key] = [freshPhone(), { 'idempotency-key': crypto.randomUUID() }]
    const first = await checkout(buyer, phone, PICKUP, key)
    const again = await checkout(buyer, phone, PICKUP, key)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(again.data.checkoutId).toBe(first.data.checkoutId)
    expect(await movementsOf(phone)).toHaveLength(1)
    expect(refusal(await checkout(buyer, freshPhone(), PICKUP, key))).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
  })

  it.each(['the cart', 'a quote'])('of %s without a key is ordered once and charged once', async (what) => {
    const { buyer, variantId } = await filledCart()
    const phone = freshPhone()
    const more = what === 'the cart' ? PICKUP : { quoteId: ok(await quote(buyer)).quoteId }
    const answers = await together(5, () => checkout(buyer, phone, more))
    expect(tally(answers.filter(({ status }) => status === 201))).toEqual({ 201: 1 })
    expect(answers.every(({ status }) => [201, 409, 410].includes(status))).toBe(true)
    expect(await myOrders(buyer)).toHaveLength(1)
    expect(await stockOf(variantId)).toEqual({ stock: 10, held: 2 })
    expect(await movementsOf(phone)).toHaveLength(1)
  })

  it('for the last piece by eight people sells it once', async () => {
    const market = await newMarket({ stock: 1 })
    const buyers = await people(8)
    await Promise.all(buyers.map((buyer) => addItem(buyer, market.variantId)))
    const answers = await together(8, (i) => checkout(buyers[i] ?? null))
    expect(reasons(answers)).toEqual({ ok: 1, INSUFFICIENT_STOCK: 7 })
    expect(await stockOf(market.variantId)).toEqual({ stock: 1, held: 1 })
  })

  it('of two baskets that share a product never sells half of one', async () => {
    const [shared, one, two] = [await newMarket({ stock: 2 }), await newMarket(), await newMarket()]
    const buyers = await people(2)
    for (const [i, own] of [one, two].entries()) {
      ok(await addItem(buyers[i] ?? null, own.variantId))
      ok(await addItem(buyers[i] ?? null, shared.variantId, 2))
    }
    expect(reasons(await together(2, (i) => checkout(buyers[i] ?? null)))).toEqual({ ok: 1, INSUFFICIENT_STOCK: 1 })
    const held = [await stockOf(one.variantId), await stockOf(two.variantId)].map((found) => found?.held)
    expect(held.sort()).toEqual([0, 1])
    expect(await stockOf(shared.variantId)).toEqual({ stock: 2, held: 2 })
  })
})
