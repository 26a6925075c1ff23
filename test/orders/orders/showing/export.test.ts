import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'

it('a file of orders has a column for each key of its JSON, also inside another', async () => {
  const support = await signUp('SUPPORT')
  const { number } = await paidOrder(await newMarket())
  const [order] = (await call(support, 'GET', `/orders/admin?search=${number}`)).data.orders
  const { data } = await call(support, 'GET', `/orders/admin/export/csv?search=${number}`)
  const [header] = String(data).split('\r\n')
  const keysOf = (value: object, path = ''): string[] =>
    Object.entries(value).flatMap(([key, inner]) =>
      inner !== null && typeof inner === 'object' && !Array.isArray(inner)
        ? keysOf(inner, `${path}${key}.`)
        : `${path}${key}`,
    )
  const columns = header?.replace('\uFEFF', '').split(',') ?? []
  const missing = keysOf(order).filter((key) => !columns.includes(key) && !columns.some((c) => c.startsWith(`${key}.`)))
  expect(missing).toEqual([])
  expect(columns).toEqual(expect.arrayContaining(['checkoutId', 'shop.slug', 'exchangeRate.rate', 'delivery.status']))
})
