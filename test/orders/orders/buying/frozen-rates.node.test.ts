import { expect, it } from 'vitest'
import { addCartItem } from '#domain/orders/cart/add-item.ts'
import { placeCheckout } from '#domain/orders/checkout/place.ts'
import { placeOrder } from '#domain/orders/orders/buying/place.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

// A rate that was counted with stays as it is (docs/money.md, Rates); one that nothing was converted with may be corrected.

const domain = openDomain((fresh) => {
  addMarket(fresh)
  fresh.run('UPDATE products SET visible = 1')
  fresh.run(`UPDATE shops SET delivery_methods = '["DELIVERY"]', folded_city = 'bukavu'`)
  for (const [quote, rate] of [['CDF', 2800] as const, ['RWF', 1300] as const]) {
    const pair = { base_currency: 'USD', quote_currency: quote, rate_scaled: rate * 1e8 }
    fresh.add('exchange_rates', { id: quote, ...pair, source: 'test', effective_at: 1, created_at: 1 })
  }
})
const ZONE = {
  name: 'Bukavu',
  country: 'CD',
  city: 'Bukavu',
  folded_city: 'bukavu',
  lat: -2.5,
  lng: 28.8,
  radius_km: 5,
}
const addZone = (feeMinor: number) =>
  domain.add('delivery_zones', { id: 'z', ...ZONE, fee_minor: feeMinor, fee_currency: 'CDF', created_at: NOW })
const frozen = () =>
  domain.rows('SELECT id FROM exchange_rates WHERE frozen_at IS NOT NULL ORDER BY id').map(({ id }) => id)

const line = { variantId: 'v1', quantity: 1 }
const terms = {
  fulfillmentMethod: 'DELIVERY',
  deliveryAddress: 'Avenue Kibombo 12',
  paymentMethod: 'MOBILE_MONEY',
} as const
const PAYERS = {
  CD: { payerPhoneNumber: '0810000001', network: 'vodacom', countryCode: 'CD' },
  RW: { payerPhoneNumber: '0780000001', network: 'mtn', countryCode: 'RW' },
} as const
type Bought = { currency: 'USD' | 'CDF'; by: 'CD' | 'RW' }

const WAYS = {
  'an order': ({ currency, by }: Bought) =>
    placeOrder(buyer(), { shopId: 'shop', items: [line], currency, ...terms, ...PAYERS[by] }),
  'a checkout': async ({ currency, by }: Bought) => {
    await addCartItem(buyer(), line)
    return placeCheckout(buyer(), { currency, ...terms, ...PAYERS[by] })
  },
}
const buyer = () => domain.as({ id: 'buyer' })

it.each(
  Object.entries(WAYS).flatMap(([way, buy]) => [
    [way, 'a fee in the currency of its zone', buy, 280_000, { currency: 'USD', by: 'CD' } as Bought, ['CDF']] as const,
    [way, 'a fee of nothing in it', buy, 0, { currency: 'USD', by: 'CD' } as Bought, []] as const,
    [way, 'goods in another currency', buy, 0, { currency: 'CDF', by: 'CD' } as Bought, ['CDF']] as const,
    [way, 'a phone that pays in another', buy, 0, { currency: 'USD', by: 'RW' } as Bought, ['RWF']] as const,
  ]),
)('%s freezes what it counted with: %s', async (_way, _what, buy, feeMinor, bought, rates) => {
  addZone(feeMinor)
  domain.answers.push({ kind: 'pending' })
  await buy(bought)
  expect(frozen()).toEqual(rates)
})
