import { describe, expect, it } from 'vitest'
import type { Ctx } from '#domain/core/context.ts'
import { requestWithdrawal } from '#domain/money/wallet/request-withdrawal.ts'
import { withdraw } from '#domain/money/wallet/withdraw.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket, mailsTo } from '#testing/domain/market.ts'
import { addTransfer } from '#testing/domain/money.ts'

// Another request commits between what a withdrawal reads and what it writes: nothing leaves that it forbids.

const AMOUNT = { currency: 'USD', amount: 12.5 } as const

const domain = openDomain((market) => {
  addMarket(market)
  const number = {
    payout_phone: '243810000002',
    payout_network: 'airtel',
    payout_country: 'CD',
    payout_verified_at: NOW,
  }
  market.add('wallets', { owner_id: 'sp', owner_kind: 'seller', user_id: 'seller', ...number, created_at: NOW })
  addTransfer(market, 'order:completed', 'o0', 'platform:cash', 'seller:sp:available', 5000)
})
const seller = (): Ctx => domain.as({ id: 'seller', role: 'SELLER', email: 'seller@soko.test', sellerProfileId: 'sp' })

async function withCode(asked: { currency: 'USD'; amount: number } = AMOUNT) {
  await requestWithdrawal(seller(), asked)
  return { ...asked, otpCode: /\d{6}/.exec(mailsTo(domain, 'seller@soko.test').at(-1)?.body ?? '')?.[0] ?? '' }
}
const left = () => domain.row("SELECT balance_minor AS n FROM accounts WHERE code = 'seller:sp:available'")?.n
const payouts = () => domain.rows('SELECT amount_minor AS n, phone FROM payouts')

const PAYOUT = `INSERT INTO payouts (id, owner_kind, owner_id, amount_minor, currency, status, gateway, requested_by, account, phone, network,
    country, version, created_at, updated_at)
  VALUES ('other', 'seller', 'sp', 100, 'USD', 'ACCEPTED', 'B', 'seller', 'seller:sp:available', '243810000002', 'airtel', 'CD', 1, ${NOW}, ${NOW})`

describe('a withdrawal whose code is right', () => {
  it('leaves to the number for which it was asked', async () => {
    const typed = await withCode()
    domain.answers.push({ kind: 'pending' })
    await withdraw(seller(), typed)
    expect(payouts()).toEqual([{ n: 1250, phone: '243810000002' }])
    expect(left()).toBe(3750)
  })

  it.each([
    ['the number changes', "UPDATE wallets SET payout_phone = '243810000099'", { code: 'CONFLICT' }],
    ['the network changes', "UPDATE wallets SET payout_network = 'orange'", { code: 'CONFLICT' }],
    ['the country changes', "UPDATE wallets SET payout_country = 'RW'", { code: 'CONFLICT' }],
    ['the number goes', 'UPDATE wallets SET payout_verified_at = NULL, payout_phone = NULL', { code: 'CONFLICT' }],
    ['the wallet is frozen', 'UPDATE wallets SET frozen_at = 1', { reason: 'WALLET_FROZEN' }],
    [
      'the platform comes to ask for an identity',
      "INSERT INTO platform_settings (name, value, updated_at) VALUES ('kycRequiredFor', 'WITHDRAWAL', 1)",
      { reason: 'KYC_REQUIRED' },
    ],
    [
      'the account changes hands',
      `UPDATE users SET withdrawals_held_until = ${NOW + 1} WHERE id = 'seller'`,
      { reason: 'WITHDRAWAL_HELD' },
    ],
    [
      'the maximum of a day shrinks',
      "UPDATE money_settings SET max_payout_per_day_minor = 1249 WHERE currency = 'USD'",
      { reason: 'PAYOUT_LIMIT' },
    ],
    [
      'the money is spent',
      `INSERT INTO transfers (id, kind, ref, from_account, to_account, amount_minor, currency, created_at)
       VALUES ('spent', 'refund:goods', 'spent', 'seller:sp:available', 'platform:cash', 3751, 'USD', ${NOW})`,
      { reason: 'INSUFFICIENT_BALANCE' },
    ],
  ])('does not leave if %s at the same moment', async (_, happens, refusal) => {
    const typed = await withCode()
    const before = domain.calls.length
    await expect(withdraw(domain.meanwhile(happens, seller()), typed)).rejects.toMatchObject(refusal)
    expect(payouts()).toEqual([])
    expect(domain.calls.slice(before)).toEqual([])
  })

  it('is of exactly the maximum of a day, and no more with another of the same moment', async () => {
    domain.run("UPDATE money_settings SET max_payout_per_day_minor = 1250 WHERE currency = 'USD'")
    const typed = await withCode()
    await expect(withdraw(domain.meanwhile(PAYOUT, seller()), typed)).rejects.toMatchObject({ reason: 'PAYOUT_LIMIT' })
    expect(payouts()).toHaveLength(1)
    domain.run('DELETE FROM payouts')
    domain.answers.push({ kind: 'pending' })
    await withdraw(seller(), typed)
    expect(left()).toBe(3750)
  })

  it('is of exactly the least amount, which is no dust', async () => {
    domain.run("UPDATE money_settings SET min_payout_minor = 1250 WHERE currency = 'USD'")
    const typed = await withCode()
    domain.answers.push({ kind: 'pending' })
    await withdraw(seller(), typed)
    expect(domain.row('SELECT is_dust AS dust FROM payouts')).toEqual({ dust: 0 })
    await expect(
      requestWithdrawal(domain.after(120_000, { caller: seller().caller }), { ...AMOUNT, amount: 12.49 }),
    ).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  })
})
