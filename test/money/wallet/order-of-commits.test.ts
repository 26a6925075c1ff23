import { afterEach, expect, it, vi } from 'vitest'
import { call } from '#testing/api.ts'
import { all } from '#testing/fixtures/database.ts'
import { transfer } from '#testing/fixtures/ledger.ts'
import { actOnOrder, deliveredOrder, newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newWalletOwner } from '#testing/fixtures/wallets.ts'

afterEach(() => vi.useRealTimers())
const cents = (text: string) => Math.round(Number(text) * 100)

type Line = { amount: string; balanceAfter: string; currency: string }
/** From the oldest on, each balance is the one before it and the line. */
function expectToAddUp(lines: Line[], opening = 0): void {
  let balance = opening
  for (const { amount, balanceAfter } of lines) {
    balance += cents(amount)
    expect(cents(balanceAfter)).toBe(balance)
  }
}

it('lines of one instant, and of one that was late, stand as they were committed', async () => {
  const admin = await signUp('ADMIN')
  const owner = await newWalletOwner('SELLER', {})
  const account = `seller:${owner.ownerId}:available`
  const now = Date.now()
  // Each reversal of a gift is a line; all of them in one instant, and some whose request began before the one before it.
  const starts = [0, 0, 0, -40, 0, -900, 0, 0, -5, 0, -1, 0]
  for (const [i] of starts.entries()) await transfer('platform:cash', account, 100 + i)
  const gifts = await all<{ id: string }>('SELECT id FROM transfers WHERE to_account = ? ORDER BY rowid', account)
  for (const [i] of starts.entries()) await transfer(account, 'platform:cash', 100 + i)
  for (const [i, late] of starts.entries()) {
    vi.useFakeTimers({ toFake: ['Date'], now: now + late })
    const said = { transferId: gifts[i]?.id, reason: 'Deux fois' }
    expect((await call(admin, 'POST', '/ledger/adjustments', said)).status).toBe(201)
    vi.useRealTimers()
  }
  const { currencies } = (await call(owner.person, 'GET', '/wallet/statement')).data
  const { lines } = currencies.find(({ currency }: { currency: string }) => currency === 'USD')
  expect(lines).toHaveLength(starts.length)
  expectToAddUp(lines)
  const { transactions } = (await call(owner.person, 'GET', '/wallet/transactions?limit=50')).data
  expectToAddUp(transactions.toReversed())
  const listed = (await call(admin, 'GET', '/transactions?kind=transfer:reversed&limit=100')).data.transactions
  const own = listed.filter(({ from }: { from: string }) => from === account).map(({ id }: { id: string }) => id)
  const committed = await all<{ id: string }>(
    `SELECT id FROM transfers WHERE kind = 'transfer:reversed' AND from_account = ? ORDER BY rowid DESC`,
    account,
  )
  expect(own).toEqual(committed.map(({ id }) => id))
})

it('a sale adds up with what came before it', async () => {
  const market = await newMarket()
  for (let i = 0; i < 2; i++) {
    const order = await deliveredOrder(market)
    await actOnOrder(market.buyer, order.id, 'confirm-receipt')
  }
  const { transactions } = (await call(market.seller, 'GET', '/wallet/transactions?limit=50')).data
  expect(transactions.length).toBeGreaterThan(1)
  expectToAddUp(transactions.toReversed())
})
