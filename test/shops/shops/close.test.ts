import { describe, expect, it } from 'vitest'
import { type Caller, call, guest, reasons, tally, together } from '#testing/api.ts'
import { all, count, first } from '#testing/fixtures/database.ts'
import { newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'

const close = (as: Caller, id: string) => call(as, 'DELETE', `/seller/shop/${id}`)

describe('closing a shop', () => {
  it('is for good: nothing of it is public, its place in the plan is free and its products are archived', async () => {
    const [seller, category] = [await newShopkeeper({ maxProducts: 2 }), await newCategory()]
    const shown = await publishedProduct(seller, category)
    const { data: draft } = await createProduct(seller, category)
    expect((await createProduct(seller, category)).error?.reason).toBe('PLAN_LIMIT_REACHED')
    const closed = await close(seller, seller.shopId)
    expect([closed.status, closed.data]).toEqual([200, { deleted: true }])
    expect(Number(closed.headers.get('x-d1-round-trips'))).toBeLessThanOrEqual(3)

    expect((await call(guest, 'GET', `/seller/shop/${seller.shopId}`)).status).toBe(404)
    expect((await call(guest, 'GET', `/products/${shown.id}`)).status).toBe(404)
    const mine = await call(seller, 'GET', '/seller/shop/me')
    expect(mine.data).toMatchObject({ shops: [{ status: 'CLOSED' }], quota: { used: 0 } })
    for (const { id } of [shown, draft]) {
      expect((await call(seller, 'GET', `/products/${id}`)).data).toMatchObject({ status: 'ARCHIVED' })
      expect(
        await first('SELECT to_status AS "to", event FROM history WHERE thing_id = ? ORDER BY version DESC', id),
      ).toEqual({ to: 'ARCHIVED', event: 'archive' })
    }
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/publish'],
      ['POST', '/unpublish'],
    ] as const) {
      const { status, error } = await call(seller, method, `/seller/shop/${seller.shopId}${path}`)
      expect([status, error?.reason], path).toEqual([409, 'INVALID_TRANSITION'])
    }
    expect((await call(seller, 'PUT', `/seller/shop/${seller.shopId}`, { prepMinutes: 5 })).status).toBe(409)
    expect((await createProduct(seller, category)).error?.reason).toBe('INVALID_TRANSITION')
  })

  it('against orders at the same moment: either it is closed or there are orders', async () => {
    for (const _ of [1, 2, 3]) {
      const market = await newMarket({ stock: 50 })
      const answers = await together(20, async (i) =>
        i === 7
          ? { is: 'close', ...(await close(market.seller, market.seller.shopId)) }
          : { is: 'order', ...(await postOrder({ ...market, buyer: await signUp() })) },
      )
      const placed = answers.filter(({ is, status }) => is === 'order' && status === 201).length
      const closed = answers.some(({ is, status }) => is === 'close' && status === 200)
      expect(await count('orders WHERE shop_id = ?', market.seller.shopId)).toBe(placed)
      expect(closed && placed > 0, JSON.stringify(reasons(answers))).toBe(false)
    }
  })

  it('happens once of many', async () => {
    const seller = await newShopkeeper()
    expect(tally(await together(20, () => close(seller, seller.shopId)))).toEqual({ 200: 1, 409: 19 })
    expect(await all("SELECT version FROM history WHERE thing_id = ? AND event = 'close'", seller.shopId)).toHaveLength(
      1,
    )
  })

  it('against a new product at the same moment leaves none behind', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    await together(12, (i) => (i === 5 ? close(seller, seller.shopId) : createProduct(seller, category)))
    expect(await count("products WHERE shop_id = ? AND status <> 'ARCHIVED'", seller.shopId)).toBe(0)
  })
})
