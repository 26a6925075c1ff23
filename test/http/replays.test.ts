import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, call, type Person } from '#testing/api.ts'
import { type Market, newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'

// docs/conventions.md, Idempotency-Key: a replay shows the thing as it may be read now.

const newKey = () => ({ 'idempotency-key': crypto.randomUUID() })
const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true'

describe('a replay about what was taken off the air', () => {
  let [buyer, market]: [Person?, Market?] = []
  const acts: Record<string, () => Promise<Answer>> = {}
  const add = (name: string, path: string, body: object) => {
    const key = newKey()
    acts[name] = () => call(buyer as Person, 'POST', path, body, key)
  }
  beforeAll(async () => {
    ;[buyer, market] = [await signUp(), await newMarket({}, { name: 'Pagne Zigzag' })]
    const items = [{ variantId: market.variantId, quantity: 1 }]
    add('addCartItem', '/cart/items', items[0] ?? {})
    add('mergeCart', '/cart/merge', { items })
    add('addFavorite of a product', '/favorites', { type: 'PRODUCT', targetId: market.productId })
    add('addFavorite of a shop', '/favorites', { type: 'SHOP', targetId: market.seller.shopId })
    for (const act of Object.values(acts)) expect([200, 201]).toContain((await act()).status)
  })
  const replays = async (name: string) => {
    const replay = (await acts[name]?.()) ?? expect.fail('unknown')
    expect([200, 201]).toContain(replay.status)
    expect(isReplay(replay)).toBe(true)
    return JSON.stringify(replay.body)
  }

  it('is neither name, picture nor shop', async () => {
    expect(await replays('addCartItem')).toContain('Pagne Zigzag')
    const [staff, { seller, productId }] = [await signUp('SUPPORT'), market as Market]
    const takedown = { reason: 'Contrefaçon', reasonCode: 'OTHER' }
    expect((await call(staff, 'POST', `/moderation/products/${productId}/takedown`, takedown)).status).toBe(200)
    for (const name of Object.keys(acts)) expect(await replays(name), name).not.toMatch(/Zigzag|\/media\/product-/)
    const { data: shop } = await call(seller, 'GET', '/seller/shop/me')
    expect((await call(staff, 'POST', `/seller/shop/${seller.shopId}/suspend`, { reason: 'x' })).status).toBe(200)
    const names = shop.shops.map((one: { name: string }) => one.name)
    for (const name of Object.keys(acts))
      for (const word of names) expect(await replays(name), name).not.toContain(word)
    expect(JSON.parse(await replays('addFavorite of a shop')).data.target).toBeNull()
  })

  it('of a favourite that is gone is 404', async () => {
    const path = `/favorites/PRODUCT/${(market as Market).productId}`
    expect((await call(buyer as Person, 'DELETE', path)).status).toBe(200)
    expect((await acts['addFavorite of a product']?.())?.status).toBe(404)
  })
})

describe('a replay of what the team did to an account', () => {
  it('shows the account as it is now', async () => {
    const [staff, person, key] = [await signUp('SUPPORT'), await signUp(), newKey()]
    const block = () => call(staff, 'POST', `/users/${person.id}/block`, { reason: 'x' }, key)
    const first = await block()
    expect((await block()).body).toEqual(first.body)
    expect((await call(staff, 'POST', `/users/${person.id}/unblock`)).status).toBe(200)
    expect((await block()).data).toEqual({ ...first.data, isBlocked: false })
  })
})

describe('a replay of a quote', () => {
  it('is the quote that was made, and makes no other', async () => {
    const [market, key] = [await newMarket(), newKey()]
    const { buyer, variantId } = market
    await call(buyer, 'PUT', '/cart', { items: [{ variantId, quantity: 1 }] })
    const quote = () => call(buyer, 'POST', '/cart/quote', { fulfillmentMethod: 'PICKUP' }, key)
    const first = await quote()
    expect(first.data.quoteId).toMatch(/^[\w-]{36}$/)
    expect((await quote()).body).toEqual(first.body)
  })
})
