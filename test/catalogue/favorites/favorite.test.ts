import { describe, expect, it } from 'vitest'
import { type Caller, call, guest, tally, together } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { faults, GONE, newStall, ok, refusal, UNKNOWN } from '#testing/stories/catalogue.ts'

const add = (as: Caller, type: string, targetId: string) => call(as, 'POST', '/favorites', { type, targetId })
const remove = (as: Caller, type: string, targetId: string) => call(as, 'DELETE', `/favorites/${type}/${targetId}`)
const list = async (as: Caller) => ok(await call(as, 'GET', '/favorites'))
const ids = async (as: Caller) => ok(await call(as, 'GET', '/favorites/ids'))

describe('a favorite', () => {
  it('is a product or a shop, listed newest first with what it is', async () => {
    const { seller, id, product, reader } = await newStall()
    const liked = ok(await add(reader, 'PRODUCT', id))
    expect(liked).toMatchObject({ id: expect.any(String), type: 'PRODUCT', targetId: id })
    const shop = ok(await add(reader, 'SHOP', seller.shopId))
    expect(shop).toMatchObject({ type: 'SHOP', targetId: seller.shopId })
    const { favorites, pagination } = await list(reader)
    expect(favorites.map((favorite: { id: string }) => favorite.id)).toEqual([shop.id, liked.id])
    expect(favorites[1].target).toMatchObject({ id, name: product.name })
    expect(favorites[0].target).toMatchObject({ id: seller.shopId, name: 'Kivu Frais' })
    expect(pagination).toEqual({ page: 1, limit: 20, total: 2, totalPages: 1 })
    expect(await ids(reader)).toEqual({ productIds: [id], shopIds: [seller.shopId] })
  })

  it('shows of a shop what the public sees', async () => {
    const { seller, reader } = await newStall()
    ok(await add(reader, 'SHOP', seller.shopId))
    const { target } = (await list(reader)).favorites[0]
    for (const hidden of ['phone', 'email', 'reviewStatus']) expect(target).not.toHaveProperty(hidden)
  })

  it('added again is 201 with the same row', async () => {
    const { id, reader } = await newStall()
    const first = ok(await add(reader, 'PRODUCT', id))
    expect(ok(await add(reader, 'PRODUCT', id)).id).toBe(first.id)
    const answers = await together(6, () => add(reader, 'PRODUCT', id))
    expect(tally(answers)).toEqual({ 201: 6 })
    expect(new Set(answers.map(({ data }) => data.id))).toEqual(new Set([first.id]))
    expect((await list(reader)).pagination.total).toBe(1)
  })

  it('added by many requests at once is one row from the first', async () => {
    const { id, reader } = await newStall()
    const answers = await together(6, () => add(reader, 'PRODUCT', id))
    expect(tally(answers)).toEqual({ 201: 6 })
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
  })

  it('is taken away, and taken away again', async () => {
    const { seller, id, reader } = await newStall()
    ok(await add(reader, 'PRODUCT', id))
    ok(await add(reader, 'SHOP', seller.shopId))
    expect(ok(await remove(reader, 'PRODUCT', id))).toEqual({ deleted: true })
    expect(ok(await remove(reader, 'PRODUCT', id))).toEqual({ deleted: true })
    expect(await ids(reader)).toEqual({ productIds: [], shopIds: [seller.shopId] })
    ok(await remove(reader, 'SHOP', seller.shopId))
    expect((await list(reader)).favorites).toEqual([])
    ok(await add(reader, 'PRODUCT', id))
    expect(await ids(reader)).toEqual({ productIds: [id], shopIds: [] })
  })

  it('of what is not visible is 404', async () => {
    const { seller, category, reader } = await newStall()
    const draft = ok(await createProduct(seller, category))
    const closed = await newShopkeeper({ shop: 'DRAFT' })
    for (const [type, targetId] of [
      ['PRODUCT', draft.id],
      ['PRODUCT', UNKNOWN],
      ['PRODUCT', 'pas-un-id'],
      ['PRODUCT', seller.shopId],
      ['SHOP', closed.shopId],
      ['SHOP', UNKNOWN],
      ['SHOP', 'pas-un-id'],
    ] as const)
      expect(refusal(await add(reader, type, targetId)), `${type} ${targetId}`).toEqual(GONE)
    expect(await ids(reader)).toEqual({ productIds: [], shopIds: [] })
  })

  it('whose target is gone later stays, with target null, until it is taken away', async () => {
    const { seller, id, reader } = await newStall()
    ok(await add(reader, 'PRODUCT', id))
    ok(await add(reader, 'SHOP', seller.shopId))
    ok(await call(seller, 'DELETE', `/products/${id}`))
    const found = (favorites: { type: string }[], type: string) => favorites.find((one) => one.type === type)
    const { favorites } = await list(reader)
    expect(found(favorites, 'PRODUCT')).toMatchObject({ targetId: id, target: null })
    expect(found(favorites, 'SHOP')).not.toMatchObject({ target: null })
    ok(await call(seller, 'POST', `/seller/shop/${seller.shopId}/unpublish`))
    expect(found((await list(reader)).favorites, 'SHOP')).toMatchObject({ targetId: seller.shopId, target: null })
    expect(ok(await remove(reader, 'PRODUCT', id))).toEqual({ deleted: true })
    expect((await list(reader)).favorites).toHaveLength(1)
  })

  it('whose product is hidden has no target until it is back', async () => {
    const { seller, id, reader } = await newStall()
    ok(await add(reader, 'PRODUCT', id))
    const target = async () => (await list(reader)).favorites[0].target
    ok(await call(seller, 'POST', `/products/${id}/status`, { status: 'DRAFT' }))
    expect(await target()).toBeNull()
    ok(await call(seller, 'POST', `/products/${id}/status`, { status: 'PUBLISHED' }))
    expect(await target()).toMatchObject({ id })
  })

  it("is one's own", async () => {
    const { id, reader, seller } = await newStall()
    ok(await add(reader, 'PRODUCT', id))
    for (const as of [await signUp(), await signUp('RIDER'), seller]) {
      expect((await list(as)).favorites).toEqual([])
      expect(await ids(as)).toEqual({ productIds: [], shopIds: [] })
      ok(await remove(as, 'PRODUCT', id))
    }
    expect((await list(reader)).favorites).toHaveLength(1)
  })

  it('is for everybody who is signed in', async () => {
    const { id } = await newStall()
    for (const role of ['BUYER', 'SELLER', 'RIDER', 'SUPPORT', 'ADMIN', 'ACCOUNTANT'] as const)
      ok(await add(await signUp(role), 'PRODUCT', id))
    expect((await add(guest, 'PRODUCT', id)).status).toBe(401)
    expect((await remove(guest, 'PRODUCT', id)).status).toBe(401)
    for (const path of ['/favorites', '/favorites/ids']) expect((await call(guest, 'GET', path)).status).toBe(401)
  })

  it('has a type and a target', async () => {
    const { id, reader } = await newStall()
    expect(faults(await add(reader, 'SELLER', id))).toEqual(['type'])
    expect(faults(await call(reader, 'POST', '/favorites', { type: 'PRODUCT' }))).toEqual(['targetId'])
    expect([400, 404]).toContain((await remove(reader, 'SELLER', id)).status)
    expect(faults(await call(reader, 'GET', '/favorites?limit=101'))).toEqual(['limit'])
  })
})
