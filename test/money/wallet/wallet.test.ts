import { describe, expect, it } from 'vitest'
import { type Caller, call, guest, reasons, tally, together } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { freshPhone, otherCode } from '#testing/fixtures/inputs.ts'
import { transfer } from '#testing/fixtures/ledger.ts'
import { signUp } from '#testing/fixtures/people.ts'
import {
  congoleseNumber,
  letResend,
  newWalletOwner,
  rwandanNumber,
  walletBalance,
  withdraw,
  withdrawalCode,
} from '#testing/fixtures/wallets.ts'
import { codeFor, inbox, until } from '#testing/sandbox.ts'

const request = (as: Caller, body: Record<string, unknown>) =>
  call(as, 'POST', '/wallet/settings/payout-number/request', body)
const confirm = (as: Caller, code: unknown) => call(as, 'POST', '/wallet/settings/payout-number/confirm', { code })

describe('a wallet', () => {
  it('shows the currencies that people earn in, also those that are empty', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 1250 })
    await transfer('platform:cash', `seller:${seller.ownerId}:pending`, 300)
    await transfer(`seller:${seller.ownerId}:pending`, `seller:${seller.ownerId}:available`, 100)
    const answer = await call(seller.person, 'GET', '/wallet')
    expect(answer.headers.get('x-d1-round-trips')).toBe('2')
    expect(answer.data.frozen).toBe(false)
    expect(answer.data.payoutNumber).toMatchObject({
      phoneNumber: `243••••••${seller.phone.slice(-3)}`,
      network: 'vodacom',
      countryCode: 'CD',
    })
    const zero = { pending: '0.00', reserved: '0.00', lifetimeEarned: '0.00', lifetimeWithdrawn: '0.00' }
    expect(answer.data.balances).toEqual([
      {
        currency: 'USD',
        available: '13.50',
        ...zero,
        pending: '2.00',
        lifetimeEarned: '1.00',
        minPayout: '1.00',
        canWithdraw: true,
      },
      { currency: 'CDF', available: '0.00', ...zero, minPayout: '1000.00', canWithdraw: false },
    ])
    // No order stands behind it, and the laws ask for one.
    await transfer(`seller:${seller.ownerId}:pending`, 'platform:cash', 200)
  })

  it('says that a withdrawal is possible only where one is', async () => {
    const can = async (as: Awaited<ReturnType<typeof newWalletOwner>>, currency: string) =>
      (await walletBalance(as, currency)).canWithdraw
    const rwandan = await newWalletOwner('SELLER', { USD: 5000 }, rwandanNumber())
    expect(await can(rwandan, 'USD')).toBe(true)
    const congolese = await newWalletOwner('RIDER', { USD: 100, CDF: 99_999 })
    expect([await can(congolese, 'USD'), await can(congolese, 'CDF')]).toEqual([true, false])
    await run('UPDATE wallets SET frozen_at = 1 WHERE owner_id = ?', congolese.ownerId)
    expect(await can(congolese, 'USD')).toBe(false)
    expect(await can(await newWalletOwner('SELLER', { USD: 5000 }, null), 'USD')).toBe(false)
  })

  it('is each owner’s own, empty for a new one, closed to everybody else', async () => {
    const rider = await newWalletOwner('RIDER', {}, null)
    expect((await call(rider.person, 'GET', '/wallet')).data).toMatchObject({
      payoutNumber: null,
      balances: [{ currency: 'USD', available: '0.00' }, { currency: 'CDF' }],
    })
    const buyer = await signUp('BUYER')
    const bare = await signUp('SELLER')
    for (const path of ['/wallet', '/wallet/transactions', '/wallet/payouts', '/wallet/settings']) {
      expect(await call(guest, 'GET', path)).toMatchObject({ status: 401 })
      expect(await call(buyer, 'GET', path)).toMatchObject({ status: 403 })
      expect(await call(bare, 'GET', path)).toMatchObject({ status: 403 })
    }
  })

  it('lists its lines by currency and type, with their totals', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 9000, CDF: 900_000 })
    await withdraw(seller, 'USD', 10, await withdrawalCode(seller, 'USD', 10))
    await letResend(seller.person)
    await withdraw(seller, 'CDF', 1000, await withdrawalCode(seller, 'CDF', 1000))
    const list = (query: string) => call(seller.person, 'GET', `/wallet/transactions?${query}`)
    const seen = async (query: string) => {
      const { transactions, pagination } = (await list(query)).data
      return [transactions.map((line: { currency: string }) => line.currency), pagination.total]
    }
    expect(await seen('')).toEqual([['CDF', 'USD'], 2])
    expect(await seen('limit=1&page=2')).toEqual([['USD'], 2])
    expect(await seen('currency=USD')).toEqual([['USD'], 1])
    expect(await seen('currency=RWF')).toEqual([[], 0])
    expect(await seen('type=PAYOUT')).toEqual([['CDF', 'USD'], 2])
    expect(await seen('type=PAYOUT&currency=CDF')).toEqual([['CDF'], 1])
    expect(await seen('type=SALE')).toEqual([[], 0])
    expect((await list('')).headers.get('x-d1-round-trips')).toBe('2')
    for (const query of ['limit=101', 'page=0', 'type=GIFT', 'currency=EUR', 'ownerId=x']) {
      expect(await list(query), query).toMatchObject({ status: 400 })
    }
    const other = await newWalletOwner('SELLER')
    expect((await call(other.person, 'GET', '/wallet/transactions')).data.transactions).toEqual([])
    expect((await call(other.person, 'GET', '/wallet/payouts')).data.payouts).toEqual([])
  })
})

