import { describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { fromNoon } from '#testing/clock.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import {
  acceptedOrder,
  cells,
  dayOf,
  escrowOf,
  expectOnly,
  expectUnknownIs404,
  FINANCE,
  GONE,
  moveNow,
  ok,
  pendingOf,
  raw,
  refusal,
  rowsIn,
  setCommission,
} from '#testing/stories/books.ts'
import { DAY, rate } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'

fromNoon()

// Rule: GET /transactions and the transfers of an account show {id, kind, reference, from, to, amount, currency, createdAt};
// codes hold ":", so they are URL-encoded, with the currency as query; an unknown account is 404. `from` inclusive, `to`
// exclusive (a plain day included), days of UTC+2. CSV: comma, CRLF, UTF-8, header = JSON keys, all rows of the filter.
//
// Silent: under which key the two lists stand; in which words the trial balance shows the exchange position; what `reference` holds (tested: that it names the order); whether an account of
// which nothing was ever booked is 404; the order of the CSV's rows and columns.

const transfersOf = (as: Person, code: string, query = 'currency=USD') =>
  call(as, 'GET', `/ledger/accounts/${encodeURIComponent(code)}/transfers?limit=100&${query}`)
const minor = (amount: string) => Math.round(Number(amount) * 100)
const KEYS = ['id', 'kind', 'reference', 'from', 'to', 'amount', 'currency', 'createdAt']

describe('the transactions', () => {
  it('show each transfer with its accounts and its amount in text, newest first, and one by its id', async () => {
    const finance = await signUp('ACCOUNTANT')
    const market = await newMarket()
    const order = await acceptedOrder(market)
    const rows: Data[] = rowsIn(ok(await call(finance, 'GET', '/transactions?limit=5')))
    const [accepted, paid] = [
      rows.find(({ from, to }) => from === escrowOf(order) && to === pendingOf(market)),
      rows.find(({ to }) => to === escrowOf(order)),
    ]
    expect(paid).toMatchObject({ from: 'gatewayB:clearing', amount: '27.00', currency: 'USD' })
    expect(accepted).toMatchObject({ amount: '25.00', currency: 'USD' })
    expect(Object.keys(paid).sort()).toEqual(expect.arrayContaining([...KEYS].sort()))
    expect(rows.indexOf(accepted)).toBeLessThan(rows.indexOf(paid))
    expect(paid.reference).toContain(order.id)
    expect(ok(await call(finance, 'GET', `/transactions/${paid.id}`))).toEqual(paid)
    await expectUnknownIs404(finance, 'GET', (id) => `/transactions/${id}`)
  })

  it('are filtered by kind, currency and time: from counts, to does not, a plain day counts whole', async () => {
    const finance = await signUp('ACCOUNTANT')
    const order = await paidOrder(await newMarket())
    await moveNow('platform:cash', 'platform:commission', 700, 'CDF')
    const all = async (query: string): Promise<Data[]> =>
      rowsIn(ok(await call(finance, 'GET', `/transactions?limit=100&${query}`)))
    const paid = (await all('currency=USD')).find(({ to }) => to === escrowOf(order))
    expect((await all('currency=CDF')).map(({ currency }) => currency)).not.toContain('USD')
    const kinds = await all(`kind=${encodeURIComponent(paid.kind)}`)
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set([paid.kind]))
    const has = async (query: string) => (await all(query)).some(({ id }) => id === paid.id)
    expect(await has(`from=${paid.createdAt}`)).toBe(true)
    expect(await has(`to=${paid.createdAt}`)).toBe(false)
    const at = Date.parse(paid.createdAt)
    expect(await has(`from=${dayOf(at)}&to=${dayOf(at)}`)).toBe(true)
    expect(await has(`to=${dayOf(at - DAY)}`)).toBe(false)
    expect(await has(`from=${dayOf(at + DAY)}`)).toBe(false)
    for (const bad of ['currency=EUR', 'from=hier', 'limit=101', 'wrong=1'])
      expect((await call(finance, 'GET', `/transactions?${bad}`)).status, bad).toBe(400)
  })

  it('are for finance only, like everything of the books', async () => {
    await expectOnly(
      FINANCE,
      ['GET', '/transactions'],
      ['GET', '/transactions/x'],
      ['GET', '/ledger/accounts'],
      ['GET', '/ledger/accounts/platform%3Acash/transfers?currency=USD'],
      ['GET', '/ledger/trial-balance'],
      ['GET', '/ledger/checks'],
      ['GET', '/ledger/export/csv'],
      ['POST', '/ledger/checks/run'],
    )
    await expectOnly(['ADMIN'], ['POST', '/ledger/adjustments', { transferId: 'x', reason: 'Erreur' }])
  })
})

