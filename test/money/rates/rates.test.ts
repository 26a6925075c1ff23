import { beforeAll, beforeEach, expect, test } from 'vitest'
import { call, guest, type Person, reasons, together } from '#testing/api.ts'
import { count, first, run } from '#testing/fixtures/database.ts'
import { newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'

let finance: Person
let buyer: Person
beforeAll(async () => {
  finance = await signUp('ACCOUNTANT')
  buyer = await signUp()
})
beforeEach(() => run('DELETE FROM exchange_rates'))

const PATH = '/products/exchange-rates'
const pair = { baseCurrency: 'USD', quoteCurrency: 'CDF' }
const add = (body: object) => call(finance, 'POST', PATH, { ...pair, rate: '2800', ...body })
const put = (body: object) => call(finance, 'PUT', PATH, { ...pair, rate: '2800', ...body })
const change = (id: string, body: object) => call(finance, 'PUT', `${PATH}/${id}`, body)
const preview = async (amount: unknown, from: string, to: string) =>
  (await call(buyer, 'POST', `${PATH}/preview`, { amount, from, to })).data
const refusal = ({ status, error }: Awaited<ReturnType<typeof call>>) => [status, error?.reason ?? error?.code]

test('rates accumulate; everybody reads them, finance writes them', async () => {
  const one = await add({ rate: 2800.5, effectiveAt: '2026-01-01T02:00:00+02:00', source: 'BCC' })
  expect([one.status, one.data]).toEqual([
    201,
    {
      ...{ id: one.data.id, ...pair, rate: '2800.50000000', source: 'BCC', isActive: true },
      ...{ effectiveAt: '2026-01-01T00:00:00.000Z', createdAt: one.data.createdAt },
    },
  ])
  const two = await add({ rate: '0.00000001', baseCurrency: 'CDF', quoteCurrency: 'RWF', isActive: false })
  expect([two.data.rate, two.data.isActive, two.data.source]).toEqual(['0.00000001', false, 'MANUAL'])
  await add({ effectiveAt: '2026-01-01T00:00:00Z' })
  const { rates, pagination } = (await call(guest, 'GET', PATH)).data
  expect([rates.length, pagination.total, rates.at(-1).id]).toEqual([3, 3, one.data.id])
  expect((await call(guest, 'GET', `${PATH}?baseCurrency=CDF&quoteCurrency=RWF`)).data.rates).toEqual([two.data])
  expect((await call(guest, 'GET', `${PATH}/${one.data.id}`)).data).toEqual(one.data)
  expect((await call(guest, 'GET', `${PATH}/x`)).status).toBe(404)

  for (const rate of [0, -1, '1e3', '', 'x', '1.123456789', 1e9, '99999999', 0.000000001, null, '2 800'])
    expect((await add({ rate })).status, String(rate)).toBe(400)
  for (const bad of [
    ...[{ quoteCurrency: 'USD' }, { quoteCurrency: 'EUR' }, { effectiveAt: 'x' }, { effectiveAt: '2026-01-01' }],
    ...[{ isActive: 'yes' }, { source: '' }, { extra: 1 }],
  ])
    expect((await add(bad)).status, JSON.stringify(bad)).toBe(400)
  for (const as of [buyer, await signUp('SUPPORT'), await signUp('SELLER')])
    expect((await call(as, 'POST', PATH, { ...pair, rate: 1 })).status).toBe(403)
  expect((await call(guest, 'PUT', PATH, { ...pair, rate: 1 })).status).toBe(401)
})

test('PUT sets the rate of a pair and an instant, once', async () => {
  const effectiveAt = '2026-01-01T00:00:00Z'
  const answers = await together(50, () => put({ effectiveAt }))
  expect(reasons(answers)).toEqual({ ok: 50 })
  expect(await count('exchange_rates')).toBe(1)
  const again = await put({ effectiveAt, rate: 2900, isActive: false, source: 'BCC' })
  expect(again.data).toMatchObject({ id: answers[0]?.data.id, rate: '2900.00000000', isActive: false, source: 'BCC' })
  expect((await put({})).data.id).not.toBe(again.data.id)
  expect((await put({ quoteCurrency: 'USD' })).status).toBe(400)
})

test('a rate is corrected in part, and deleted', async () => {
  const { data: rate } = await add({})
  expect((await change(rate.id, { rate: '2801' })).data).toEqual({ ...rate, rate: '2801.00000000' })
  expect((await change(rate.id, {})).status).toBe(200)
  expect((await change(rate.id, { quoteCurrency: 'RWF', effectiveAt: '2026-01-01T00:00:00Z' })).data).toMatchObject({
    ...{ quoteCurrency: 'RWF', effectiveAt: '2026-01-01T00:00:00.000Z' },
  })
  expect((await change(rate.id, { baseCurrency: 'RWF' })).status).toBe(400)
  expect((await change('x', { rate: 1 })).status).toBe(404)
  expect((await call(finance, 'DELETE', `${PATH}/${rate.id}`)).data).toEqual({ deleted: true })
  expect((await call(finance, 'DELETE', `${PATH}/${rate.id}`)).status).toBe(404)
  expect(await count(`audit WHERE action GLOB 'rate.*' AND target_id = ?`, rate.id)).toBe(5)
})

test('two corrections at once are both kept', async () => {
  for (let i = 0; i < 5; i++) {
    const { data: rate } = await add({})
    const answers = await together(8, (n) =>
      change(rate.id, [{ isActive: false }, { source: 'BCC' }, { rate: '2900' }][n % 3] ?? {}),
    )
    expect(reasons(answers)).toEqual({ ok: 8 })
    expect((await call(guest, 'GET', `${PATH}/${rate.id}`)).data).toMatchObject({
      ...{ isActive: false, source: 'BCC', rate: '2900.00000000' },
    })
  }
  const { data: rate } = await add({})
  const turned = await together(2, (n) => change(rate.id, n ? { baseCurrency: 'RWF' } : { quoteCurrency: 'RWF' }))
  expect(turned.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('a preview counts in whole units: direct, turned round, through the dollar', async () => {
  const { data: direct } = await add({ rate: '2800.5' })
  const { data: francs } = await add({ quoteCurrency: 'RWF', rate: '1300' })
  expect(await preview('10.01', 'USD', 'CDF')).toEqual({
    ...{ amount: '10.01', from: 'USD', to: 'CDF', rate: '2800.50000000', converted: '28033.01', rateId: direct.id },
  })
  expect(await preview(28005, 'CDF', 'USD')).toMatchObject({
    rate: '0.00035708',
    converted: '10.00',
    rateId: direct.id,
  })
  expect(await preview('1300', 'RWF', 'USD')).toMatchObject({ converted: '1.00', rateId: francs.id })
  // 2800.50 francs are a dollar, are 1300 Rwandan ones.
  expect(await preview('2800.50', 'CDF', 'RWF')).toMatchObject({ converted: '1300', rate: '0.46420282', rateId: null })
  // Half up, and less than half of the smallest unit is none.
  expect((await preview('14.00', 'CDF', 'USD')).converted).toBe('0.00')
  expect((await preview('14.01', 'CDF', 'USD')).converted).toBe('0.01')
  for (const bad of [
    ...[
      { amount: 0 },
      { amount: '1.001' },
      { amount: -1 },
      { amount: '1e2' },
      { to: 'USD' },
      { to: 'EUR' },
      { from: 'RWF', amount: '1.5' },
    ],
  ])
    expect((await call(buyer, 'POST', `${PATH}/preview`, { amount: 1, from: 'USD', to: 'CDF', ...bad })).status).toBe(
      400,
    )
  expect((await call(guest, 'POST', `${PATH}/preview`, {})).status).toBe(401)
})

test('the latest active rate whose time has come is in force', async () => {
  expect(refusal(await call(buyer, 'POST', `${PATH}/preview`, { amount: 1, from: 'USD', to: 'CDF' }))).toEqual([
    ...[404, 'NOT_FOUND'],
  ])
  await add({ rate: 10, effectiveAt: '2026-01-01T00:00:00Z' })
  const { data: newest } = await add({ rate: 11, effectiveAt: '2026-01-02T00:00:00Z' })
  await add({ rate: 12, effectiveAt: '2099-01-01T00:00:00Z' })
  expect((await preview(1, 'USD', 'CDF')).converted).toBe('11.00')
  await change(newest.id, { isActive: false })
  expect((await preview(1, 'USD', 'CDF')).converted).toBe('10.00')
  await add({ rate: 12, effectiveAt: '2026-01-01T00:00:00Z' })
  expect((await preview(1, 'USD', 'CDF')).converted).toBe('12.00')
})

test('what an order counted with stays, but for whether it is active', async () => {
  const { data: rate } = await add({ effectiveAt: '2026-01-01T00:00:00Z' })
  const { data: other } = await add({ quoteCurrency: 'RWF', rate: 1300 })
  const market = await newMarket()
  expect((await postOrder(market, { currency: 'CDF' })).status).toBe(201)
  expect(await first('SELECT count(*) AS n FROM exchange_rates WHERE frozen_at IS NOT NULL')).toEqual({ n: 1 })
  for (const body of [{ rate: 1 }, { quoteCurrency: 'RWF' }, { source: 'x' }, { effectiveAt: '2026-02-01T00:00:00Z' }])
    expect(refusal(await change(rate.id, body)), JSON.stringify(body)).toEqual([409, 'IN_USE'])
  expect(refusal(await put({ rate: 1, effectiveAt: '2026-01-01T00:00:00Z' }))).toEqual([409, 'IN_USE'])
  expect(refusal(await call(finance, 'DELETE', `${PATH}/${rate.id}`))).toEqual([409, 'IN_USE'])
  expect((await change(rate.id, { isActive: false, rate: '2800' })).data.isActive).toBe(false)
  expect((await put({ isActive: true, effectiveAt: '2026-01-01T00:00:00Z' })).data).toEqual(rate)
  expect((await change(other.id, { rate: 1400 })).status).toBe(200)
  expect((await call(finance, 'DELETE', `${PATH}/${other.id}`)).status).toBe(200)
})

test('a payment from Rwanda keeps the rate that it was counted with', async () => {
  const { data: rate } = await add({ quoteCurrency: 'RWF', rate: 1300 })
  const paid = { payerPhoneNumber: '0780000014', network: 'mtn', countryCode: 'RW' }
  expect((await postOrder(await newMarket(), paid)).status).toBe(201)
  expect(refusal(await change(rate.id, { rate: 1 }))).toEqual([409, 'IN_USE'])
})

test('PUT /products/exchange-rates is no product', async () => {
  expect((await put({})).data.rate).toBe('2800.00000000')
  expect((await call(finance, 'DELETE', PATH)).status).toBe(405)
})
