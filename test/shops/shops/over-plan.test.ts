import { describe, expect, it } from 'vitest'
import { call, guest, type Person, reasons, tally, together } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { freshPhone, SHOP, upgradeBody } from '#testing/fixtures/inputs.ts'
import { type Market, newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newCategory, publishedProduct, variant } from '#testing/fixtures/products.ts'
import { newSeller, type Shopkeeper } from '#testing/fixtures/shops.ts'
import { monthly, newPlan, subscribeAndPay } from '#testing/fixtures/subscriptions.ts'
import { approve } from '#testing/sandbox.ts'
import { addItem, cartOf, checkout, issues, ok, PICKUP, quote } from '#testing/stories/orders.ts'

// A plan that allows fewer shops hides the youngest of those that are published, with all that they sell.

const publish = (seller: Person, id: string) => call(seller, 'POST', `/seller/shop/${id}/publish`)
const unpublish = (seller: Person, id: string) => call(seller, 'POST', `/seller/shop/${id}/unpublish`)
async function newShop(seller: Person): Promise<string> {
  const { data } = await call(seller, 'POST', '/seller/shop', {
    ...SHOP,
    name: `Boutique ${crypto.randomUUID().slice(0, 8)}`,
  })
  return data.id
}
async function publishedShop(seller: Person): Promise<string> {
  const id = await newShop(seller)
  expect((await publish(seller, id)).status).toBe(200)
  return id
}
const allow = async (planId: string, limits: Record<string, number>) =>
  expect((await call(await signUp('ADMIN'), 'PUT', `/plans/${planId}`, limits)).status).toBe(200)

const statusOf = async (path: string) => (await call(guest, 'GET', path)).status
/** Shops of these that guests find, each by its page. */
async function shown(...ids: string[]): Promise<boolean[]> {
  const answers = await Promise.all(ids.map((id) => statusOf(`/seller/shop/${id}`)))
  return answers.map((status) => status === 200)
}
const reasonsOf = async (seller: Person) => {
  const { data } = await call(seller, 'GET', '/seller/shop/me')
  return new Map(data.shops.map((shop: { id: string; hiddenReason: string | null }) => [shop.id, shop.hiddenReason]))
}

/** A seller whose first shop sells something, and whose second, younger one sells something else; the plan allows two. */
async function twoShops() {
  const older = await newMarket()
  const shopId = await publishedShop(older.seller)
  const seller: Shopkeeper = { ...older.seller, shopId }
  const product = await publishedProduct(seller, await newCategory(), { variants: JSON.stringify([variant()]) })
  const younger: Market = { seller, buyer: older.buyer, productId: product.id, variantId: product.variants[0].id }
  return { older, younger, name: product.name, slug: product.slug }
}

describe('a plan that comes to allow fewer shops', () => {
  it('hides the youngest from every list, page and search, and leaves what was published first', async () => {
    const { older, younger } = await twoShops()
    const [old, young] = [older.seller.shopId, younger.seller.shopId]
    await call(older.buyer, 'POST', '/favorites', { type: 'SHOP', targetId: young })
    const { data: before } = await call(guest, 'GET', `/seller/shop/${young}`)
    const paths = [
      `/seller/shops?search=${encodeURIComponent(before.name)}`,
      '/seller/shops?city=Bukavu&limit=100',
      `/products?shopId=${young}`,
      `/products?search=Kivu&shopId=${young}`,
    ]
    const lists = () =>
      Promise.all(paths.map(async (path) => JSON.stringify((await call(guest, 'GET', path)).data).includes(young)))
    expect(await lists()).toEqual([true, true, true, true])
    const fee = `/deliveries/quote?shopId=${young}&lat=-2.5&lng=28.86`
    expect((await call(older.buyer, 'GET', fee)).status).toBe(200)
    await allow(older.seller.planId, { maxShops: 1 })

    expect(await shown(old, young)).toEqual([true, false])
    expect(await statusOf(`/seller/shop/slug/${before.slug}`)).toBe(404)
    expect(await statusOf(`/products/${younger.productId}`)).toBe(404)
    expect(await statusOf(`/products/${older.productId}`)).toBe(200)
    expect(await lists()).toEqual([false, false, false, false])
    expect((await call(older.buyer, 'GET', fee)).status).toBe(404)
    const { data: kept } = await call(older.buyer, 'GET', '/favorites')
    expect(kept.favorites).toMatchObject([{ targetId: young, target: null }])

    expect(await reasonsOf(older.seller)).toEqual(
      new Map([
        [young, 'PLAN_LIMIT_REACHED'],
        [old, null],
      ]),
    )
    await allow(older.seller.planId, { maxShops: 2 })
    expect(await shown(old, young)).toEqual([true, true])
    expect(await statusOf(`/products/${younger.productId}`)).toBe(200)
    expect((await reasonsOf(older.seller)).get(young)).toBeNull()
  })

  it('lets nobody buy there, and the orders under way go on', async () => {
    const { younger } = await twoShops()
    const { seller, buyer } = younger
    const order = await paidOrder(younger)
    ok(await addItem(buyer, younger.variantId))
    const { quoteId } = ok(await quote(buyer))
    await allow(seller.planId, { maxShops: 1 })

    expect((await postOrder(younger)).status).toBe(404)
    expect(issues(await cartOf(buyer))).toEqual({ [younger.variantId]: 'UNAVAILABLE' })
    expect((await quote(buyer)).status).toBe(409)
    for (const more of [{ quoteId }, PICKUP]) expect((await checkout(buyer, freshPhone(), more)).status).toBe(409)
    const other = await signUp()
    expect((await addItem(other, younger.variantId)).status).not.toBe(200)
    const told = { reasonCode: 'OTHER', comment: 'Rien' }
    for (const path of [`/seller/shop/${seller.shopId}`, `/products/${younger.productId}`])
      expect((await call(other, 'POST', `${path}/report`, told)).status).toBe(404)
    const favorite = { type: 'SHOP', targetId: seller.shopId }
    expect((await call(other, 'POST', '/favorites', favorite)).status).toBe(404)

    expect((await call(seller, 'POST', `/orders/${order.id}/accept`)).data.status).toBe('ACCEPTED')
  })

  it('gives the places of products to the shops that show', async () => {
    const { older, younger } = await twoShops()
    await run('UPDATE products SET published_at = 1 WHERE id = ?', younger.productId)
    await allow(older.seller.planId, { maxShops: 1, maxProducts: 1 })
    expect(await statusOf(`/products/${older.productId}`)).toBe(200)
    expect(await statusOf(`/products/${younger.productId}`)).toBe(404)
  })
})

