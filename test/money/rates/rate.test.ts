import { beforeEach, describe, expect, it } from 'vitest'
import { type Caller, call, guest, type Person } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { expectUnknownIs404, faults, GONE, ok, refusal } from '#testing/stories/catalogue.ts'

const IN_USE = [409, 'IN_USE']
const HOUR = 3_600_000
const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const pair = (baseCurrency: string, quoteCurrency: string) => ({ baseCurrency, quoteCurrency })
const FRANCS = pair('USD', 'CDF')
const make = async (rate: unknown, more: object = {}) =>
  call(await signUp('ACCOUNTANT'), 'POST', '/products/exchange-rates', { ...FRANCS, rate, ...more })
const preview = async (amount: unknown, from: string, to: string, as?: Person) =>
  call(as ?? (await signUp()), 'POST', '/products/exchange-rates/preview', { amount, from, to })
const ratePath = (id: string) => `/products/exchange-rates/${id}`

// No rate of another test is in force.
beforeEach(async () => {
  await run('UPDATE exchange_rates SET is_active = 0')
})

describe('a rate', () => {
  it('comes in as number or text, goes out with eight decimals, and is read by everybody', async () => {
    const made = ok(await make(2800))
    expect(made).toMatchObject({ ...FRANCS, rate: '2800.00000000', isActive: true, id: expect.any(String) })
    expect(Math.abs(Date.parse(made.effectiveAt) - Date.now())).toBeLessThan(60_000)
    expect(ok(await make('0.00035714', pair('CDF', 'USD'))).rate).toBe('0.00035714')
    expect(ok(await call(guest, 'GET', ratePath(made.id)))).toMatchObject({ id: made.id, rate: '2800.00000000' })
    const { rates, pagination } = ok(await call(guest, 'GET', '/products/exchange-rates?limit=100'))
    expect(rates.some((rate: { id: string }) => rate.id === made.id)).toBe(true)
    expect(pagination).toMatchObject({ page: 1, limit: 100 })
    await expectUnknownIs404(guest, 'GET', ratePath)
  })

  it.each([
    ['same pair', pair('USD', 'USD'), 1],
    ['unknown currency', pair('USD', 'EUR'), 1],
    ['zero', FRANCS, 0],
    ['negative', FRANCS, -1],
    ['not a number', FRANCS, 'beaucoup'],
    ['exponent', FRANCS, '1e3'],
    ['nothing', FRANCS, undefined],
  ])('refuses %s', async (_, of, rate) => {
    expect(faults(await make(rate, of)).length).toBeGreaterThan(0)
  })

  it('is made, changed and deleted by finance alone', async () => {
    const { id } = ok(await make(2800))
    const others: [Caller, number][] = [
      [await signUp('SUPPORT'), 403],
      [await signUp('SELLER'), 403],
      [await signUp(), 403],
      [guest, 401],
    ]
    for (const [as, status] of others) {
      const body = { ...FRANCS, rate: 1 }
      expect((await call(as, 'POST', '/products/exchange-rates', body)).status).toBe(status)
      expect((await call(as, 'PUT', '/products/exchange-rates', body)).status).toBe(status)
      expect((await call(as, 'PUT', ratePath(id), { rate: 1 })).status).toBe(status)
      expect((await call(as, 'DELETE', ratePath(id))).status).toBe(status)
    }
    expect(ok(await call(guest, 'GET', ratePath(id))).rate).toBe('2800.00000000')
    ok(await call(await signUp('ADMIN'), 'POST', '/products/exchange-rates', { ...FRANCS, rate: 2801 }))
  })

  it('is edited in part, and deleted when nothing was ever counted with it', async () => {
    const admin = await signUp('ADMIN')
    const { id } = ok(await make(2800))
    expect(ok(await call(admin, 'PUT', ratePath(id), { rate: '2850.5' }))).toMatchObject({ id, rate: '2850.50000000' })
    expect(ok(await call(admin, 'PUT', ratePath(id), { isActive: false }))).toMatchObject({
      rate: '2850.50000000',
      isActive: false,
    })
    expect(faults(await call(admin, 'PUT', ratePath(id), { rate: 0 }))).toEqual(['rate'])
    expect(ok(await call(admin, 'DELETE', ratePath(id)))).toEqual({ deleted: true })
    expect(refusal(await call(admin, 'GET', ratePath(id)))).toEqual(GONE)
    expect(refusal(await call(admin, 'DELETE', ratePath(id)))).toEqual(GONE)
    await expectUnknownIs404(admin, 'PUT', ratePath, { isActive: false })
  })

  it('that an order was made with stays as it is: 409 IN_USE, but for isActive', async () => {
    const admin = await signUp('ADMIN')
    const { id, effectiveAt } = ok(await make(2800))
    const market = await newMarket({ price: '5600.00' }, { currency: 'CDF' })
    expect(ok(await postOrder(market, { quantity: 1, fulfillmentMethod: 'PICKUP' })).total).toBe('2.00')
    expect(refusal(await call(admin, 'DELETE', ratePath(id)))).toEqual(IN_USE)
    expect(refusal(await call(admin, 'PUT', ratePath(id), { rate: 1 }))).toEqual(IN_USE)
    const upsert = { ...FRANCS, rate: 1, effectiveAt }
    expect(refusal(await call(admin, 'PUT', '/products/exchange-rates', upsert))).toEqual(IN_USE)
    expect(ok(await call(admin, 'PUT', ratePath(id), { isActive: false })).isActive).toBe(false)
    expect(ok(await call(guest, 'GET', ratePath(id))).rate).toBe('2800.00000000')
  })
})

