import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call, tally, together } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { signUp } from '#testing/fixtures/people.ts'
import {
  askWithdrawalCode,
  newWalletOwner,
  rwandanNumber,
  type WalletOwner,
  walletBalance,
  withdraw,
  withdrawalCode,
} from '#testing/fixtures/wallets.ts'
import { approve, clearFaults, codeFor, movementsOf, refuse } from '#testing/sandbox.ts'
import { changesOf, ok, outgoing } from '#testing/stories/books.ts'
import { booksAgree, movementPath, saysByHand } from '#testing/stories/decisions.ts'
import { breaks, movementRow, rate } from '#testing/stories/money.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule 8.2.14: sellers and riders in Rwanda are paid: a payout number of RW is allowed (MTN, Airtel); the wallet stays USD or CDF, the phone
// gets RWF at the rate in force when the code is asked for, bound to it: WalletPayout shows payoutAmount, payoutCurrency, exchangeRate;
// books: seller:reserved -> platform:fx, platform:fx (RWF) -> gatewayB:clearing (RWF); failed or returned goes back at the same rate.
//
// Silent: half francs (whole ones here); the status where there is no rate (4xx, nothing reserved); what a payout to a Congolese number
// shows in the three fields.

clockGoesOn()
beforeEach(async () => {
  await run('UPDATE exchange_rates SET is_active = 0')
  await rate('USD', 'RWF', 146_500_000_000)
  await rate('USD', 'CDF', 280_000_000_000)
})
afterEach(() => clearFaults())

const inKigali = (role: 'SELLER' | 'RIDER' = 'SELLER', money: object = { USD: 5000 }, number = rwandanNumber()) =>
  newWalletOwner(role, money, number)
const takes = async (owner: WalletOwner, amount = '20.00', currency = 'USD') =>
  withdraw(owner, currency, amount, await withdrawalCode(owner, currency, amount))
const account = ({ kind, ownerId }: WalletOwner, what: string) => `${kind}:${ownerId}:${what}`
const lineOf = async (owner: WalletOwner) => ok(await call(owner.person, 'GET', '/wallet/payouts')).payouts[0]

describe('a payout number of Rwanda', () => {
  it.each(['mtn', 'airtel'])('8.2.14 of %s is proved by the SMS to it', async (network) => {
    const { person } = await newWalletOwner('SELLER', { USD: 5000 }, null)
    const phoneNumber = freshPhone('123', '25078')
    ok(
      await call(person, 'POST', '/wallet/settings/payout-number/request', { phoneNumber, network, countryCode: 'RW' }),
    )
    ok(
      await call(person, 'POST', '/wallet/settings/payout-number/confirm', { code: await codeFor(phoneNumber, 'SMS') }),
    )
    expect(ok(await call(person, 'GET', '/wallet')).payoutNumber).toMatchObject({ network, countryCode: 'RW' })
    const usd = ok(await call(person, 'GET', '/wallet')).balances.find(
      ({ currency }: { currency: string }) => currency === 'USD',
    )
    expect(usd).toMatchObject({ available: '50.00', canWithdraw: true })
  })

  it.each([
    ['vodacom', '25078', 'RW'],
    ['mtn', '24381', 'RW'],
    ['mtn', '25078', 'CD'],
  ])('8.2.14 %s of %s as %s is 400', async (network, prefix, countryCode) => {
    const { person } = await newWalletOwner('SELLER', { USD: 5000 }, null)
    const body = { phoneNumber: freshPhone('123', prefix), network, countryCode }
    expect((await call(person, 'POST', '/wallet/settings/payout-number/request', body)).status).toBe(400)
  })
})

