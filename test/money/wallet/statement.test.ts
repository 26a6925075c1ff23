import { describe, expect, it } from 'vitest'
import { boundsOfMonth, monthOf } from '#kernel/period.ts'
import { call } from '#testing/api.ts'
import { fromNoon } from '#testing/clock.ts'
import { newWalletOwner, sellOften, type WalletOwner } from '#testing/fixtures/wallets.ts'

fromNoon()

const NOW = Date.now()
const MONTH = monthOf(NOW)
const { since } = boundsOfMonth(MONTH)
const before = monthOf(since - 1)

const statement = (owner: WalletOwner, month = MONTH) => call(owner.person, 'GET', `/wallet/statement?month=${month}`)

describe('a statement', () => {
  it('is this month’s unless told, in every currency that people earn in, in two trips', async () => {
    const owner = await newWalletOwner('SELLER')
    await sellOften(owner, 3, since)
    await sellOften(owner, 2, since - 2)
    const answer = await call(owner.person, 'GET', '/wallet/statement')
    expect(answer.headers.get('x-d1-round-trips')).toBe('2')
    expect(answer.data).toMatchObject({
      month: MONTH,
      currencies: [
        { currency: 'USD', opening: '0.02', closing: '0.05' },
        { currency: 'CDF', opening: '0.00', lines: [], closing: '0.00' },
      ],
    })
    const lines: { createdAt: string }[] = answer.data.currencies[0].lines
    const times = lines.map(({ createdAt }) => createdAt)
    expect([times.length, times]).toEqual([3, times.toSorted()])
    expect((await statement(owner, before)).data.currencies[0]).toMatchObject({ opening: '0.00', closing: '0.02' })
    expect((await statement(owner, '1999-12')).data.currencies[0]).toMatchObject({ opening: '0.00', closing: '0.00' })
    for (const month of ['9999-12', '2026-1', '26-01', ''])
      expect((await statement(owner, month)).error, month).toMatchObject({ details: [{ field: 'month' }] })
  })

  it('has 10,000 lines; one of more is refused, and read as a list of a period', async () => {
    const owner = await newWalletOwner('SELLER')
    await sellOften(owner, 10_000, since)
    const whole = (await statement(owner)).data.currencies[0]
    expect([whole.lines.length, whole.closing]).toEqual([10_000, '100.00'])
    await sellOften(owner, 1, since + 20_000)
    expect(await statement(owner)).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
    const [from, to] = [since + 9_998, since + 20_001].map((ms) => new Date(ms).toISOString())
    const list = async (query: string) => (await call(owner.person, 'GET', `/wallet/transactions?${query}`)).data
    const { transactions, pagination } = await list(`from=${from}&to=${to}`)
    expect([transactions.length, pagination.total]).toEqual([3, 3])
    expect((await list(`from=${from}&to=${to}&currency=CDF&type=SALE`)).pagination.total).toBe(0)
    expect((await list(`to=${before}-01`)).pagination.total).toBe(0)
    // Beyond a thousand a period is not counted.
    expect((await list(`from=${MONTH}-01&limit=100&page=11`)).pagination.total).toBe(1000)
    expect(await call(owner.person, 'GET', `/wallet/transactions?from=${to}&to=${from}`)).toMatchObject({ status: 400 })
  }, 60_000)
})
