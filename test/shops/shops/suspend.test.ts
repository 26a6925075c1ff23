import { describe, expect, it } from 'vitest'
import { type Caller, call, guest, tally, together } from '#testing/api.ts'
import { all, count, first } from '#testing/fixtures/database.ts'
import { SHOP } from '#testing/fixtures/inputs.ts'
import { mailsTo } from '#testing/fixtures/mails.ts'
import { newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'

const reason = 'Contrefaçons signalées par plusieurs acheteurs'
const suspend = (as: Caller, id: string, body: unknown = { reason }) =>
  call(as, 'POST', `/seller/shop/${id}/suspend`, body)
const reactivate = (as: Caller, id: string, body: unknown = {}) =>
  call(as, 'POST', `/seller/shop/${id}/reactivate`, body)
const acts = (id: string) =>
  all<{ action: string; details: string }>('SELECT action, details FROM audit WHERE target_id = ?', id)

describe('a suspended shop', () => {
  it('is out of sight with its products, and its orders go on', async () => {
    const [market, support] = [await newMarket(), await signUp('SUPPORT')]
    const { seller } = market
    const order = await paidOrder(market)
    const suspended = await suspend(support, seller.shopId)
    expect(suspended.data).toMatchObject({ status: 'SUSPENDED', suspensionReason: reason })
    expect(Number(suspended.headers.get('x-d1-round-trips'))).toBeLessThanOrEqual(3)

    for (const path of [`/products/${market.productId}`, `/seller/shop/${seller.shopId}`])
      expect((await call(guest, 'GET', path)).status).toBe(404)
    expect((await postOrder(market)).status).toBe(404)
    expect((await call(seller, 'POST', `/orders/${order.id}/accept`)).data.status).toBe('ACCEPTED')
    const { data: mine } = await call(seller, 'GET', '/seller/shop/me')
    expect(mine.shops[0]).toMatchObject({ status: 'SUSPENDED', suspensionReason: reason })
    const [mail] = await mailsTo(seller.email, 'suspendue')
    expect(mail?.text).toContain('Contrefaçons')
    expect((await acts(seller.shopId)).map(({ action }) => action)).toEqual(['shop.suspend'])

    const category = await newCategory()
    for (const answer of [
      await call(seller, 'POST', `/seller/shop/${seller.shopId}/publish`),
      await call(seller, 'POST', `/seller/shop/${seller.shopId}/unpublish`),
      await createProduct(seller, category),
    ])
      expect([answer.status, answer.error?.reason]).toEqual([403, 'SHOP_SUSPENDED'])

    const back = await reactivate(support, seller.shopId)
    expect(back.data).toMatchObject({ status: 'PUBLISHED', suspensionReason: null })
    expect((await call(guest, 'GET', `/products/${market.productId}`)).status).toBe(200)
    expect((await postOrder(market)).status).toBe(201)
    await mailsTo(seller.email, 'levée')
    expect((await acts(seller.shopId)).map(({ action }) => action)).toEqual(['shop.suspend', 'shop.reactivate'])
  })

  it('goes back to the state that it was in, also after edits and a second time', async () => {
    const [seller, admin] = [await newShopkeeper(), await signUp('ADMIN')]
    const { data: draft } = await call(seller, 'POST', '/seller/shop', SHOP)
    const move = (event: string) => call(seller, 'POST', `/seller/shop/${draft.id}/${event}`)
    for (const [event, status] of [
      [undefined, 'DRAFT'],
      ['publish', 'PUBLISHED'],
      ['unpublish', 'UNPUBLISHED'],
    ] as const) {
      if (event) expect((await move(event)).data.status).toBe(status)
      expect((await suspend(admin, draft.id)).data.status).toBe('SUSPENDED')
      expect((await call(seller, 'PUT', `/seller/shop/${draft.id}`, { prepMinutes: 7 })).status).toBe(200)
      expect((await reactivate(admin, draft.id)).data.status).toBe(status)
    }
  })

  it('does not open by itself for a seller who left meanwhile', async () => {
    const [seller, admin] = [await newShopkeeper(), await signUp('ADMIN')]
    await suspend(admin, seller.shopId)
    await changeUser(seller.id, 'deleted_at = 1')
    expect((await reactivate(admin, seller.shopId)).data.status).toBe('UNPUBLISHED')
  })

  it('is suspended once, lifted once, by staff, with a reason, and never when closed', async () => {
    const [seller, admin] = [await newShopkeeper(), await signUp('ADMIN')]
    for (const body of [{}, { reason: '' }, { reason: 'x'.repeat(501) }, { reason, status: 'CLOSED' }])
      expect((await suspend(admin, seller.shopId, body)).status).toBe(400)
    for (const role of ['BUYER', 'SELLER', 'RIDER', 'ACCOUNTANT'] as const) {
      const person = await signUp(role)
      expect([(await suspend(person, seller.shopId)).status, (await reactivate(person, seller.shopId)).status]).toEqual(
        [403, 403],
      )
    }
    expect((await suspend(admin, crypto.randomUUID())).status).toBe(404)
    expect((await reactivate(admin, 'x')).status).toBe(404)
    expect((await reactivate(admin, seller.shopId)).error?.reason).toBe('INVALID_TRANSITION')
    expect(tally(await together(20, () => suspend(admin, seller.shopId)))).toEqual({ 200: 1, 409: 19 })
    expect(tally(await together(20, () => reactivate(admin, seller.shopId)))).toEqual({ 200: 1, 409: 19 })
    expect(await acts(seller.shopId)).toHaveLength(2)
    await suspend(admin, seller.shopId)
    expect((await call(seller, 'DELETE', `/seller/shop/${seller.shopId}`)).status).toBe(200)
    for (const answer of [await suspend(admin, seller.shopId), await reactivate(admin, seller.shopId)])
      expect([answer.status, answer.error?.reason]).toEqual([409, 'INVALID_TRANSITION'])
  })

  it('takes no product at the same moment, and sells nothing', async () => {
    const [market, admin, category] = [await newMarket({ stock: 40 }), await signUp('ADMIN'), await newCategory()]
    const { shopId } = market.seller
    await together(16, async (i) => {
      if (i === 4) return suspend(admin, shopId)
      return i % 2 === 0
        ? postOrder({ ...market, buyer: await signUp() })
        : call(market.seller, 'POST', `/seller/shop/${shopId}/${i % 4 === 1 ? 'unpublish' : 'publish'}`)
    })
    expect(await first('SELECT status FROM shops WHERE id = ?', shopId)).toEqual({ status: 'SUSPENDED' })
    expect(await count('products WHERE shop_id = ? AND visible = 1', shopId)).toBe(0)
    expect((await createProduct(market.seller, category)).status).toBe(403)
    await expect(publishedProduct(market.seller, category)).rejects.toThrow()
  })
})
