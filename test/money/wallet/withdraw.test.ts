import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call, reasons, tally, together } from '#testing/api.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { otherCode } from '#testing/fixtures/inputs.ts'
import { transfer } from '#testing/fixtures/ledger.ts'
import { payoutStatus } from '#testing/fixtures/payouts.ts'
import { signUp } from '#testing/fixtures/people.ts'
import {
  askWithdrawalCode,
  congoleseNumber,
  letResend,
  newWalletOwner,
  pollPayout,
  WITHDRAWAL_SUBJECT,
  walletBalance,
  withdraw,
  withdrawalCode,
} from '#testing/fixtures/wallets.ts'
import { approve, clearFaults, inbox, movementsOf, refuse, setFault, until } from '#testing/sandbox.ts'

const settled = (payoutId: string, status: string) =>
  until(async () => {
    await pollPayout(payoutId)
    return (await payoutStatus(payoutId)) === status
  }, `${payoutId} ${status}`)

describe('the code of a withdrawal', () => {
  it('goes to the address of the owner, by both addresses of the operation', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 })
    const asked = await askWithdrawalCode(seller, 'USD', 12.5)
    expect(asked).toMatchObject({ status: 200, data: { expiresIn: 600, resendIn: 60 } })
    expect(asked.data.maskedEmail).toMatch(/^s•••@test\.example$/)
    expect(asked.headers.get('x-d1-round-trips')).toBe('3')
    const mail = await until(async () =>
      (await inbox(seller.person.email)).find(({ subject }) => subject === WITHDRAWAL_SUBJECT),
    )
    expect(mail.text).toContain('12,50 USD')
    expect(mail.text).not.toContain(seller.phone)
    const again = await call(seller.person, 'POST', '/wallet/payout/otp', { currency: 'USD', amount: 12.5 })
    expect(again).toMatchObject({ status: 429 })
    expect(again.headers.get('retry-after')).toBe('60')
  })

  it('is not sent for what could not be withdrawn', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 })
    const refusals: [string, unknown, number, string][] = [
      ['USD', 50.01, 409, 'INSUFFICIENT_BALANCE'],
      ['CDF', 1000, 409, 'INSUFFICIENT_BALANCE'],
      ['USD', 0.99, 400, 'VALIDATION_ERROR'],
      ['USD', 1.001, 400, 'VALIDATION_ERROR'],
      ['USD', -5, 400, 'VALIDATION_ERROR'],
      ['USD', '1e1', 400, 'VALIDATION_ERROR'],
      ['CDF', 999.99, 400, 'VALIDATION_ERROR'],
      ['RWF', 1000, 400, 'VALIDATION_ERROR'],
      ['EUR', 10, 400, 'VALIDATION_ERROR'],
    ]
    for (const [currency, amount, status, name] of refusals) {
      const { error, ...answer } = await askWithdrawalCode(seller, currency, amount)
      expect([currency, amount, answer.status, error?.reason ?? error?.code]).toEqual([currency, amount, status, name])
    }
    const written = await env.DB.prepare('SELECT kind FROM outbox WHERE recipient = ?').bind(seller.person.email).all()
    expect(written.results).toEqual([])
    expect(await call(seller.person, 'POST', '/payout/otp', { currency: 'USD', amount: 5, to: 'me' })).toMatchObject({
      status: 400,
    })
  })

  it('is refused without a number, from a frozen wallet, to others and to guests', async () => {
    const bare = await newWalletOwner('SELLER', { USD: 5000 }, null)
    expect(await askWithdrawalCode(bare, 'USD', 5)).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
    const frozen = await newWalletOwner('SELLER', { USD: 5000 })
    await run('UPDATE wallets SET frozen_at = 1 WHERE owner_id = ?', frozen.ownerId)
    expect(await askWithdrawalCode(frozen, 'USD', 5)).toMatchObject({ status: 403, error: { reason: 'WALLET_FROZEN' } })
    const body = { currency: 'USD', amount: 5 }
    expect(await call(null, 'POST', '/payout/otp', body)).toMatchObject({ status: 401 })
    expect(await call(await signUp('BUYER'), 'POST', '/payout/otp', body)).toMatchObject({ status: 403 })
    expect(await call(await signUp('SELLER'), 'POST', '/payout/otp', body)).toMatchObject({ status: 403 })
  })
})

