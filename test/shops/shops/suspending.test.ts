import { describe, expect, it } from 'vitest'
import { type Caller, call, tally, together } from '#testing/api.ts'
import { SHOP } from '#testing/fixtures/inputs.ts'
import { actOnOrder, newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import {
  expectStaffOnly,
  expectUnknownIs404,
  GONE,
  INVALID,
  isVisible,
  newStall,
  ok,
  refusal,
} from '#testing/stories/catalogue.ts'

const SUSPENDED = [403, 'SHOP_SUSPENDED']
const act = (as: Caller, shopId: string, what: string, body?: unknown) =>
  call(as, 'POST', `/seller/shop/${shopId}/${what}`, body)
const suspend = (as: Caller, shopId: string) => act(as, shopId, 'suspend', { reason: 'Articles contrefaits' })
const reactivate = (as: Caller, shopId: string) => act(as, shopId, 'reactivate', { reason: 'Pièces fournies' })
const mine = async (seller: Caller) => ok(await call(seller, 'GET', '/seller/shop/me')).shops[0]

describe('a suspended shop', () => {
  it('is 404 to the public with its products, until it is reactivated', async () => {
    const { seller, staff, reader, id } = await newStall()
    const { shopId } = seller
    expect(ok(await suspend(staff, shopId))).toMatchObject({ id: shopId, status: 'SUSPENDED' })
    expect(refusal(await call(reader, 'GET', `/seller/shop/${shopId}`))).toEqual(GONE)
    expect(await isVisible(id, shopId)).toBe(false)
    expect((await mine(seller)).status).toBe('SUSPENDED')
    expect(ok(await reactivate(staff, shopId))).toMatchObject({ id: shopId, status: 'PUBLISHED' })
    expect(ok(await call(reader, 'GET', `/seller/shop/${shopId}`)).status).toBe('PUBLISHED')
    expect(await isVisible(id, shopId)).toBe(true)
  })

  it('is in no list of shops', async () => {
    const { seller, staff, reader } = await newStall()
    const city = encodeURIComponent(ok(await call(reader, 'GET', `/seller/shop/${seller.shopId}`)).address.city)
    const listed = async () => ok(await call(reader, 'GET', `/seller/shops?city=${city}`)).shops.length
    expect(await listed()).toBe(1)
    ok(await suspend(staff, seller.shopId))
    expect(await listed()).toBe(0)
  })

  it('cannot publish, unpublish or add products: 403 SHOP_SUSPENDED', async () => {
    const { seller, staff, category } = await newStall()
    const draft = ok(await createProduct(seller, category))
    ok(await suspend(staff, seller.shopId))
    expect(refusal(await act(seller, seller.shopId, 'publish'))).toEqual(SUSPENDED)
    expect(refusal(await act(seller, seller.shopId, 'unpublish'))).toEqual(SUSPENDED)
    expect(refusal(await createProduct(seller, category))).toEqual(SUSPENDED)
    const published = await call(seller, 'POST', `/products/${draft.id}/status`, { status: 'PUBLISHED' })
    expect(refusal(published)).toEqual(SUSPENDED)
    expect(await mine(seller)).toMatchObject({ status: 'SUSPENDED', suspensionReason: 'Articles contrefaits' })
  })

  it('goes on with its orders, and gets no new ones', async () => {
    const market = await newMarket()
    const staff = await signUp('SUPPORT')
    const order = await paidOrder(market)
    ok(await suspend(staff, market.seller.shopId))
    expect(refusal(await postOrder(market))).toEqual(GONE)
    for (const step of ['accept', 'prepare', 'ready']) ok(await actOnOrder(market.seller, order.id, step))
    expect(ok(await call(market.buyer, 'GET', `/orders/${order.id}`)).status).toBe('READY_FOR_PICKUP')
  })

  it.each(['DRAFT', 'PUBLISHED', 'UNPUBLISHED'])('goes back to the state before: %s', async (state) => {
    const seller = await newShopkeeper({ shop: state === 'DRAFT' ? 'DRAFT' : 'PUBLISHED' })
    const staff = await signUp('ADMIN')
    if (state === 'UNPUBLISHED') ok(await act(seller, seller.shopId, 'unpublish'))
    expect(ok(await suspend(staff, seller.shopId)).status).toBe('SUSPENDED')
    expect(ok(await reactivate(staff, seller.shopId)).status).toBe(state)
    expect((await mine(seller)).status).toBe(state)
  })

  it('goes back to the state before the last suspension, not an older one', async () => {
    const seller = await newShopkeeper()
    const staff = await signUp('ADMIN')
    ok(await suspend(staff, seller.shopId))
    ok(await reactivate(staff, seller.shopId))
    ok(await act(seller, seller.shopId, 'unpublish'))
    ok(await suspend(staff, seller.shopId))
    expect(ok(await reactivate(staff, seller.shopId)).status).toBe('UNPUBLISHED')
  })

  it('counts against the plan', async () => {
    const seller = await newShopkeeper() // two shops
    ok(await call(seller, 'POST', '/seller/shop', SHOP))
    ok(await suspend(await signUp('ADMIN'), seller.shopId))
    expect(refusal(await call(seller, 'POST', '/seller/shop', SHOP))).toEqual([409, 'PLAN_LIMIT_REACHED'])
  })
})

describe('what the state does not allow', () => {
  it('is 409: suspended twice, reactivated while it is not suspended', async () => {
    const seller = await newShopkeeper()
    const staff = await signUp('SUPPORT')
    expect(refusal(await reactivate(staff, seller.shopId))).toEqual(INVALID)
    ok(await suspend(staff, seller.shopId))
    expect(refusal(await suspend(staff, seller.shopId))).toEqual(INVALID)
    expect(ok(await reactivate(staff, seller.shopId)).suspensionReason).toBeNull()
    expect(refusal(await reactivate(staff, seller.shopId))).toEqual(INVALID)
  })

  it('of many suspensions at once, one is done', async () => {
    const seller = await newShopkeeper()
    const staff = await signUp('SUPPORT')
    expect(tally(await together(5, () => suspend(staff, seller.shopId)))).toEqual({ 200: 1, 409: 4 })
    expect(tally(await together(5, () => reactivate(staff, seller.shopId)))).toEqual({ 200: 1, 409: 4 })
    expect((await mine(seller)).status).toBe('PUBLISHED')
  })

  it('a suspension and a withdrawal at once leave it suspended or hidden, and one of both states behind it', async () => {
    const seller = await newShopkeeper()
    const staff = await signUp('SUPPORT')
    const [suspended, unpublished] = await Promise.all([
      suspend(staff, seller.shopId),
      act(seller, seller.shopId, 'unpublish'),
    ])
    expect(suspended?.status).toBe(200)
    expect([200, 403]).toContain(unpublished?.status)
    expect((await mine(seller)).status).toBe('SUSPENDED')
    const before = unpublished?.status === 200 ? 'UNPUBLISHED' : 'PUBLISHED'
    expect(ok(await reactivate(staff, seller.shopId)).status).toBe(before)
  })
})

describe('suspending and reactivating', () => {
  it('are for staff; an unknown shop is 404', async () => {
    const seller = await newShopkeeper()
    const staff = await signUp('SUPPORT')
    for (const what of ['suspend', 'reactivate']) {
      const body = { reason: 'Fraude' }
      await expectStaffOnly('POST', `/seller/shop/${seller.shopId}/${what}`, body)
      expect((await act(seller, seller.shopId, what, body)).status, what).toBe(403)
      await expectUnknownIs404(staff, 'POST', (id) => `/seller/shop/${id}/${what}`, body)
    }
    expect((await mine(seller)).status).toBe('PUBLISHED')
  })
})