describe('the upsert', () => {
  const upsert = async (rate: unknown, more: object = {}) =>
    call(await signUp('ADMIN'), 'PUT', '/products/exchange-rates', { ...FRANCS, rate, ...more })

  it('is by pair and time: the same is the same row, another is a new one', async () => {
    const effectiveAt = at(-48 * HOUR)
    const first = ok(await upsert(2700, { effectiveAt }))
    const again = ok(await upsert(2750, { effectiveAt }))
    expect(again).toMatchObject({ id: first.id, rate: '2750.00000000', effectiveAt })
    const later = ok(await upsert(2760, { effectiveAt: at(-24 * HOUR) }))
    expect(later.id).not.toBe(first.id)
    const turned = ok(await upsert('0.00036', { ...pair('CDF', 'USD'), effectiveAt }))
    expect(turned.id).not.toBe(first.id)
    expect(ok(await call(guest, 'GET', ratePath(first.id))).rate).toBe('2750.00000000')
  })

  it('without a time is from now on', async () => {
    const made = ok(await upsert(2900))
    expect(Math.abs(Date.parse(made.effectiveAt) - Date.now())).toBeLessThan(60_000)
    expect(ok(await preview(1, 'USD', 'CDF'))).toMatchObject({ converted: '2900.00', rateId: made.id })
  })
})

describe('a rate in force', () => {
  it('is the latest active one whose time has come, whenever it was written', async () => {
    const recent = ok(await make(2800, { effectiveAt: at(-HOUR) }))
    ok(await make(2600, { effectiveAt: at(-2 * HOUR) }))
    ok(await make(3000, { effectiveAt: at(HOUR) }))
    expect(ok(await preview(1, 'USD', 'CDF'))).toMatchObject({ converted: '2800.00', rateId: recent.id })
    ok(await call(await signUp('ADMIN'), 'PUT', ratePath(recent.id), { isActive: false }))
    expect(ok(await preview(1, 'USD', 'CDF')).converted).toBe('2600.00')
  })

  it('accumulates: the list holds the old ones too', async () => {
    const made = [ok(await make(2810)), ok(await make(2820))]
    const { rates } = ok(await call(await signUp(), 'GET', '/products/exchange-rates?limit=100'))
    const listed = rates.map(({ id }: { id: string }) => id)
    for (const { id } of made) expect(listed).toContain(id)
  })
})