describe('the next shop appears by itself', () => {
  const three = async () => {
    const plan = await newPlan(monthly(0), { maxShops: 3 })
    const seller = await newSeller()
    await subscribeAndPay(seller, plan.id)
    const ids = [await publishedShop(seller), await publishedShop(seller), await publishedShop(seller)] as const
    await allow(plan.id, { maxShops: 1 })
    expect(await shown(...ids)).toEqual([true, false, false])
    return { plan, seller, ids }
  }

  it('when one before it is unpublished or closed', async () => {
    const { seller, ids } = await three()
    await unpublish(seller, ids[0])
    expect(await shown(...ids)).toEqual([false, true, false])
    expect((await call(seller, 'DELETE', `/seller/shop/${ids[1]}`)).status).toBe(200)
    expect(await shown(...ids)).toEqual([false, false, true])
  })

  it('when staff suspend one, and goes when they lift that', async () => {
    const { seller, ids } = await three()
    const admin = await signUp('ADMIN')
    const reason = 'Contrefaçons signalées'
    await call(admin, 'POST', `/seller/shop/${ids[0]}/suspend`, { reason })
    expect(await shown(...ids)).toEqual([false, true, false])
    const back = await call(admin, 'POST', `/seller/shop/${ids[0]}/reactivate`, {})
    expect(back.data).toMatchObject({ status: 'PUBLISHED', hiddenReason: null })
    expect(await shown(...ids)).toEqual([true, false, false])
    expect((await reasonsOf(seller)).get(ids[1])).toBe('PLAN_LIMIT_REACHED')
  })

  it('with a larger plan, and hides with a smaller one, in the commit of its payment', async () => {
    const [large, small] = [await newPlan(monthly('12.50'), { maxShops: 2 }), await newPlan(monthly('5.00'))]
    const seller = await newSeller()
    await subscribeAndPay(seller, large.id)
    const ids = [await publishedShop(seller), await publishedShop(seller)]
    const changeTo = async (planId: string) => {
      const phone = freshPhone()
      expect((await call(seller, 'POST', '/subscriptions/upgrade', upgradeBody(planId, phone))).status).toBe(201)
      return () => approve(phone)
    }
    const pay = await changeTo(small.id)
    expect(await shown(...ids)).toEqual([true, true])
    await pay()
    expect(await shown(...ids)).toEqual([true, false])
    await (await changeTo(large.id))()
    expect(await shown(...ids)).toEqual([true, true])
  })
})

describe('publishing over the limit', () => {
  it('is refused, also for a shop that was published before the others', async () => {
    const plan = await newPlan(monthly(0), { maxShops: 3 })
    const seller = await newSeller()
    await subscribeAndPay(seller, plan.id)
    const [first, second, draft] = [await publishedShop(seller), await publishedShop(seller), await newShop(seller)]
    await unpublish(seller, first)
    await allow(plan.id, { maxShops: 1 })
    for (const id of [first, draft]) {
      const { status, error } = await publish(seller, id)
      expect([status, error?.reason]).toEqual([409, 'PLAN_LIMIT_REACHED'])
    }
    expect(await shown(first, second, draft)).toEqual([false, true, false])
    await unpublish(seller, second)
    expect((await publish(seller, first)).data).toMatchObject({ status: 'PUBLISHED', hiddenReason: null })
  })

  it('of several at once takes as many as the plan allows', async () => {
    const plan = await newPlan(monthly(0), { maxShops: 8 })
    const seller = await newSeller()
    await subscribeAndPay(seller, plan.id)
    const ids: string[] = []
    for (let i = 0; i < 6; i++) ids.push(await newShop(seller))
    await allow(plan.id, { maxShops: 2 })
    const answers = await together(6, (i) => publish(seller, ids[i] ?? ''))
    expect(tally(answers)).toEqual({ 200: 2, 409: 4 })
    expect(reasons(answers)).toEqual({ ok: 2, PLAN_LIMIT_REACHED: 4 })
    expect((await shown(...ids)).filter(Boolean)).toHaveLength(2)
  })
})
