import { beforeEach, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { checkout, type Data, filledCart, ok, PICKUP, payBy, quote } from '#testing/stories/orders.ts'

// A quote holds the rates that it counted with, for 15 minutes (docs/states.md, Quote).

const set = async (quoteCurrency: string, rate: number): Promise<Data> =>
  ok(
    await call(await signUp('ACCOUNTANT'), 'POST', '/products/exchange-rates', {
      ...{ baseCurrency: 'USD', quoteCurrency, rate },
    }),
  )
const isFrozen = async ({ id }: Data) =>
  (await call(await signUp('ADMIN'), 'PUT', `/products/exchange-rates/${id}`, { rate: 9 })).error?.reason === 'IN_USE'
const byMtn = () => payBy(freshPhone('123', '25078'), 'mtn', 'RW')

beforeEach(async () => {
  await run('UPDATE exchange_rates SET is_active = 0')
})

it('a phone in Rwanda is asked for what was quoted, at the rate of the quote, which is the one that stays', async () => {
  const { buyer } = await filledCart({ price: '10.00' })
  const quoted = await set('RWF', 1300)
  const { quoteId } = ok(await quote(buyer))
  const later = await set('RWF', 1500)
  const placed = ok(await checkout(buyer, undefined, { quoteId, ...byMtn() }))
  expect(placed.payins[0]).toMatchObject({ amount: 26_000, currency: 'RWF' })
  expect(placed.orders[0].exchangeRate).toMatchObject({ rate: '1300.00000000' })
  expect([await isFrozen(quoted), await isFrozen(later)]).toEqual([true, false])
})

it('goods are at the rate of the quote, which nobody changes or deletes any more', async () => {
  const { buyer } = await filledCart({ price: '10.00' })
  const quoted = await set('CDF', 2800)
  const { quoteId } = ok(await quote(buyer, { ...PICKUP, currency: 'CDF' }))
  const later = await set('CDF', 3000)
  const placed = ok(await checkout(buyer, freshPhone(), { quoteId }))
  expect(placed.orders[0]).toMatchObject({ total: '56000.00', currency: 'CDF' })
  expect([await isFrozen(quoted), await isFrozen(later)]).toEqual([true, false])
  expect((await call(await signUp('ADMIN'), 'DELETE', `/products/exchange-rates/${quoted.id}`)).error?.reason).toBe(
    'IN_USE',
  )
})

it('a cart without a quote is counted at the rate of now', async () => {
  const { buyer } = await filledCart({ price: '10.00' })
  await set('RWF', 1300)
  ok(await quote(buyer))
  const later = await set('RWF', 1500)
  const placed = ok(await checkout(buyer, undefined, { ...PICKUP, ...byMtn() }))
  expect(placed.payins[0].amount).toBe(30_000)
  expect(await isFrozen(later)).toBe(true)
})
