import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Answer, type Caller, call, guest } from '#testing/api.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { createProduct, newCategory, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'

// docs/limits.md, Bytes of a list: what one account writes is read by others, a page of a hundred at a time. The heaviest row of each list.

const wide = (n: number) => '漢'.repeat(n)
const ok = ({ status, data, error }: Answer) => {
  expect(status, JSON.stringify(error)).toBeLessThan(300)
  return data
}
const MARK = '漢漢漢漢'

const market = await newMarket()
const { seller, buyer } = market
const [support, category] = [await signUp('SUPPORT'), await newCategory()]
const attributes = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`${wide(39)}${i}`, wide(100)] as const))
const variants = [0, 1, 2].map((i) => variant({ name: `${wide(79)}${i}`, sku: `${wide(59)}${i}`, attributes }))
const texts = { name: wide(100), description: wide(1000), brand: wide(80) }
const images = Array.from({ length: 10 }, () => new Blob([jpeg()]))
const product = ok(await createProduct(seller, category, { ...texts, variants: JSON.stringify(variants), images }))
ok(await call(seller, 'POST', `/products/${product.id}/status`, { status: 'PUBLISHED' }))
const shop = await newShopkeeper()
ok(await call(shop, 'PUT', `/seller/shop/${shop.shopId}`, { name: wide(80), description: wide(2000) }))
ok(await call(buyer, 'POST', `/products/${product.id}/report`, { reasonCode: 'OTHER', comment: wide(500) }))
const order = await paidOrder(market, { deliveryAddress: wide(300), note: wide(500) })
const words = { channel: 'BUYER_SELLER', clientMessageId: crypto.randomUUID(), body: wide(2000) }
ok(await call(buyer, 'POST', `/orders/${order.id}/messages`, words))
ok(await call(buyer, 'POST', '/support/tickets', { subject: wide(120), category: 'OTHER', body: wide(5000) }))
ok(
  await call(buyer, 'POST', '/incidents', {
    type: 'OTHER',
    title: wide(120),
    description: wide(5000),
    orderId: order.id,
  }),
)

const LISTS: Record<string, [as: Caller, path: string]> = {
  'products on sale, for everybody': [guest, '/products'],
  'shops, for everybody': [guest, '/seller/shops'],
  'orders, for their seller': [seller, '/orders/seller'],
  'conversations, for the other side': [seller, '/orders/messages'],
  'messages, for the other side': [seller, `/orders/${order.id}/messages?channel=BUYER_SELLER`],
  'products, for the team': [support, '/products/admin'],
  'reports, for the team': [support, '/moderation/reports'],
  'orders, for the team': [support, '/orders/admin'],
  'tickets, for the team': [support, '/support/tickets'],
  'incidents, for the team': [support, '/incidents'],
}

/** The table of `docs/limits.md`, Bytes of a list: kB of a page of a hundred. */
const TOLD = new Map(
  [...readFileSync('docs/limits.md', 'utf8').matchAll(/^\| ([^|]+) \| ([\d,]+) kB \|$/gm)].map(
    ([, name = '', kB = '']) => [name, Number(kB.replace(',', ''))],
  ),
)

it.each(Object.entries(LISTS))('a page of a hundred comes to what is told: %s', async (name, [as, path]) => {
  const data = ok(await call(as, 'GET', `${path}${path.includes('?') ? '&' : '?'}limit=100`))
  const rows = Object.values(data).find(Array.isArray) as unknown[]
  const bytes = rows.map((row) => new TextEncoder().encode(JSON.stringify(row)).byteLength)
  const heaviest = rows[bytes.indexOf(Math.max(...bytes))]
  expect(JSON.stringify(heaviest)).toContain(MARK)
  const page = Math.ceil((Math.max(...bytes) * 100) / 1000)
  const told = TOLD.get(name) ?? 0
  expect(page).toBeLessThanOrEqual(told)
  expect(page).toBeGreaterThanOrEqual(told * 0.8)
})

it('nothing else is told', () => {
  expect([...TOLD.keys()]).toEqual(Object.keys(LISTS))
})
