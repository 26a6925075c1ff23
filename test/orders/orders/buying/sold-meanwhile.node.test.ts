import { expect, it } from 'vitest'
import { placeOrder } from '#domain/orders/orders/buying/place.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

const domain = openDomain((fresh) => {
  addMarket(fresh)
  fresh.run('UPDATE products SET visible = 1')
  fresh.run(`UPDATE shops SET delivery_methods = '["PICKUP"]'`)
})
const order = {
  ...{ shopId: 'shop', items: [{ variantId: 'v1', quantity: 1 }], fulfillmentMethod: 'PICKUP', currency: 'USD' },
  ...{ paymentMethod: 'MOBILE_MONEY', payerPhoneNumber: '243810000001', network: 'vodacom', countryCode: 'CD' },
} as never

it.each([
  ['hidden: unpublished, taken down, or over a plan', 'UPDATE products SET visible = 0', null],
  ['run out', `UPDATE products SET expires_at = ${NOW}`, null],
  ['deleted', 'UPDATE products SET visible = 0, deleted_at = 1', null],
  ['a variant that was deleted', "UPDATE variants SET deleted_at = 1 WHERE id = 'v1'", null],
  ['still on sale', `UPDATE products SET expires_at = ${NOW + 1}`, 'PENDING_PAYMENT'],
])('an order of what went since it was read (%s)', async (_what, sql, status) => {
  domain.answers.push({ kind: 'pending' })
  const placed = placeOrder(domain.meanwhile(sql, domain.as({ id: 'buyer', role: 'BUYER' })), order)
  if (status) expect(await placed).toMatchObject({ status })
  else
    await expect(placed).rejects.toMatchObject({
      ...{ code: 'NOT_FOUND', message: "Un article n'existe plus dans cette boutique." },
    })
  expect(domain.rows('SELECT status FROM orders')).toEqual(status ? [{ status }] : [])
})

it.each([
  ['its price', "UPDATE variants SET price_minor = price_minor + 1 WHERE id = 'v1'", []],
  ['its currency', "UPDATE products SET currency = 'CDF'", []],
  [
    'the price of another variant',
    "UPDATE variants SET price_minor = price_minor + 1 WHERE id <> 'v1'",
    ['PENDING_PAYMENT'],
  ],
])('nobody pays a price that changed since it was read (%s)', async (_what, sql, placed) => {
  domain.answers.push({ kind: 'pending' })
  const asked = placeOrder(domain.meanwhile(sql, domain.as({ id: 'buyer', role: 'BUYER' })), order)
  if (placed.length > 0) expect(await asked).toMatchObject({ status: 'PENDING_PAYMENT' })
  else await expect(asked).rejects.toMatchObject({ code: 'CONFLICT', reason: 'PRICE_CHANGED' })
  expect(domain.rows('SELECT status FROM orders')).toEqual(placed.map((status) => ({ status })))
  if (placed.length === 0) expect(domain.calls).toEqual([])
})