describe('the transfers of an account', () => {
  it('add up to its balance', async () => {
    await setCommission('7.25')
    const finance = await signUp('ACCOUNTANT')
    const market = await newMarket()
    const order = await acceptedOrder(market)
    await setCommission('0.00')
    for (const [code, balance] of [
      [escrowOf(order), 200],
      [pendingOf(market), 2319],
    ] as const) {
      const rows: Data[] = rowsIn(ok(await transfersOf(finance, code)))
      for (const { from, to } of rows) expect([from, to]).toContain(code)
      const sum = rows.reduce((total, { to, amount }) => total + (to === code ? 1 : -1) * minor(amount), 0)
      expect(sum, code).toBe(balance)
      expect(Object.keys(rows[0])).toEqual(expect.arrayContaining(KEYS))
    }
  })

  it('are of one currency, and of an account that is there', async () => {
    const finance = await signUp('ACCOUNTANT')
    await moveNow('platform:cash', 'platform:commission', 700, 'CDF')
    await moveNow('platform:cash', 'platform:commission', 300, 'USD')
    const rows: Data[] = rowsIn(ok(await transfersOf(finance, 'platform:commission', 'currency=CDF')))
    expect(new Set(rows.map(({ currency }) => currency))).toEqual(new Set(['CDF']))
    for (const code of ['platform:nothing', 'seller:0:available', 'rien'])
      expect(refusal(await transfersOf(finance, code)), code).toEqual(GONE)
    expect((await transfersOf(finance, 'platform:commission', 'currency=EUR')).status).toBe(400)
  })
})

describe('the trial balance', () => {
  it('sums to nothing in every currency, with our exchange position in it', async () => {
    await rate('USD', 'RWF', 145_030_000_000)
    const finance = await signUp('ACCOUNTANT')
    const more = { payerPhoneNumber: freshPhone('123', '25078'), network: 'mtn', countryCode: 'RW' }
    await paidOrder(await newMarket(), more)
    const { currencies } = ok(await call(finance, 'GET', '/ledger/trial-balance'))
    const names = currencies.map(({ currency }: Data) => currency)
    expect(names).toEqual(expect.arrayContaining(['USD', 'RWF']))
    for (const { currency, difference, balanced } of currencies)
      expect([Number(difference), balanced], currency).toEqual([0, true])
    const said = JSON.stringify(ok(await call(finance, 'GET', '/ledger/trial-balance')))
    expect(said).toMatch(/fx|exchange|position/i)
    expect(said).toContain('39158')
  })
})

describe('the export', () => {
  it('is a CSV of all transfers of its filter, with the keys of the answer as its head', async () => {
    const finance = await signUp('ACCOUNTANT')
    const order = await paidOrder(await newMarket())
    for (let i = 0; i < 130; i++) await moveNow('platform:cash', 'platform:commission', 1 + i)
    const today = dayOf(Date.now())
    const { status, headers, text } = await raw(finance, `/ledger/export/csv?currency=USD&to=${today}`)
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/csv')])
    expect(headers.get('content-disposition')).toMatch(/filename="?[\w-]+\.csv"?/)
    expect(text.endsWith('\r\n') || !text.includes('\n')).toBe(true)
    const [head = [], ...rows] = cells(text)
    expect([...head].sort()).toEqual([...KEYS].sort())
    const cell = (row: string[], key: string) => row[head.indexOf(key)]
    expect(rows.filter((row) => cell(row, 'to') === 'platform:commission').length).toBeGreaterThanOrEqual(130)
    const paid = rows.find((row) => cell(row, 'to') === escrowOf(order)) ?? []
    expect([cell(paid, 'from'), cell(paid, 'amount')]).toEqual(['gatewayB:clearing', '27.00'])
    expect(rows.every((row) => cell(row, 'currency') === 'USD')).toBe(true)
    const [, ...later] = cells((await raw(finance, `/ledger/export/csv?from=${dayOf(Date.now() + DAY)}`)).text)
    expect(later).toEqual([])
  })
})
