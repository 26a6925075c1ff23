import { describe, expect, it } from 'vitest'
import { LAWS } from '#domain/money/ledger/checks.ts'
import { call, guest } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { run } from '#testing/fixtures/database.ts'
import { transfer } from '#testing/fixtures/ledger.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newWalletOwner, withdraw, withdrawalCode } from '#testing/fixtures/wallets.ts'

type Check = { name: string; ok: boolean; difference: string }
const broken = (checks: Check[]) => checks.filter(({ ok }) => !ok)

describe('the checks of the ledger', () => {
  it('hold after money moved, for finance only', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 })
    await withdraw(seller, 'USD', 10, await withdrawalCode(seller, 'USD', 10))
    const checked = await call(await signUp('ACCOUNTANT'), 'GET', '/ledger/checks')
    expect(checked.data.checks.map(({ name }: Check) => name)).toEqual(Object.keys(LAWS))
    expect(broken(checked.data.checks)).toEqual([])
    expect(checked.data.runAskedAt).toBe(null)
    expect(checked.headers.get('x-d1-round-trips')).toBe('1')
    const support = await signUp('SUPPORT')
    for (const [method, path] of [
      ['GET', '/ledger/checks'],
      ['POST', '/ledger/checks/run'],
      ['GET', '/ledger/trial-balance'],
      ['GET', '/ledger/accounts'],
    ] as const) {
      expect(await call(guest, method, path)).toMatchObject({ status: 401 })
      expect(await call(support, method, path)).toMatchObject({ status: 403 })
    }
  })

  it('name the law that is broken, and the things that break it, once the run was made that a person asked for', async () => {
    const admin = await signUp('ADMIN')
    const seller = await newWalletOwner('SELLER', { CDF: 500_000 })
    await withdraw(seller, 'CDF', 1000, await withdrawalCode(seller, 'CDF', 1000))
    const code = `seller:${seller.ownerId}:reserved`
    const tilt = (by: number) => run('UPDATE accounts SET balance_minor = balance_minor + ? WHERE code = ?', by, code)
    const checks = async (): Promise<Check[]> => (await call(admin, 'GET', '/ledger/checks')).data.checks
    await tilt(1)
    const first = await call(admin, 'POST', '/ledger/checks/run')
    const again = await call(admin, 'POST', '/ledger/checks/run')
    expect(first.data.runAskedAt).toMatch(/^\d{4}-/)
    expect(again.data.runAskedAt).toBe(first.data.runAskedAt)
    expect(broken(await checks())).toEqual([])
    await minuteCronAfter(0)
    const trial = await call(admin, 'GET', '/ledger/trial-balance')
    const told = broken(await checks())
    await tilt(-1)
    const both = { ok: false, difference: '1', things: [code], checkedAt: expect.stringMatching(/^\d{4}-/) }
    expect(told).toEqual([
      expect.objectContaining({ name: 'every account is the sum of its transfers', ...both }),
      expect.objectContaining({ name: 'reserved is what withdrawals and payouts on their way hold', ...both }),
    ])
    expect(trial.data.currencies).toContainEqual(
      expect.objectContaining({ currency: 'CDF', difference: '0.01', balanced: false }),
    )
    await call(admin, 'POST', '/ledger/checks/run')
    await minuteCronAfter(0)
    expect(broken(await checks())).toEqual([])
    expect((await call(admin, 'GET', '/ledger/checks')).data.runAskedAt).toBe(null)
  })

  it('accounts are listed with their totals', async () => {
    const admin = await signUp('ADMIN')
    await transfer('platform:cash', 'platform:subscriptions', 700, 'RWF')
    const { data } = await call(admin, 'GET', '/ledger/accounts?currency=RWF')
    expect(data.accounts).toEqual([
      { code: 'platform:cash', currency: 'RWF', balance: '-700', mayOverdraw: true },
      { code: 'platform:subscriptions', currency: 'RWF', balance: '700', mayOverdraw: true },
    ])
    expect(data.pagination).toMatchObject({ total: 2 })
    expect(await call(admin, 'GET', '/ledger/accounts?currency=EUR')).toMatchObject({ status: 400 })
  })
})
