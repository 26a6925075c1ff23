import { describe, expect, it } from 'vitest'
import { commit } from '../../../src/domain/core/commit.ts'
import { runChecks } from '../../../src/domain/money/ledger/run-checks.ts'
import { holdStock } from '../../../src/domain/orders/orders/stock.ts'
import { NOW, openDomain } from '../../in-node/domain.ts'
import { addAdmin, addMarket, addPlan } from '../../in-node/market.ts'
import { addTransaction } from '../../in-node/money.ts'
import { addOrder, orderFile } from '../../in-node/orders.ts'
import { decideByHand } from '../../in-node/resolutions.ts'

const domain = openDomain((market) => {
  addMarket(market)
  addAdmin(market)
  addPlan(market, 10, 10)
})
const admin = domain.as({ id: 'admin', role: 'ADMIN', email: 'admin@soko.test' })

const note = 'Vu sur le relevé.'
const broken = async () => (await runChecks(domain.ctx)).checks.filter(({ ok }) => !ok)
const balance = (code: string) =>
  domain.row<{ minor: number }>('SELECT balance_minor AS minor FROM accounts WHERE code = ?', code)?.minor ?? 0

/** An attempt with its history, as `intend` writes both. */
function intended(facts: Parameters<typeof addTransaction>[1]) {
  const tx = addTransaction(domain, { status: 'review', ...facts })
  const first = { thing: 'gateway_transaction', event: 'intend', to_status: tx.status, at: NOW }
  domain.add('history', { thing_id: tx.id, version: 1, ...first })
}

/** An order of 21.51 whose payin brought so much. */
async function orderThatGot(amountMinor: number) {
  addOrder(domain)
  await commit(domain.ctx, holdStock(domain.ctx, await orderFile(domain)))
  intended({ id: 'tx' })
  await decideByHand(admin, 'tx', { outcome: 'succeeded', note, amountMinor })
}

describe('a payin that brought less', () => {
  it('is never the full one by lateSuccess', async () => {
    await orderThatGot(2000)
    await expect(decideByHand(admin, 'tx', { outcome: 'lateSuccess', note })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await orderFile(domain)).toMatchObject({ paymentStatus: 'FAILED', paidCurrency: null })
    expect(balance('payins:held')).toBe(2000)
    expect(await broken()).toEqual([])
  })
})
