import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { all, run } from '#testing/fixtures/database.ts'
import { payoutStatus } from '#testing/fixtures/payouts.ts'
import {
  askWithdrawalCode,
  letResend,
  newWalletOwner,
  pollPayout,
  rwandanNumber,
  WITHDRAWAL_SUBJECT,
  walletBalance,
  withdraw,
  withdrawalCode,
} from '#testing/fixtures/wallets.ts'
import { approve, inbox, movementsOf, refuse, until } from '#testing/sandbox.ts'

const rate = (base: string, quote: string, value: number) =>
  run(
    `INSERT INTO exchange_rates (id, base_currency, quote_currency, rate_scaled, source, effective_at, is_active, created_at)
     VALUES (?, ?, ?, ?, 'TEST', 1, 1, ?)`,
    ...[crypto.randomUUID(), base, quote, Math.round(value * 1e8), Date.now()],
  )

beforeEach(async () => {
  await run('DELETE FROM exchange_rates')
  await rate('USD', 'RWF', 1465.5)
})

const settled = (payoutId: string, status: string) =>
  until(async () => {
    await pollPayout(payoutId)
    return (await payoutStatus(payoutId)) === status
  }, `${payoutId} ${status}`)

const moved = (payoutId: string) =>
  all<{ said: string }>(
    `SELECT kind || ' ' || from_account || ' > ' || to_account || ' ' || amount_minor || ' ' || currency AS said
     FROM transfers WHERE ref = ? ORDER BY rowid`,
    payoutId,
  )

describe('a withdrawal to a phone in Rwanda', () => {
  it.each(['SELLER', 'RIDER'] as const)('pays a %s in francs, at the rate that it shows', async (role) => {
    const owner = await newWalletOwner(role, { USD: 5000 }, rwandanNumber('789'))
    const asked = await askWithdrawalCode(owner, 'USD', '20.01')
    expect(asked.data).toMatchObject({
      payoutAmount: '29324',
      payoutCurrency: 'RWF',
      exchangeRate: '1465.50000000',
    })
    const mail = await until(async () =>
      (await inbox(owner.person.email)).find(({ subject }) => subject === WITHDRAWAL_SUBJECT),
    )
    expect(mail.text).toContain('RWF')
    const code = /\d{6}/.exec(mail.text)?.[0]
    const sent = await withdraw(owner, 'USD', '20.01', code)
    expect(sent.data).toMatchObject({ amount: '-20.01', currency: 'USD', payoutAmount: '29324', payoutCurrency: 'RWF' })
    const id = sent.data.orderId
    const [movement] = await movementsOf(owner.phone)
    expect(movement).toMatchObject({ amount: '29324', currency: 'RWF' })
    await approve(owner.phone)
    await settled(id, 'COMPLETED')
    const own = `${owner.kind}:${owner.ownerId}`
    expect((await moved(id)).map(({ said }) => said)).toEqual([
      `withdrawal:reserved ${own}:available > ${own}:reserved 2001 USD`,
      `withdrawal:done ${own}:reserved > platform:fx 2001 USD`,
      'withdrawal:exchanged platform:fx > gatewayB:clearing 29324 RWF',
    ])
    const listed = await call(owner.person, 'GET', '/wallet/payouts')
    expect(listed.data.payouts[0]).toMatchObject({
      ...{ status: 'COMPLETED', amount: '20.01', currency: 'USD' },
      ...{ payoutAmount: '29324', payoutCurrency: 'RWF', exchangeRate: '1465.50000000' },
    })
  })

  it('is paid at the rate of the moment when its code was asked for', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 }, rwandanNumber('789'))
    const code = await withdrawalCode(seller, 'USD', 10)
    const [used] = await all<{ frozen: number }>('SELECT frozen_at IS NOT NULL AS frozen FROM exchange_rates')
    expect(used?.frozen).toBe(1)
    await rate('USD', 'RWF', 3000)
    expect((await withdraw(seller, 'USD', 10, code)).data).toMatchObject({ payoutAmount: '14655' })
  })

  it('comes back whole when the operator refuses it', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 }, rwandanNumber('789'))
    const { data } = await withdraw(seller, 'USD', 10, await withdrawalCode(seller, 'USD', 10))
    await refuse(seller.phone)
    await settled(data.orderId, 'FAILED')
    expect(await walletBalance(seller, 'USD')).toMatchObject({ available: '50.00', canWithdraw: true })
    expect((await moved(data.orderId)).map(({ said }) => said.split(' ')[0])).toEqual([
      'withdrawal:reserved',
      'withdrawal:failed',
    ])
  })

  it('is refused in words while no rate is in force, and a code of before a changed number is worth nothing', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 }, rwandanNumber('789'))
    await run('DELETE FROM exchange_rates')
    expect(await askWithdrawalCode(seller, 'USD', 10)).toMatchObject({ status: 409 })
    expect(await withdraw(seller, 'USD', 10, '123456')).toMatchObject({ status: 410 })
    await rate('RWF', 'USD', 1 / 1465.5)
    const code = await withdrawalCode(seller, 'USD', 10)
    await letResend(seller.person)
    expect(await withdraw(seller, 'USD', 11, code)).toMatchObject({ status: 401 })
    expect(await movementsOf(seller.phone)).toEqual([])
  })
})
