import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { type Market, newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { addItem, amountsIn, checkout, faults, ok, PICKUP, payBy, quote } from '#testing/stories/orders.ts'

// Rule: where nothing is converted, no rate is needed; where something is and there is none, it is a 400. The shop keeps
// its books in dollars and has no minimum; nobody has ever set a rate in this file.

const francs = async (): Promise<Market> => newMarket({ price: '2800.00' }, { currency: 'CDF' })
const IN_FRANCS = { currency: 'CDF', network: 'airtel' }

it('francs for goods in francs are an order, of a shop that counts in dollars too', async () => {
  const market = await francs()
  const paid = await paidOrder(market, { ...IN_FRANCS, ...PICKUP })
  expect(paid).toMatchObject({ currency: 'CDF', subtotal: '5600.00', total: '5600.00', exchangeRate: null })
  const brought = await postOrder(market, { ...IN_FRANCS, quantity: 1 })
  expect(ok(brought)).toMatchObject({ deliveryFee: '5600.00', total: '8400.00' })
})

it('dollars for goods in francs are refused, and so is a payer in Rwanda', async () => {
  expect(faults(await postOrder(await francs(), { currency: 'USD' }))).toEqual(['currency'])
  const market = await newMarket()
  const phone = freshPhone('123', '25078')
  expect((await postOrder(market, { payerPhoneNumber: phone, network: 'mtn', countryCode: 'RW' })).status).toBe(400)
  expect(ok(await call(market.buyer, 'GET', '/orders/me')).orders).toEqual([])
})

it('a cart of both currencies is quoted and ordered in each, and not in one', async () => {
  const [buyer, one, two] = [await signUp(), await francs(), await newMarket()]
  for (const { variantId } of [one, two]) ok(await addItem(buyer, variantId, 2))
  const { totals } = ok(await quote(buyer))
  expect([amountsIn(totals, 'CDF'), amountsIn(totals, 'USD')].map((amounts) => amounts[0])).toEqual([
    '5600.00',
    '25.00',
  ])
  expect(faults(await quote(buyer, { ...PICKUP, currency: 'USD' }))).toEqual(['currency'])
  const phone = freshPhone('123', '25078')
  expect((await checkout(buyer, phone, { ...PICKUP, ...payBy(phone, 'mtn', 'RW') })).status).toBe(400)
  expect(ok(await checkout(buyer)).payins).toHaveLength(2)
})