describe('a withdrawal', () => {
  it('reserves the money, and posts it once the operator has paid', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 })
    const made = await withdraw(seller, 'USD', '12.50', await withdrawalCode(seller, 'USD', 12.5))
    expect(made).toMatchObject({
      status: 201,
      data: {
        sellerProfileId: seller.ownerId,
        type: 'PAYOUT',
        amount: '-12.50',
        currency: 'USD',
        balanceAfter: '37.50',
        status: 'PROCESSING',
      },
    })
    expect(await walletBalance(seller, 'USD')).toMatchObject({
      available: '37.50',
      reserved: '12.50',
      lifetimeWithdrawn: '0.00',
    })
    expect(await movementsOf(seller.phone)).toMatchObject([
      { reference: made.data.orderId, amount: '12.5', currency: 'USD', kind: 'payout' },
    ])

    await approve(seller.phone)
    await settled(made.data.orderId, 'COMPLETED')
    await pollPayout(made.data.orderId)
    expect(await walletBalance(seller, 'USD')).toMatchObject({
      available: '37.50',
      reserved: '0.00',
      lifetimeWithdrawn: '12.50',
    })
    const lines = await call(seller.person, 'GET', '/wallet/transactions')
    expect(lines.data.transactions).toEqual([{ ...made.data, status: 'COMPLETED' }])
    const payouts = await call(seller.person, 'GET', '/wallet/payouts')
    expect(payouts.data).toMatchObject({
      pagination: { total: 1 },
      payouts: [{ id: made.data.orderId, status: 'COMPLETED', amount: '12.50' }],
    })
    expect(payouts.data.payouts[0].phoneNumber).toBe(`243••••••${seller.phone.slice(-3)}`)
  })

  it('is given back once when the operator fails later', async () => {
    const rider = await newWalletOwner('RIDER', { CDF: 500_000 }, congoleseNumber('119'))
    const made = await withdraw(rider, 'CDF', 2000, await withdrawalCode(rider, 'CDF', 2000))
    expect(made).toMatchObject({ status: 201, data: { sellerProfileId: rider.ownerId, amount: '-2000.00' } })
    await settled(made.data.orderId, 'FAILED')
    await together(5, () => pollPayout(made.data.orderId))
    expect(await walletBalance(rider, 'CDF')).toMatchObject({
      available: '5000.00',
      reserved: '0.00',
      lifetimeWithdrawn: '0.00',
    })
    const { data } = await call(rider.person, 'GET', '/wallet/transactions')
    expect(
      data.transactions.map((line: { type: string; amount: string; status: string }) => [
        line.type,
        line.amount,
        line.status,
      ]),
    ).toEqual([
      ['PAYOUT_REVERSAL', '2000.00', 'COMPLETED'],
      ['PAYOUT', '-2000.00', 'FAILED'],
    ])
    const payouts = await call(rider.person, 'GET', '/wallet/payouts')
    expect(payouts.data.payouts).toMatchObject([{ status: 'FAILED', failureCode: 'FAILED' }])
  })

  it('is given back at once when the operator refuses it', async () => {
    const seller = await newWalletOwner('SELLER', { CDF: 900_000 }, congoleseNumber('059'))
    const made = await withdraw(seller, 'CDF', 5000, await withdrawalCode(seller, 'CDF', 5000))
    expect(made).toMatchObject({ status: 400, error: { code: 'MBIYOPAY_PAYOUT_FAILED' } })
    expect(await walletBalance(seller, 'CDF')).toMatchObject({ available: '9000.00', reserved: '0.00' })
    await until(
      async () => (await inbox(seller.person.email)).find(({ subject }) => subject === 'Retrait non effectué'),
      'a mail',
    )
  })

  it('is neither paid nor given back while nobody knows what became of it', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 }, congoleseNumber('789'))
    const code = await withdrawalCode(seller, 'USD', 5)
    await setFault({ gateway: 'B', kind: 'payout', fault: 'serverErrorHappened' })
    const made = await withdraw(seller, 'USD', 5, code)
    await clearFaults()
    expect(made).toMatchObject({ status: 201, data: { status: 'PROCESSING' } })
    await settled(made.data.orderId, 'COMPLETED')
    expect(await movementsOf(seller.phone)).toHaveLength(1)
    expect(await walletBalance(seller, 'USD')).toMatchObject({ available: '45.00', reserved: '0.00' })
  })

  it('a person decides about a withdrawal of which the operator has no trace', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 })
    const code = await withdrawalCode(seller, 'USD', 5)
    await setFault({ gateway: 'B', kind: 'payout', fault: 'serverErrorNotHappened' })
    const made = await withdraw(seller, 'USD', 5, code)
    await clearFaults()
    expect(made).toMatchObject({ status: 201, data: { status: 'PROCESSING' } })
    await run('UPDATE gateway_transactions SET sent_at = 1 WHERE reference = ?', made.data.orderId)
    await together(3, () => pollPayout(made.data.orderId))
    expect(await walletBalance(seller, 'USD')).toMatchObject({ available: '45.00', reserved: '5.00' })
    expect(await movementsOf(seller.phone)).toEqual([])
    expect(await count('incidents WHERE description LIKE ?', `%${made.data.orderId}%`)).toBe(1)
  })

  it('is for the amount, currency, number and person of its code, and for one use', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000, CDF: 500_000 })
    const code = await withdrawalCode(seller, 'USD', 10)
    expect(await withdraw(seller, 'USD', 10.01, code)).toMatchObject({
      status: 401,
      error: { reason: 'INVALID_VERIFICATION_CODE' },
    })
    expect(await withdraw(seller, 'CDF', 1000, code)).toMatchObject({ status: 401 })
    await run('UPDATE wallets SET payout_phone = ? WHERE owner_id = ?', '243810000789', seller.ownerId)
    expect(await withdraw(seller, 'USD', 10, code)).toMatchObject({ status: 401 })
    await run('UPDATE wallets SET payout_phone = ? WHERE owner_id = ?', seller.phone, seller.ownerId)
    const other = await newWalletOwner('SELLER', { USD: 5000 })
    expect(await withdraw(other, 'USD', 10, code)).toMatchObject({ status: 410 })
    expect(await withdraw(seller, 'USD', 10, code)).toMatchObject({ status: 201 })
    expect(await withdraw(seller, 'USD', 10, code)).toMatchObject({ status: 410 })
    expect(await walletBalance(seller, 'USD')).toMatchObject({ available: '40.00', reserved: '10.00' })
  })

  it('is refused in every other way that the table says', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 })
    const code = await withdrawalCode(seller, 'USD', 10)
    const body = { currency: 'USD', amount: 10, otpCode: code }
    expect(await call(null, 'POST', '/wallet/payout', body)).toMatchObject({ status: 401 })
    expect(await call(await signUp('ADMIN'), 'POST', '/wallet/payout', body)).toMatchObject({ status: 403 })
    expect(await call(seller.person, 'POST', '/riders/me/payout', body)).toMatchObject({ status: 403 })
    expect(await call(seller.person, 'POST', '/wallet/payout', { currency: 'USD', amount: 10 })).toMatchObject({
      status: 400,
      error: { details: [{ field: 'otpCode' }] },
    })
    expect(await call(seller.person, 'POST', '/wallet/payout', { ...body, phoneNumber: '243810000789' })).toMatchObject(
      { status: 400 },
    )
    expect(await withdraw(seller, 'USD', 0.5, code)).toMatchObject({
      status: 400,
      error: { details: [{ field: 'amount' }] },
    })
    await run('UPDATE wallets SET frozen_at = 1 WHERE owner_id = ?', seller.ownerId)
    expect(await withdraw(seller, 'USD', 10, code)).toMatchObject({ status: 403, error: { reason: 'WALLET_FROZEN' } })
    await run('UPDATE wallets SET frozen_at = NULL WHERE owner_id = ?', seller.ownerId)
    await run('UPDATE codes SET expires_at = 1 WHERE person = ?', seller.person.id)
    expect(await withdraw(seller, 'USD', 10, code)).toMatchObject({ status: 410 })
    expect(await movementsOf(seller.phone)).toEqual([])
  })

  it('stops when a refund took the money after the code was sent', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 })
    const code = await withdrawalCode(seller, 'USD', 30)
    await transfer(`seller:${seller.ownerId}:available`, 'platform:cash', 6000)
    expect(await withdraw(seller, 'USD', 30, code)).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT', reason: 'INSUFFICIENT_BALANCE' },
    })
    expect(await walletBalance(seller, 'USD')).toMatchObject({
      available: '-10.00',
      reserved: '0.00',
      canWithdraw: false,
    })
    // Nothing was written, so the same code still works once the balance is covered.
    await transfer('platform:cash', `seller:${seller.ownerId}:available`, 4000)
    expect(await withdraw(seller, 'USD', 30, code)).toMatchObject({ status: 201 })
  })

  it('stays under the limit of a day, where there is one', async () => {
    await run(`UPDATE money_settings SET max_payout_per_day_minor = 500000 WHERE currency = 'CDF'`)
    const seller = await newWalletOwner('SELLER', { CDF: 900_000 })
    expect(await withdraw(seller, 'CDF', 4000, await withdrawalCode(seller, 'CDF', 4000))).toMatchObject({
      status: 201,
    })
    await letResend(seller.person)
    const second = await askWithdrawalCode(seller, 'CDF', 1001)
    expect(second).toMatchObject({ status: 409, error: { reason: 'PAYOUT_LIMIT' } })
    expect(second.error?.message).toMatch(/24 heures/)
    expect(await walletBalance(seller, 'CDF')).toMatchObject({ available: '5000.00', canWithdraw: true })

    // 5,000.00 exactly is within it; then nothing is left, and the wallet says so.
    await letResend(seller.person)
    const third = await withdraw(seller, 'CDF', 1000, await withdrawalCode(seller, 'CDF', 1000))
    expect(third.status).toBe(201)
    expect(await walletBalance(seller, 'CDF')).toMatchObject({ available: '4000.00', canWithdraw: false })

    // A withdrawal that failed or came back is not counted; nor is one that is older than 24 hours.
    await approve(seller.phone)
    await settled(third.data.orderId, 'COMPLETED')
    await run("UPDATE payouts SET status = 'FAILED' WHERE id = ?", third.data.orderId)
    expect(await walletBalance(seller, 'CDF')).toMatchObject({ available: '4000.00', canWithdraw: true })
    await run("UPDATE payouts SET status = 'COMPLETED' WHERE id = ?", third.data.orderId)
    await run(`UPDATE payouts SET created_at = created_at - 86400001 WHERE owner_id = ?`, seller.ownerId)
    await letResend(seller.person)
    expect(await withdraw(seller, 'CDF', 4000, await withdrawalCode(seller, 'CDF', 4000))).toMatchObject({
      status: 201,
    })
    await run(`UPDATE money_settings SET max_payout_per_day_minor = NULL`)
  })

  it('is of whole francs where the operator takes no centimes', async () => {
    const seller = await newWalletOwner('SELLER', { CDF: 300_050 })
    for (const answer of [
      await askWithdrawalCode(seller, 'CDF', '1000.50'),
      await withdraw(seller, 'CDF', '1000.50', '123456'),
    ])
      expect(answer).toMatchObject({ status: 400, error: { details: [{ field: 'amount' }] } })
    expect(await withdraw(seller, 'CDF', 1000, await withdrawalCode(seller, 'CDF', 1000))).toMatchObject({
      status: 201,
    })
    const airtel = await newWalletOwner('SELLER', { CDF: 300_050 }, { ...congoleseNumber(), network: 'airtel' })
    expect(await withdraw(airtel, 'CDF', '1000.50', await withdrawalCode(airtel, 'CDF', '1000.50'))).toMatchObject({
      status: 201,
    })
  })

  it('is replayed, not repeated, under its idempotency key', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 })
    const code = await withdrawalCode(seller, 'USD', 10)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await withdraw(seller, 'USD', 10, code, key)
    const second = await withdraw(seller, 'USD', 10, code, key)
    expect(second).toMatchObject({ status: 201, data: first.data })
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await movementsOf(seller.phone)).toHaveLength(1)
  })
})

