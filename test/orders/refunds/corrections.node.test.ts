import { describe, expect, it } from 'vitest'
import { commit } from '../../../src/domain/core/commit.ts'
import { applyReading } from '../../../src/domain/money/gateways/apply.ts'
import { resolveTransaction } from '../../../src/domain/money/gateways/resolve.ts'
import { runChecks } from '../../../src/domain/money/ledger/run-checks.ts'
import { sellStock } from '../../../src/domain/orders/orders/stock.ts'
import { NOW, openDomain } from '../../in-node/domain.ts'
import { SUCCEEDED } from '../../in-node/gateways.ts'
import { addMarket } from '../../in-node/market.ts'
import { addTransaction, posted } from '../../in-node/money.ts'
import { addPaidOrder, orderFile } from '../../in-node/orders.ts'

const domain = openDomain(addMarket)
const admin = domain.as({ id: 'admin', role: 'ADMIN' })

const NOTE = 'Vu sur le relevé.'
const resolve = (id: string, outcome: 'lateSuccess' | 'reversed') =>
  resolveTransaction(admin, id, { outcome, note: NOTE })
const broken = async () => (await runChecks(domain.ctx)).checks.filter(({ ok }) => !ok)
/** An attempt with its history, as `intend` writes both. */
function intended(facts: Parameters<typeof addTransaction>[1]) {
  const tx = addTransaction(domain, facts)
  const first = { thing: 'gateway_transaction', event: 'intend', to_status: tx.status, at: NOW }
  domain.add('history', { thing_id: tx.id, version: 1, ...first })
  return tx
}
const balance = (code: string, currency = 'USD') =>
  domain.row<{ balance_minor: number }>(
    'SELECT balance_minor FROM accounts WHERE code = ? AND currency = ?',
    ...[code, currency],
  )?.balance_minor ?? 0

describe('a second payment that its operator takes back', () => {
  const RWF = { amountMinor: 27_970, currency: 'RWF', country: 'RW', network: 'mtn' } as const
  it.each([
    ['in the currency of the order', {}, {}],
    ['in whole units', { amountMinor: 2200, currency: 'CDF', network: 'vodacom' }, { currency: 'CDF' }],
    ['in francs of Rwanda', RWF, { rate_currency: 'RWF', rate_scaled: 130_033_000_000 }],
  ] as const)('leaves from where it lies apart (%s)', async (_how, money, facts) => {
    const currency = 'currency' in facts ? facts.currency : 'USD'
    addPaidOrder(domain, facts, { currency })
    await commit(domain.ctx, sellStock(domain.ctx, await orderFile(domain)))
    await applyReading(domain.after(1), intended({ id: 'again', currency, ...money }), SUCCEEDED)
    expect(balance('order:o1:held', currency)).toBe(4302)
    expect(await broken()).toEqual([])

    await resolve('again', 'reversed')
    expect(balance('order:o1:held', currency)).toBe(2151)
    for (const code of ['platform:cash', 'platform:fx', 'platform:rounding'])
      expect([balance(code, currency), balance(code, 'RWF')], code).toEqual([0, 0])
    expect(posted(domain, 'payin:reversed')).toHaveLength(1)
    expect(await orderFile(domain)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    expect(domain.row("SELECT description FROM incidents WHERE ref = 'reversed:again'")?.description).not.toContain(
      'caisse',
    )
    expect(await broken()).toEqual([])
  })
})