describe('a preview', () => {
  it('is counted in whole minor units, half up, and says which rate', async () => {
    const { id } = ok(await make(2800, { effectiveAt: at(-HOUR) }))
    const answer = ok(await preview(10, 'USD', 'CDF'))
    expect(answer).toEqual({
      amount: '10.00',
      from: 'USD',
      to: 'CDF',
      rate: '2800.00000000',
      converted: '28000.00',
      rateId: id,
    })
    expect(ok(await preview('0.01', 'USD', 'CDF')).converted).toBe('28.00')
  })

  it('divides by the direct rate of the other way round', async () => {
    const { id } = ok(await make(2800, { effectiveAt: at(-HOUR) }))
    // 42 / 2800 = 0.015; 41 / 2800 = 0.0146…; 11,200,000 / 2800 = 4000, by 0.00035714 it were 3999.97
    for (const [amount, converted] of [
      ['42.00', '0.02'],
      ['41.00', '0.01'],
      ['11200000.00', '4000.00'],
    ] as const)
      expect(ok(await preview(amount, 'CDF', 'USD'))).toMatchObject({ amount, converted, rateId: id })
  })

  it('prefers the direct rate to the inverted', async () => {
    ok(await make(2800, { effectiveAt: at(-HOUR) }))
    const { id } = ok(await make('0.0004', { ...pair('CDF', 'USD'), effectiveAt: at(-2 * HOUR) }))
    expect(ok(await preview(10_000, 'CDF', 'USD'))).toMatchObject({ converted: '4.00', rateId: id })
  })

  it('goes through USD where there is neither, and then names no rate', async () => {
    ok(await make(2800, { effectiveAt: at(-HOUR) }))
    ok(await make(1450, { ...pair('USD', 'RWF'), effectiveAt: at(-HOUR) }))
    expect(ok(await preview(28_000, 'CDF', 'RWF'))).toMatchObject({ converted: '14500', rateId: null })
    expect(ok(await preview(1450, 'RWF', 'CDF'))).toMatchObject({ amount: '1450', converted: '2800.00', rateId: null })
    expect(ok(await preview('0.01', 'USD', 'RWF')).converted).toBe('15')
  })

  it('is 404 where no rate is in force', async () => {
    expect(refusal(await preview(1, 'USD', 'CDF'))).toEqual(GONE)
    ok(await make(2800, { effectiveAt: at(HOUR) }))
    expect(refusal(await preview(1, 'USD', 'CDF'))).toEqual(GONE)
    ok(await make(1450, { ...pair('USD', 'RWF'), effectiveAt: at(-HOUR) }))
    expect(refusal(await preview(1, 'CDF', 'RWF'))).toEqual(GONE)
  })

  it('is for everybody who is signed in, with amounts as the currency has them', async () => {
    ok(await make(2800, { effectiveAt: at(-HOUR) }))
    for (const role of ['BUYER', 'RIDER', 'SUPPORT'] as const)
      expect(ok(await preview(1, 'USD', 'CDF', await signUp(role))).converted).toBe('2800.00')
    const body = { amount: 1, from: 'USD', to: 'CDF' }
    expect((await call(guest, 'POST', '/products/exchange-rates/preview', body)).status).toBe(401)
    for (const [amount, from] of [
      ['1.005', 'USD'],
      ['1.5', 'RWF'],
      ['1e3', 'USD'],
      [-1, 'USD'],
      ['NaN', 'USD'],
    ] as const)
      expect(faults(await preview(amount, from, 'CDF')), String(amount)).toEqual(['amount'])
    expect(faults(await preview(1, 'EUR', 'CDF'))).toEqual(['from'])
  })
})
