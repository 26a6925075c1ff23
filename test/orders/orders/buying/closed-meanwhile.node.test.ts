import { expect, it } from 'vitest'
import { addCartItem } from '#domain/orders/cart/add-item.ts'
import { quoteCart } from '#domain/orders/cart/quote.ts'
import { payCheckout } from '#domain/orders/checkout/pay.ts'
import { placeCheckout } from '#domain/orders/checkout/place.ts'
import { payOrder } from '#domain/orders/orders/buying/pay.ts'
import { placeOrder } from '#domain/orders/orders/buying/place.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

const domain = openDomain((fresh) => {
  addMarket(fresh)
  fresh.run('UPDATE products SET visible = 1')
  fresh.run(`UPDATE shops SET delivery_methods = '["PICKUP"]'`)
})
const buyer = () => domain.as({ id: 'buyer', role: 'BUYER' })
const payer = { payerPhoneNumber: '243810000001', network: 'vodacom', countryCode: 'CD' } as const
const terms = { fulfillmentMethod: 'PICKUP', paymentMethod: 'MOBILE_MONEY' } as const
const order = {
  ...{ shopId: 'shop', items: [{ variantId: 'v1', quantity: 1 }], currency: 'USD' as const },
  ...{ ...terms, ...payer },
}
const CLOSES = `UPDATE shops SET closed_from = ${NOW}, closed_to = ${NOW + 1000}`
const closing = () => domain.meanwhile(CLOSES, buyer())
const line = { variantId: 'v1', quantity: 1 }

it.each([
  ['is quoted', async () => void (await addCartItem(buyer(), line)), () => quoteCart(closing(), terms)],
  ['is ordered from', async () => {}, () => placeOrder(closing(), order)],
  [
    'has a cart ordered',
    async () => void (await addCartItem(buyer(), line)),
    () => placeCheckout(closing(), { ...terms, ...payer }),
  ],
  [
    'has a quote ordered',
    async () => {
      await addCartItem(buyer(), line)
      await quoteCart(buyer(), terms)
    },
    () => placeCheckout(closing(), { quoteId: quoted(), paymentMethod: 'MOBILE_MONEY', ...payer }),
  ],
  [
    'is paid again',
    async () => void (await placeOrder(refusing(), order).catch(() => {})),
    () => payOrder(closing(), known('id'), payer),
  ],
  [
    'has a checkout paid again',
    async () => {
      await addCartItem(buyer(), line)
      await placeCheckout(refusing(), { ...terms, ...payer }).catch(() => {})
    },
    () => payCheckout(closing(), known('checkout_id'), payer),
  ],
])('a shop that closes while it %s keeps its promise not to sell', async (_what, prepare, act) => {
  await prepare()
  const before = domain.rows('SELECT id, version FROM orders')
  const calls = domain.calls.length
  await expect(act()).rejects.toMatchObject({
    ...{ code: 'CONFLICT', reason: 'SHOP_CLOSED' },
    details: expect.arrayContaining([{ field: 'availableAt', message: new Date(NOW + 1000).toISOString() }]),
  })
  expect(domain.rows('SELECT id, version FROM orders')).toEqual(before)
  expect(domain.calls).toHaveLength(calls)
})

/** The operator says no: the order waits to be paid again. */
function refusing() {
  domain.answers.push({ kind: 'refused', code: 'NO', message: 'no' })
  return buyer()
}
const quoted = () => String(domain.row('SELECT id FROM quotes')?.id)
const known = (column: string) => String(domain.row(`SELECT ${column} FROM orders`)?.[column])
