import { expect, it } from 'vitest'
import { commit } from '#domain/core/commit.ts'
import { bookPayoutReturn, payoutArrivedLate } from '#domain/money/payouts/correct.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction, addTransfer, linesOfTransfers } from '#testing/domain/money.ts'

const domain = openDomain(addMarket)
const AVAILABLE = 'seller:sp:available'

function addPayout(status: string) {
  const exchange = JSON.stringify({
    amountMinor: 29_310,
    currency: 'RWF',
    rate: { times: 146_550_000_000, over: 100_000_000 },
  })
  const money = { amount_minor: 2000, currency: 'USD', phone: '250780000001', network: 'mtn', country: 'RW', exchange }
  const paid = {
    gateway: 'B',
    owner_id: 'sp',
    owner_kind: 'seller',
    requested_by: 'seller',
    account: AVAILABLE,
    status,
  }
  domain.add('payouts', { id: 'p1', ...paid, ...money, created_at: NOW, updated_at: NOW })
  addTransfer(domain, 'order:paid', 'o1', 'gatewayB:clearing', AVAILABLE, 2000)
  const tx = { gateway: 'B', kind: 'payout', purpose: 'WITHDRAWAL', subjectId: 'p1', reference: 'p1' } as const
  return addTransaction(domain, tx)
}

it('an exchanged withdrawal that comes back brings its own money back at the rate at which it left', async () => {
  const tx = addPayout('COMPLETED')
  await commit(domain.ctx, await bookPayoutReturn(domain.ctx, tx))
  expect(linesOfTransfers(domain, 'withdrawal:*')).toEqual([
    'withdrawal:exchanged-back p1: gatewayB:clearing > platform:fx 29310 RWF',
    `withdrawal:returned p1: platform:fx > ${AVAILABLE} 2000 USD`,
  ])
})

it('one that had arrived after all leaves through the exchange as any other', async () => {
  const tx = addPayout('FAILED')
  await commit(domain.ctx, await payoutArrivedLate(domain.ctx, tx))
  expect(linesOfTransfers(domain, 'withdrawal:*')).toEqual([
    `withdrawal:late p1: ${AVAILABLE} > platform:fx 2000 USD`,
    'withdrawal:exchanged p1: platform:fx > gatewayB:clearing 29310 RWF',
  ])
})
