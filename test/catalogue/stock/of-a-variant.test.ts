import { describe, expect, it } from 'vitest'
import { type Caller, call, reasons, tally, together } from '#testing/api.ts'
import { fromNoon } from '#testing/clock.ts'
import { newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { expectOwnersOnly, expectUnknownIs404, faults, ok, refusal, STALE } from '#testing/stories/catalogue.ts'

fromNoon()

const stockPath = (variantId: string) => `/products/variants/${variantId}/stock`
const read = async (as: Caller, variantId: string) => ok(await call(as, 'GET', stockPath(variantId)))
const set = (as: Caller, variantId: string, stock: unknown, expectedStock: unknown, more: object = {}) =>
  call(as, 'PUT', stockPath(variantId), { stock, expectedStock, reason: 'Inventaire', ...more })
const movements = async (as: Caller, variantId: string, query = 'limit=100') =>
  ok(await call(as, 'GET', `${stockPath(variantId)}/movements?${query}`)).movements
const sum = (rows: { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0)

describe('the stock of a variant', () => {
  it('shows what is there, what orders hold and what is left', async () => {
    const market = await newMarket()
    const { seller, variantId } = market
    const fresh = { stock: 10, held: 0, available: 10, lowStockThreshold: null }
    expect(await read(seller, variantId)).toEqual(fresh)
    ok(await postOrder(market, { quantity: 2 }))
    expect(await read(seller, variantId)).toEqual({ ...fresh, held: 2, available: 8 })
    await paidOrder(market, { quantity: 3 })
    expect(await read(seller, variantId)).toMatchObject({ stock: 7, held: 2, available: 5 })
  })

  it('is read by its owner and staff: another seller 404, others 403, a guest 401', async () => {
    const { seller, variantId, buyer } = await newMarket()
    for (const role of ['SUPPORT', 'ADMIN'] as const) expect((await read(await signUp(role), variantId)).stock).toBe(10)
    const others = [await newShopkeeper(), buyer, await signUp('ACCOUNTANT'), null]
    const statuses = await Promise.all(others.map(async (as) => (await call(as, 'GET', stockPath(variantId))).status))
    expect(statuses).toEqual([404, 403, 403, 401])
    await expectUnknownIs404(seller, 'GET', stockPath)
    await expectUnknownIs404(await signUp('ADMIN'), 'GET', stockPath)
  })
})

describe('setting the stock', () => {
  it('answers the variant and writes an ADJUSTMENT of the difference', async () => {
    const { seller, variantId } = await newMarket()
    expect(ok(await set(seller, variantId, 25, 10))).toMatchObject({ id: variantId, stock: 25 })
    expect(await read(seller, variantId)).toMatchObject({ stock: 25, available: 25 })
    ok(await set(seller, variantId, 4, 25))
    const [last, before] = await movements(seller, variantId)
    expect(last).toMatchObject({ type: 'ADJUSTMENT', amount: -21, reason: 'Inventaire' })
    expect(before).toMatchObject({ type: 'ADJUSTMENT', amount: 15 })
    expect(sum(await movements(seller, variantId))).toBe(4)
  })

  it('shows in every read of the product', async () => {
    const { seller, variantId, productId, buyer } = await newMarket()
    ok(await set(seller, variantId, 3, 10))
    expect(ok(await call(buyer, 'GET', `/products/${productId}`)).variants[0].stock).toBe(3)
    expect(ok(await call(seller, 'GET', `/products/shop/${seller.shopId}`)).products[0].variants[0].stock).toBe(3)
  })

  it('from another stock than was seen, less or more, is 409 VERSION_MISMATCH and changes nothing', async () => {
    const { seller, variantId } = await newMarket()
    for (const [stock, expected] of [
      [25, 9],
      [25, 11],
      [4, 11],
      [11, 11],
      [9, 9],
      [10, 11],
    ])
      expect(refusal(await set(seller, variantId, stock, expected)), `${stock} for ${expected}`).toEqual(STALE)
    expect((await read(seller, variantId)).stock).toBe(10)
    expect(await movements(seller, variantId)).toHaveLength(1)
  })

  it('below what orders hold is 409 INSUFFICIENT_STOCK; exactly that is taken', async () => {
    const market = await newMarket()
    const { seller, variantId } = market
    ok(await postOrder(market, { quantity: 4 }))
    expect(refusal(await set(seller, variantId, 3, 10))).toEqual([409, 'INSUFFICIENT_STOCK'])
    expect(await read(seller, variantId)).toMatchObject({ stock: 10, held: 4 })
    expect(ok(await set(seller, variantId, 4, 10)).stock).toBe(4)
    expect(await read(seller, variantId)).toMatchObject({ stock: 4, held: 4, available: 0 })
  })

  it('to zero is taken, and the product cannot be bought', async () => {
    const market = await newMarket()
    expect(ok(await set(market.seller, market.variantId, 0, 10)).stock).toBe(0)
    expect(refusal(await postOrder(market))).toEqual([409, 'INSUFFICIENT_STOCK'])
  })

  it('needs stock, expectedStock and reason', async () => {
    const { seller, variantId } = await newMarket()
    const whole = { stock: 5, expectedStock: 10, reason: 'Inventaire' }
    for (const field of ['stock', 'expectedStock', 'reason'] as const) {
      const { [field]: _, ...rest } = whole
      expect(faults(await call(seller, 'PUT', stockPath(variantId), rest)), field).toEqual([field])
    }
    expect(faults(await set(seller, variantId, -1, 10))).toEqual(['stock'])
    expect(faults(await set(seller, variantId, 1.5, 10))).toEqual(['stock'])
    expect(faults(await set(seller, variantId, 5, 10, { reason: '' }))).toEqual(['reason'])
    expect(faults(await set(seller, variantId, 5, 10, { type: 'RESTOCK' }))).toHaveLength(1)
    expect((await read(seller, variantId)).stock).toBe(10)
  })

  it('is for the owner; an unknown variant is 404', async () => {
    const { seller, variantId } = await newMarket()
    const body = { stock: 1, expectedStock: 10, reason: 'Vol' }
    await expectOwnersOnly('PUT', stockPath(variantId), body)
    await expectUnknownIs404(seller, 'PUT', stockPath, body)
    expect((await read(seller, variantId)).stock).toBe(10)
  })
})

describe('at once', () => {
  it('of many who set it from what they saw, one wins', async () => {
    const { seller, variantId } = await newMarket()
    const answers = await together(8, (i) => set(seller, variantId, 20 + i, 10))
    expect(reasons(answers)).toEqual({ ok: 1, VERSION_MISMATCH: 7 })
    const won = answers.find(({ status }) => status === 200)
    expect((await read(seller, variantId)).stock).toBe(won?.data.stock)
    expect(await movements(seller, variantId)).toHaveLength(2)
  })

  it('sets and adjustments leave a stock that is the sum of its movements', async () => {
    const { seller, variantId } = await newMarket()
    const adjust = (amount: number) => call(seller, 'POST', stockPath(variantId), { type: 'DAMAGE', amount })
    const answers = await together(12, (i) => (i % 3 ? adjust(-2) : set(seller, variantId, 12, 10)))
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const rows = await movements(seller, variantId)
    const { stock } = await read(seller, variantId)
    expect(stock).toBe(sum(rows))
    expect(stock).toBeGreaterThanOrEqual(0)
    expect(rows).toHaveLength(1 + (tally(answers)[200] ?? 0))
  })

  it('a set to what is held and a new order never oversell', async () => {
    const market = await newMarket()
    ok(await postOrder(market, { quantity: 4 }))
    const buyers = await Promise.all(Array.from({ length: 4 }, () => signUp()))
    const answers = await together(5, (i) => {
      const buyer = buyers[i]
      return buyer ? postOrder({ ...market, buyer }, { quantity: 2 }) : set(market.seller, market.variantId, 6, 10)
    })
    expect(answers.every(({ status }) => [200, 201, 409].includes(status))).toBe(true)
    const { stock, held, available } = await read(market.seller, market.variantId)
    expect(available).toBe(stock - held)
    expect(available).toBeGreaterThanOrEqual(0)
    const made = answers.slice(0, 4).filter(({ status }) => status === 201).length
    expect(held).toBe(4 + 2 * made)
  })
})

describe('the movements', () => {
  it('come newest first, in pages, and add up to the stock', async () => {
    const market = await newMarket()
    const { seller, variantId } = market
    ok(await call(seller, 'POST', stockPath(variantId), { type: 'RESTOCK', amount: 5, reason: 'Livraison' }))
    ok(await call(seller, 'POST', stockPath(variantId), { type: 'DAMAGE', amount: -1 }))
    await paidOrder(market, { quantity: 3 })
    const rows = await movements(seller, variantId)
    expect(rows.map(({ amount }: { amount: number }) => amount)).toEqual([-3, -1, 5, 10])
    expect(rows[1]).toMatchObject({ id: expect.any(String), type: 'DAMAGE', reason: null })
    expect(rows[2]).toMatchObject({ type: 'RESTOCK', amount: 5, reason: 'Livraison' })
    expect(rows[2].createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(sum(rows)).toBe((await read(seller, variantId)).stock)
    const second = ok(await call(seller, 'GET', `${stockPath(variantId)}/movements?limit=1&page=2`))
    expect(second.movements.map(({ amount }: { amount: number }) => amount)).toEqual([-1])
    expect(second.pagination).toEqual({ page: 2, limit: 1, total: 4, totalPages: 4 })
  })

  it('can be asked for by type and by day', async () => {
    const { seller, variantId } = await newMarket()
    ok(await call(seller, 'POST', stockPath(variantId), { type: 'RESTOCK', amount: 5 }))
    const amounts = async (query: string) =>
      (await movements(seller, variantId, query)).map(({ amount }: { amount: number }) => amount)
    expect(await amounts('type=RESTOCK')).toEqual([5])
    expect(await amounts('type=AUCUN')).toEqual([])
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000 + 7_200_000).toISOString().slice(0, 10)
    expect(await amounts(`from=${day(0)}&to=${day(0)}`)).toEqual([5, 10])
    expect(await amounts(`from=${day(1)}`)).toEqual([])
    expect(await amounts(`to=${day(-1)}`)).toEqual([])
    expect(await amounts(`from=${new Date(Date.now() - 60_000).toISOString()}`)).toEqual([5, 10])
    const movementsPath = `${stockPath(variantId)}/movements`
    expect(faults(await call(seller, 'GET', `${movementsPath}?from=hier`))).toEqual(['from'])
    expect(faults(await call(seller, 'GET', `${movementsPath}?inconnu=1`))).toHaveLength(1)
  })

  it('are read by staff, and 404 for another seller', async () => {
    const { seller, variantId, buyer } = await newMarket()
    expect(await movements(await signUp('SUPPORT'), variantId)).toHaveLength(1)
    const path = `${stockPath(variantId)}/movements`
    expect((await call(await newShopkeeper(), 'GET', path)).status).toBe(404)
    expect((await call(buyer, 'GET', path)).status).toBe(403)
    await expectUnknownIs404(seller, 'GET', (id) => `${stockPath(id)}/movements`)
  })
})