describe('fifty at once', () => {
  it('one of fifty right codes withdraws', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 100_000 })
    const code = await withdrawalCode(seller, 'USD', 10)
    const answers = await together(50, () => withdraw(seller, 'USD', 10, code))
    expect(tally(answers)[201]).toBe(1)
    expect(answers.every(({ status }) => [201, 401, 410, 429].includes(status))).toBe(true)
    expect(await movementsOf(seller.phone)).toHaveLength(1)
    expect(await walletBalance(seller, 'USD')).toMatchObject({ available: '990.00', reserved: '10.00' })
  })

  it('five of fifty wrong codes are compared, and the right one comes too late', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 })
    const code = await withdrawalCode(seller, 'USD', 10)
    const answers = await together(50, () => withdraw(seller, 'USD', 10, otherCode(code)))
    expect(reasons(answers)).toEqual({ INVALID_VERIFICATION_CODE: 5, TOO_MANY_REQUESTS: 45 })
    expect(await withdraw(seller, 'USD', 10, code)).toMatchObject({ status: 429 })
    expect(await walletBalance(seller, 'USD')).toMatchObject({ available: '50.00', reserved: '0.00' })
  })

  it('the balance decides inside the commit when a refund takes the money', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 1500 })
    const code = await withdrawalCode(seller, 'USD', 10)
    const [answers] = await Promise.all([
      together(5, () => withdraw(seller, 'USD', 10, code)),
      transfer(`seller:${seller.ownerId}:available`, 'platform:cash', 600),
    ])
    const { available, reserved } = await walletBalance(seller, 'USD')
    // Either it came first, and the refund took the balance below zero, or it was refused.
    expect([available, reserved]).toEqual(tally(answers)[201] ? ['-1.00', '10.00'] : ['9.00', '0.00'])
    expect(tally(answers)[201] ?? 0).toBeLessThanOrEqual(1)
  })

  it('one of fifty codes that are asked for is sent', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 })
    const answers = await together(50, (i) => askWithdrawalCode(seller, 'USD', 10 + i / 100))
    expect(tally(answers)).toEqual({ 200: 1, 429: 49 })
  })

  it('refused by the operator: the money is back once', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 })
    const made = await withdraw(seller, 'USD', 10, await withdrawalCode(seller, 'USD', 10))
    await refuse(seller.phone)
    await together(20, () => pollPayout(made.data.orderId))
    expect(await walletBalance(seller, 'USD')).toMatchObject({ available: '50.00', reserved: '0.00' })
  })
})
