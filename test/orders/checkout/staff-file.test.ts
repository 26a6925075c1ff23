import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { approve } from '#testing/sandbox.ts'
import { checkout, type Data, filledCart, ok, PICKUP, payBy } from '#testing/stories/orders.ts'

it('a checkout of two shops paid from Rwanda is in the file of each order, and found by who paid', async () => {
  await run(
    `INSERT INTO exchange_rates (id, base_currency, quote_currency, rate_scaled, source, effective_at, is_active, created_at)
     VALUES (?, 'USD', 'RWF', 145000000000, 'test', 1, 1, 1)`,
    crypto.randomUUID(),
  )
  const [{ buyer }, support, phone] = [
    await filledCart({}, { price: '3.00' }),
    await signUp('SUPPORT'),
    freshPhone('123', '25078'),
  ]
  const placed = ok(await checkout(buyer, phone, { ...PICKUP, ...payBy(phone, 'mtn', 'RW') }))
  await approve(phone)
  for (const { id } of placed.orders) {
    const { payins, transfers } = ok(await call(support, 'GET', `/orders/admin/${id}`))
    expect(payins).toMatchObject([{ currency: 'RWF', status: 'succeeded' }])
    expect(transfers.map(({ kind, to, currency }: Data) => [kind, to, currency])).toEqual(
      expect.arrayContaining([
        ['order:paid', 'platform:fx', 'RWF'],
        ['order:exchanged', `order:${id}:held`, 'USD'],
      ]),
    )
  }
  const found = ok(await call(support, 'GET', `/orders/admin?search=${phone}`))
  expect(found.orders.map(({ id }: Data) => id).sort()).toEqual(placed.orders.map(({ id }: Data) => id).sort())
})