describe('a withdrawal to Rwanda', () => {
  it.each(['SELLER', 'RIDER'] as const)('8.2.14 of a %s pays RWF at the rate in force, and says so', async (role) => {
    const owner = await inKigali(role)
    const answer = await takes(owner)
    expect(answer.status, JSON.stringify(answer.error)).toBe(201)
    expect(answer.data).toMatchObject({ payoutAmount: '29300', payoutCurrency: 'RWF' })
    expect(Number(answer.data.exchangeRate)).toBe(1465)
    expect(await movementsOf(owner.phone)).toMatchObject([{ kind: 'payout', currency: 'RWF', amount: '29300' }])
    expect([await balance(account(owner, 'available')), await balance(account(owner, 'reserved'))]).toEqual([
      3000, 2000,
    ])
    const changes = await changesOf(() => approve(owner.phone))
    expect(changes).toEqual({
      [account(owner, 'reserved')]: -2000,
      'platform:fx': 2000,
      'platform:fx RWF': -29_300,
      'gatewayB:clearing RWF': 29_300,
    })
    expect(await lineOf(owner)).toMatchObject({ status: 'COMPLETED', payoutAmount: '29300', payoutCurrency: 'RWF' })
    expect((await walletBalance(owner, 'USD')).available).toBe('30.00')
    await booksAgree()
  })

  it('8.2.14 from a wallet in francs of Congo goes the way through the dollar', async () => {
    const owner = await inKigali('SELLER', { CDF: 10_000_000 })
    const answer = ok(await takes(owner, '28000.00', 'CDF'))
    expect(answer).toMatchObject({ payoutCurrency: 'RWF' })
    expect(Math.abs(Number(answer.payoutAmount) - 14_650)).toBeLessThanOrEqual(1)
    await approve(owner.phone)
    await booksAgree()
  })

  it('8.2.14 keeps the rate of its code, though another is in force by then', async () => {
    const owner = await inKigali()
    const code = await withdrawalCode(owner, 'USD', '20.00')
    await run('UPDATE exchange_rates SET is_active = 0')
    await rate('USD', 'RWF', 150_000_000_000)
    const answer = await withdraw(owner, 'USD', '20.00', code)
    if (!answer.error) {
      expect(answer.data).toMatchObject({ payoutAmount: '29300' })
      expect(await movementsOf(owner.phone)).toMatchObject([{ amount: '29300', currency: 'RWF' }])
    }
    expect(answer.error).toBeUndefined()
    await approve(owner.phone)
    await booksAgree()
  })

  it('8.2.14 that fails comes back whole, whatever the rate is then', async () => {
    const owner = await inKigali()
    ok(await takes(owner))
    await run('UPDATE exchange_rates SET is_active = 0')
    await rate('USD', 'RWF', 170_000_000_000)
    const changes = await changesOf(() => refuse(owner.phone))
    expect(changes).toEqual({ [account(owner, 'reserved')]: -2000, [account(owner, 'available')]: 2000 })
    await booksAgree()
  })

  it('8.2.14 that is returned after it had arrived comes back at the same rate', async () => {
    const owner = await inKigali()
    ok(await takes(owner))
    await approve(owner.phone)
    const { payoutId, id } = await lineOf(owner)
    await run('UPDATE exchange_rates SET is_active = 0')
    await rate('USD', 'RWF', 170_000_000_000)
    await breaks('B', 'statusDisagrees', { kind: 'read' })
    const path = movementPath((await movementRow(payoutId ?? id))?.id)
    const changes = await changesOf(async () => ok(await saysByHand(await signUp('ADMIN'), path, 'reversed')))
    expect(changes).toEqual({
      [account(owner, 'available')]: 2000,
      'platform:fx': -2000,
      'platform:fx RWF': 29_300,
      'gatewayB:clearing RWF': -29_300,
    })
    await clearFaults()
    await booksAgree()
  })

  it('8.2.14 without a rate is refused, nothing is reserved or sent', async () => {
    await run('UPDATE exchange_rates SET is_active = 0')
    const owner = await inKigali()
    const changes = await changesOf(async () => {
      const { status } = await askWithdrawalCode(owner, 'USD', '20.00')
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    })
    expect(changes).toEqual({})
  })

  it('8.2.14 of one code is one, for five at once', async () => {
    const owner = await inKigali()
    const code = await withdrawalCode(owner, 'USD', '20.00')
    expect(tally(await together(5, () => withdraw(owner, 'USD', '20.00', code)))['201']).toBe(1)
    expect(await outgoing(owner.phone)).toHaveLength(1)
    await booksAgree()
  })

  it('8.2.14 more than there is is refused as everywhere', async () => {
    const owner = await inKigali()
    expect((await askWithdrawalCode(owner, 'USD', '50.01')).status).toBe(409)
  })
})
