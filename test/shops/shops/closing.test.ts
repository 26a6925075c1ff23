import { describe, expect, it } from 'vitest'
import { call, reasons, tally, together } from '#testing/api.ts'
import { SHOP } from '#testing/fixtures/inputs.ts'
import { actOnOrder, newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import {
  expectOwnersOnly,
  expectUnknownIs404,
  GONE,
  INVALID,
  newStall,
  ok,
  refusal,
} from '#testing/stories/catalogue.ts'

const shopPath = (id: string) => `/seller/shop/${id}`

describe('a shop that its owner closes', () => {
  it('is CLOSED for good: 404 to the public, its products too', async () => {
    const { seller, reader, id, product } = await newStall()
    const { slug } = ok(await call(reader, 'GET', shopPath(seller.shopId)))
    expect(ok(await call(seller, 'DELETE', shopPath(seller.shopId)))).toEqual({ deleted: true })
    expect(refusal(await call(reader, 'GET', shopPath(seller.shopId)))).toEqual(GONE)
    expect(refusal(await call(reader, 'GET', `/seller/shop/slug/${slug}`))).toEqual(GONE)
    expect(refusal(await call(reader, 'GET', `/products/${id}`))).toEqual(GONE)
    expect(refusal(await call(reader, 'GET', `/products/slug/${product.slug}`))).toEqual(GONE)
    const { products } = ok(await call(reader, 'GET', `/products?search=${encodeURIComponent(product.name)}&limit=100`))
    expect(products.some((found: { id: string }) => found.id === id)).toBe(false)
    const { shops } = ok(await call(reader, 'GET', '/seller/shops?limit=100'))
    expect(shops.some((shop: { id: string }) => shop.id === seller.shopId)).toBe(false)
  })

  it('is not published, unpublished, suspended or reactivated any more', async () => {
    const { seller, staff } = await newStall()
    ok(await call(seller, 'DELETE', shopPath(seller.shopId)))
    for (const [as, what, body] of [
      [seller, 'publish', undefined],
      [seller, 'unpublish', undefined],
      [staff, 'suspend', { reason: 'Fraude' }],
      [staff, 'reactivate', {}],
    ] as const)
      expect(refusal(await call(as, 'POST', `${shopPath(seller.shopId)}/${what}`, body)), what).toEqual(INVALID)
  })

  it('frees its place in the plan', async () => {
    const seller = await newShopkeeper() // two shops
    ok(await call(seller, 'POST', '/seller/shop', SHOP))
    expect(refusal(await call(seller, 'POST', '/seller/shop', SHOP))).toEqual([409, 'PLAN_LIMIT_REACHED'])
    ok(await call(seller, 'DELETE', shopPath(seller.shopId)))
    ok(await call(seller, 'POST', '/seller/shop', SHOP))
    expect(refusal(await call(seller, 'POST', '/seller/shop', SHOP))).toEqual([409, 'PLAN_LIMIT_REACHED'])
  })

  it('can be a draft or an unpublished one', async () => {
    for (const shop of ['DRAFT', 'PUBLISHED'] as const) {
      const seller = await newShopkeeper({ shop })
      if (shop === 'PUBLISHED') ok(await call(seller, 'POST', `${shopPath(seller.shopId)}/unpublish`))
      expect(ok(await call(seller, 'DELETE', shopPath(seller.shopId)))).toEqual({ deleted: true })
    }
  })

  it('takes no new product', async () => {
    const { seller, category } = await newStall()
    ok(await call(seller, 'DELETE', shopPath(seller.shopId)))
    expect(refusal(await createProduct(seller, category))).toEqual(INVALID)
    expect(refusal(await call(seller, 'DELETE', shopPath(seller.shopId)))).toEqual(INVALID)
    expect((await call(seller, 'PUT', shopPath(seller.shopId), { prepMinutes: 5 })).status).toBe(409)
  })

  it('is closed by its owner alone; an unknown one is 404', async () => {
    const { seller, reader } = await newStall()
    await expectOwnersOnly('DELETE', shopPath(seller.shopId))
    await expectUnknownIs404(seller, 'DELETE', shopPath)
    ok(await call(reader, 'GET', shopPath(seller.shopId)))
  })
})

describe('while an order is open', () => {
  it('the shop is not closed: unpaid, paid, accepted; it is once the order is over', async () => {
    const market = await newMarket()
    const path = shopPath(market.seller.shopId)
    const unpaid = ok(await postOrder(market))
    const refused = await call(market.seller, 'DELETE', path)
    expect([refused.status, refused.error?.code, refused.error?.reason]).toEqual([409, 'CONFLICT', 'IN_USE'])
    ok(await call(await signUp('ADMIN'), 'POST', `/orders/admin/${unpaid.id}/cancel`, {}))
    const paid = await paidOrder(market)
    expect((await call(market.seller, 'DELETE', path)).status).toBe(409)
    ok(await actOnOrder(market.seller, paid.id, 'accept'))
    expect((await call(market.seller, 'DELETE', path)).status).toBe(409)
    ok(await call(market.buyer, 'GET', path))
    ok(await actOnOrder(market.seller, paid.id, 'seller-cancel', { reason: 'Plus de stock' }))
    expect(ok(await call(market.seller, 'DELETE', path))).toEqual({ deleted: true })
    expect(ok(await call(market.buyer, 'GET', `/orders/${paid.id}`)).status).toBe('CANCELLED')
  })

  it('that comes at the same moment: the shop closes or the order is made, never both', async () => {
    for (let round = 0; round < 3; round++) {
      const market = await newMarket()
      const [closed, order] = await Promise.all([
        call(market.seller, 'DELETE', shopPath(market.seller.shopId)),
        postOrder(market),
      ])
      expect([
        [200, 404],
        [200, 409],
        [409, 201],
      ]).toContainEqual([closed?.status, order?.status])
    }
  })
})

describe('a closed shop', () => {
  it('sells nothing: ordering is 404', async () => {
    const market = await newMarket()
    ok(await call(market.seller, 'DELETE', shopPath(market.seller.shopId)))
    expect(refusal(await postOrder(market))).toEqual(GONE)
  })

  it('is closed once by many at once', async () => {
    const seller = await newShopkeeper()
    const answers = await together(5, () => call(seller, 'DELETE', shopPath(seller.shopId)))
    expect(tally(answers)).toEqual({ 200: 1, 409: 4 })
  })
})

describe('an edit of a shop', () => {
  it('is refused when somebody else was faster', async () => {
    const seller = await newShopkeeper()
    const { shops } = ok(await call(seller, 'GET', '/seller/shop/me'))
    const { version } = shops[0]
    const answers = await together(5, (i) =>
      call(seller, 'PUT', shopPath(seller.shopId), { description: `Numéro ${i}`, version }),
    )
    expect(reasons(answers)).toEqual({ ok: 1, VERSION_MISMATCH: 4 })
  })

  it('changes what it names and what guests may see of it', async () => {
    const seller = await newShopkeeper()
    const edit = {
      name: 'Le Marché de Kadutu',
      description: 'Tout pour la cuisine.',
      phone: '243810000009',
      minOrderAmount: '5.00',
      openingHours: [{ day: 1, open: '08:00', close: '18:00' }],
      prepMinutes: 30,
      deliveryMethods: ['PICKUP'],
    }
    const edited = ok(await call(seller, 'PUT', shopPath(seller.shopId), edit))
    expect(edited).toMatchObject({ ...edit, status: 'PUBLISHED' })
    const { phone: _, ...open } = edit
    const shown = ok(await call(await signUp(), 'GET', shopPath(seller.shopId)))
    expect(shown).toMatchObject(open)
    for (const hidden of ['phone', 'email', 'reviewStatus']) expect(shown).not.toHaveProperty(hidden)
  })

  it('cannot set its status, review, slug or logo; it is for the owner', async () => {
    const { seller } = await newMarket()
    for (const field of ['status', 'reviewStatus', 'slug', 'logoUrl'])
      expect((await call(seller, 'PUT', shopPath(seller.shopId), { [field]: 'APPROVED' })).status, field).toBe(400)
    await expectOwnersOnly('PUT', shopPath(seller.shopId), { description: 'Volé' })
  })
})