describe('a payout number', () => {
  it('is the one that got the code, once it comes back', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 }, null)
    const phone = freshPhone('789')
    const asked = await request(seller.person, {
      phoneNumber: `0${phone.slice(3)}`,
      network: 'Vodacom',
      countryCode: 'CD',
    })
    expect(asked).toMatchObject({
      status: 200,
      data: { sent: true, expiresIn: 600, resendIn: 60, maskedPhone: `243••••••${phone.slice(-3)}` },
    })
    expect((await call(seller.person, 'GET', '/wallet/settings')).data).toEqual({ payoutNumber: null, frozen: false })
    const confirmed = await confirm(seller.person, await codeFor(phone, 'SMS'))
    expect(confirmed.data.payoutNumber).toMatchObject({
      phoneNumber: `243••••••${phone.slice(-3)}`,
      network: 'vodacom',
      countryCode: 'CD',
    })
    expect(confirmed.headers.get('x-d1-round-trips')).toBe('3')
    expect((await call(seller.person, 'GET', '/wallet/settings')).data).toEqual(confirmed.data)
    const mail = await until(async () =>
      (await inbox(seller.person.email)).find(({ subject }) => subject === 'Nouveau numéro de retrait'),
    )
    expect(mail.text).not.toContain(phone)
    expect(await withdraw(seller, 'USD', 5, await withdrawalCode(seller, 'USD', 5))).toMatchObject({ status: 201 })
  })

  it('opens the wallet of a seller who has none yet, and leaves the old number until then', async () => {
    const seller = await newWalletOwner('SELLER', {}, congoleseNumber())
    await run('DELETE FROM wallets WHERE owner_id = ?', seller.ownerId)
    const phone = freshPhone('789')
    await request(seller.person, { phoneNumber: phone, network: 'airtel', countryCode: 'CD' })
    await confirm(seller.person, await codeFor(phone, 'SMS'))
    expect((await call(seller.person, 'GET', '/wallet/settings')).data.payoutNumber).toMatchObject({
      countryCode: 'CD',
      network: 'airtel',
    })
  })

  it('a Rwandan payout number receives its own currency', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 }, null)
    const { phone } = rwandanNumber('789')
    for (const network of ['vodacom', 'orange']) {
      expect(await request(seller.person, { phoneNumber: phone, network, countryCode: 'RW' })).toMatchObject({
        status: 400,
        error: { details: [{ field: 'network' }] },
      })
    }
    await request(seller.person, { phoneNumber: phone, network: 'airtel', countryCode: 'RW' })
    await confirm(seller.person, await codeFor(phone, 'SMS'))
    expect((await call(seller.person, 'GET', '/wallet/settings')).data.payoutNumber).toMatchObject({
      countryCode: 'RW',
      network: 'airtel',
    })
  })

  it('holds the withdrawal whose code went out before it changed', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 })
    const code = await withdrawalCode(seller, 'USD', 5)
    const phone = freshPhone('789')
    await request(seller.person, { phoneNumber: phone, network: 'vodacom', countryCode: 'CD' })
    await confirm(seller.person, await codeFor(phone, 'SMS'))
    expect(await withdraw(seller, 'USD', 5, code)).toMatchObject({
      status: 409,
      error: { reason: 'WITHDRAWAL_HELD' },
    })
    expect(await walletBalance(seller, 'USD')).toMatchObject({ available: '50.00', canWithdraw: false })
  })

  it('must be of its country and network, and asked for by an owner', async () => {
    const { person } = await newWalletOwner('RIDER', {}, null)
    const good = { phoneNumber: freshPhone(), network: 'vodacom', countryCode: 'CD' }
    const wrong: [Record<string, unknown>, string][] = [
      [{ ...good, network: 'mtn' }, 'network'],
      [{ ...good, countryCode: 'RW', network: 'mtn' }, 'phoneNumber'],
      [{ ...good, phoneNumber: rwandanNumber().phone }, 'phoneNumber'],
      [{ ...good, phoneNumber: 'abc' }, 'phoneNumber'],
      [{ ...good, countryCode: 'KE' }, 'countryCode'],
      [{ network: 'vodacom', countryCode: 'CD' }, 'phoneNumber'],
    ]
    for (const [body, field] of wrong) {
      expect(await request(person, body)).toMatchObject({ status: 400, error: { details: [{ field }] } })
    }
    expect(await request(person, { ...good, verified: true })).toMatchObject({ status: 400 })
    expect(await request(guest, good)).toMatchObject({ status: 401 })
    expect(await request(await signUp('BUYER'), good)).toMatchObject({ status: 403 })
    expect(await confirm(person, '123456')).toMatchObject({ status: 410 })
    expect(await confirm(person, '12')).toMatchObject({ status: 400 })
    expect(await confirm(guest, '123456')).toMatchObject({ status: 401 })
  })

  it('is not guessed: fifty tries at once get five', async () => {
    const { person } = await newWalletOwner('SELLER', {}, null)
    const phone = freshPhone()
    expect(
      tally(await together(20, () => request(person, { phoneNumber: phone, network: 'vodacom', countryCode: 'CD' }))),
    ).toEqual({ 200: 1, 429: 19 })
    const code = await codeFor(phone, 'SMS')
    const answers = await together(50, () => confirm(person, otherCode(code)))
    expect(reasons(answers)).toEqual({ INVALID_VERIFICATION_CODE: 5, TOO_MANY_REQUESTS: 45 })
    expect(await confirm(person, code)).toMatchObject({ status: 429 })
    expect((await call(person, 'GET', '/wallet/settings')).data.payoutNumber).toBeNull()
  })
})
