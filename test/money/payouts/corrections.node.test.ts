import { expect, it } from 'vitest'
import type { Ctx } from '#domain/core/context.ts'
import { applyReading } from '#domain/money/gateways/readings/apply.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { DECLINED } from '#testing/domain/gateways.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction, addTransfer, linesOfTransfers } from '#testing/domain/money.ts'
import { decideByHand } from '#testing/domain/resolutions.ts'

const domain = openDomain(addMarket)
const admin = domain.as({ id: 'buyer', role: 'ADMIN' })

const COMMISSION = 'platform:commission'
const resolve = (ctx: Ctx, outcome: 'lateSuccess' | 'reversed') =>
  decideByHand(ctx, 'p1', { outcome, note: 'Vu sur le relevé.' })
const balance = (code: string) => domain.row('SELECT balance_minor FROM accounts WHERE code = ?', code)?.balance_minor

/** A payout of the commission that its operator refused; the commission has so much. */
async function refusedPayout(commission: number): Promise<void> {
  addTransfer(domain, 'order:commission', 'o1', 'gatewayB:clearing', COMMISSION, commission)
  const money = { amount_minor: 2151, currency: 'USD', phone: '243810000001', network: 'airtel', country: 'CD' }
  const paid = { gateway: 'A', requested_by: 'buyer', account: COMMISSION, status: 'ACCEPTED' }
  domain.add('payouts', { id: 'p1', ...paid, ...money, created_at: NOW, updated_at: NOW })
  addTransfer(domain, 'payout:reserved', 'p1', COMMISSION, 'platform:reserved', 2151)
  const tx = { gateway: 'A', kind: 'payout', purpose: 'ADMIN_PAYOUT', subjectId: 'p1', reference: 'p1' } as const
  await applyReading(domain.ctx, addTransaction(domain, tx), DECLINED)
  expect(balance(COMMISSION)).toBe(commission)
}
const spend = (amount: number) =>
  `INSERT INTO transfers (id, kind, ref, from_account, to_account, amount_minor, currency, created_at)
   VALUES ('spent', 'payout:done', 'other', '${COMMISSION}', 'platform:cash', ${amount}, 'USD', 1)`

it('a payout that had arrived after all is paid by its account where that has it, and comes back there', async () => {
  await refusedPayout(2151)
  await resolve(admin, 'lateSuccess')
  expect(balance(COMMISSION)).toBe(0)
  await resolve(admin, 'reversed')
  expect([balance(COMMISSION), balance('platform:cash')]).toEqual([2151, undefined])
})

it('a payout that our cash paid for, because its account was spent, comes back to our cash', async () => {
  await refusedPayout(2151)
  domain.run(spend(1))
  await resolve(admin, 'lateSuccess')
  expect(linesOfTransfers(domain, 'payout:late')).toEqual([
    'payout:late p1: platform:cash > gatewayA:clearing 2151 USD',
  ])
  await resolve(admin, 'reversed')
  expect(linesOfTransfers(domain, 'payout:returned')).toEqual([
    'payout:returned p1: gatewayA:clearing > platform:cash 2151 USD',
  ])
  expect([balance(COMMISSION), balance('platform:cash')]).toEqual([2150, 1])
})

it('a payout whose account is spent while it is decided is paid by our cash: the account does not go below zero', async () => {
  await refusedPayout(2151)
  await resolve(domain.meanwhile(spend(2000), admin), 'lateSuccess')
  expect([balance(COMMISSION), balance('platform:cash')]).toEqual([151, 2000 - 2151])
})
