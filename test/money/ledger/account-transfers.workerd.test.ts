import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { moveNow } from '#testing/stories/books.ts'

const CODE = encodeURIComponent('platform:commission')

it('shows the transfers of an account in all its currencies, newest first', async () => {
  await moveNow('platform:cash', 'platform:commission', 700, 'CDF')
  await moveNow('platform:cash', 'platform:commission', 300, 'USD')
  await moveNow('platform:commission', 'platform:cash', 100, 'USD')
  const { status, body } = await call(await signUp('ACCOUNTANT'), 'GET', `/ledger/accounts/${CODE}/transfers?limit=3`)
  expect(status).toBe(200)
  const rows = body.data.transfers as { amount: string; currency: string; to: string }[]
  expect(rows.map(({ amount, currency, to }) => `${amount} ${currency} ${to}`)).toEqual([
    '1.00 USD platform:cash',
    '3.00 USD platform:commission',
    '7.00 CDF platform:commission',
  ])
})
