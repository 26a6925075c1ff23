import { describe, expect, it } from 'vitest'
import { type Caller, call, guest, reasons, tally, together } from '#testing/api.ts'
import { count, first, run } from '#testing/fixtures/database.ts'
import { newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'

const body = { reasonCode: 'COUNTERFEIT', comment: 'Une copie' }
const reportProduct = (as: Caller, id: string, more: object = {}) =>
  call(as, 'POST', `/products/${id}/report`, { ...body, ...more })
const reportShop = (as: Caller, id: string, more: object = {}) =>
  call(as, 'POST', `/seller/shop/${id}/report`, { ...body, ...more })
const resolve = (as: Caller, id: string, decision = 'ACTIONED', more: object = {}) =>
  call(as, 'POST', `/moderation/reports/${id}/resolve`, { decision, ...more })

describe('reports', () => {
  it('of a product and of its shop reach staff, who decide each once', async () => {
    const [{ buyer, seller, productId }, support] = [await newMarket(), await signUp('SUPPORT')]
    const product = await reportProduct(buyer, productId)
    const { id, createdAt } = product.data
    expect(product.data).toEqual({ id, type: 'PRODUCT', targetId: productId, ...body, status: 'OPEN', createdAt })
    expect(product.headers.get('x-d1-round-trips')).toBe('2')
    const shop = await reportShop(buyer, seller.shopId, { comment: undefined, reasonCode: 'SPAM' })
    expect(shop.data).toMatchObject({ type: 'SHOP', targetId: seller.shopId, reasonCode: 'SPAM', comment: null })

    const list = async (query: string) => (await call(support, 'GET', `/moderation/reports?${query}`)).data
    expect((await list('type=PRODUCT&status=OPEN')).reports[0]).toMatchObject({ id, reporterId: buyer.id })
    expect((await list('type=SHOP')).reports[0].id).toBe(shop.data.id)
    expect((await list('')).reports.slice(0, 2).map((one: { id: string }) => one.id)).toEqual([shop.data.id, id])
    const open = (await list('status=OPEN')).pagination.total

    const resolved = await resolve(support, id, 'ACTIONED', { note: 'Produit retiré' })
    expect(resolved.data).toMatchObject({ id, status: 'ACTIONED', note: 'Produit retiré' })
    expect(resolved.headers.get('x-d1-round-trips')).toBe('2')
    expect((await resolve(support, shop.data.id, 'DISMISSED')).data.status).toBe('DISMISSED')
    expect((await list('status=OPEN')).pagination.total).toBe(open - 2)
    const again = await resolve(support, id, 'DISMISSED')
    expect([again.status, again.error?.reason]).toEqual([409, 'INVALID_TRANSITION'])
    expect(await count("audit WHERE target_id = ? AND action = 'report.resolve'", id)).toBe(1)
    expect((await reportProduct(buyer, productId)).status).toBe(201)
  })

  it('are one at a time of one thing and person, and a repeat writes nothing', async () => {
    const { buyer, productId } = await newMarket()
    const answers = await together(50, () => reportProduct(buyer, productId))
    expect(tally(answers)).toEqual({ 201: 1, 409: 49 })
    expect(reasons(answers)).toEqual({ ok: 1, ALREADY_EXISTS: 49 })
    const tries = () => first('SELECT count FROM attempts WHERE key = ?', `reports:${buyer.id}`)
    expect(await tries()).toEqual({ count: 1 })
    const repeat = await reportProduct(buyer, productId, { reasonCode: 'OTHER' })
    expect([repeat.status, repeat.headers.get('x-d1-round-trips')]).toEqual([409, '1'])
    expect(await tries()).toEqual({ count: 1 })
    expect((await reportProduct(await signUp(), productId)).status).toBe(201)
  })

  it('are thirty a day, counted in the commit', async () => {
    const [{ buyer, productId, seller }, other] = [await newMarket(), await newMarket()]
    expect((await reportProduct(buyer, productId)).status).toBe(201)
    await run('UPDATE attempts SET count = 29 WHERE key = ?', `reports:${buyer.id}`)
    const last = await together(2, (i) =>
      i === 0 ? reportShop(buyer, seller.shopId) : reportProduct(buyer, other.productId),
    )
    expect(tally(last)).toEqual({ 201: 1, 429: 1 })
    const over = await reportShop(buyer, other.seller.shopId)
    expect([over.status, Number(over.headers.get('retry-after')) > 80_000]).toEqual([429, true])
    expect(over.headers.get('x-d1-round-trips')).toBe('1')
    await run('UPDATE attempts SET window_ends_at = 1 WHERE key = ?', `reports:${buyer.id}`)
    expect((await reportShop(buyer, other.seller.shopId)).status).toBe(201)
  })

  it("are not of one's own", async () => {
    const { productId, seller } = await newMarket()
    for (const own of [await reportProduct(seller, productId), await reportShop(seller, seller.shopId)])
      expect([own.status, own.error?.reason]).toEqual([403, 'OWN_SHOP'])
  })

  it('are of what guests see', async () => {
    const [{ buyer, productId, seller }, draft] = [await newMarket(), await newShopkeeper({ shop: 'DRAFT' })]
    await call(seller, 'POST', `/seller/shop/${seller.shopId}/unpublish`)
    for (const id of [productId, crypto.randomUUID(), 'x']) expect((await reportProduct(buyer, id)).status).toBe(404)
    for (const id of [seller.shopId, draft.shopId, 'x']) expect((await reportShop(buyer, id)).status).toBe(404)
  })

  it('take a code of the list and a comment, from whoever is signed in', async () => {
    const { productId, seller } = await newMarket()
    const buyer = await signUp()
    for (const more of [
      { reasonCode: 'UGLY' },
      { reasonCode: undefined },
      { comment: '' },
      { comment: 'x'.repeat(1001) },
      { status: 'OPEN' },
    ])
      expect((await reportProduct(buyer, productId, more)).status, JSON.stringify(more)).toBe(400)
    expect((await reportProduct(guest, productId)).status).toBe(401)
    const { data } = await reportShop(await signUp('RIDER'), seller.shopId)
    for (const person of [buyer, seller, await signUp('ACCOUNTANT')]) {
      expect((await resolve(person, data.id)).status).toBe(403)
      expect((await call(person, 'GET', '/moderation/reports')).status).toBe(403)
    }
    const admin = await signUp('ADMIN')
    expect((await resolve(admin, crypto.randomUUID())).status).toBe(404)
    expect((await resolve(admin, data.id, 'OPEN')).status).toBe(400)
    expect((await call(admin, 'GET', '/moderation/reports?status=CLOSED')).status).toBe(400)
    const decided = await together(20, (i) => resolve(admin, data.id, i % 2 ? 'ACTIONED' : 'DISMISSED'))
    expect(tally(decided)).toEqual({ 200: 1, 409: 19 })
  })
})
