import { beforeAll, describe, expect, it, vi } from 'vitest'
import { call } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { newRider, type Rider } from '#testing/fixtures/deliveries.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import {
  actOnOrder,
  deliveredOrder,
  type Market,
  newMarket,
  paidOrder,
  readyOrder,
  sentRefund,
} from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { movementsOf, settleMovement } from '#testing/sandbox.ts'
import { books, clockAt, MINUTE, rate, rows } from '#testing/stories/money.ts'

// Rule: an order's books are in the order's currency. A payer in Rwanda pays RWF at the frozen rate: gatewayB:clearing to
// platform:fx in RWF, platform:fx to order:held in the order's currency. A refund goes the same way back at the same rate.
// 1 USD = 1450.30 RWF = 2800 CDF, two coffees of 12.50 and a fee of 2.00: 27.00 USD is 39,158.1, that is 39,158 RWF.

beforeAll(async () => {
  await rate('USD', 'RWF', 145_030_000_000)
  await rate('USD', 'CDF', 280_000_000_000)
})

const rwandan = () => ({ payerPhoneNumber: freshPhone('123', '25078'), network: 'mtn', countryCode: 'RW' })
const position = async () => ({
  clearing: await balance('gatewayB:clearing', 'RWF'),
  fx: await balance('platform:fx', 'RWF'),
  dollars: await balance('platform:fx', 'USD'),
})
const since = async (before: Awaited<ReturnType<typeof position>>) => {
  const now = await position()
  return { clearing: now.clearing - before.clearing, fx: now.fx - before.fx, dollars: now.dollars - before.dollars }
}
const amountOf = async (phone: string, kind: string) =>
  (await movementsOf(phone))
    .filter((movement) => movement.kind === kind)
    .map(({ amount, currency }) => [amount, currency])

/** The goods came back from a buyer who could not be found. */
async function returned(market: Market) {
  const rider: Rider = await newRider()
  const ready = await readyOrder(market, rwandan())
  const act = (action: string, body?: object) => call(rider, 'POST', `/deliveries/${ready.delivery.id}/${action}`, body)
  await act('accept')
  await act('pickup', { code: ready.pickupCode })
  await act('fail', { reasonCode: 'BUYER_ABSENT' })
  clockAt(Date.now() + 11 * MINUTE)
  await act('fail', { reasonCode: 'BUYER_ABSENT' })
  expect((await act('returned')).status).toBe(200)
  const back = await actOnOrder(market.seller, ready.id, 'return-received')
  expect(back.data).toMatchObject({ status: 'CANCELLED' })
  vi.useRealTimers()
  return { ...ready, rider }
}

describe('an order in USD that is paid in RWF', () => {
  it('is held in USD, and the platform has the position', async () => {
    const before = await position()
    const paid = await paidOrder(await newMarket(), rwandan())
    expect(await amountOf(paid.payerPhoneNumber, 'payin')).toEqual([['39158', 'RWF']])
    expect(await balance(`order:${paid.id}:held`, 'USD')).toBe(2700)
    expect(await balance(`order:${paid.id}:held`, 'RWF')).toBe(0)
    expect(await since(before)).toEqual({ clearing: -39_158, fx: 39_158, dollars: -2700 })
  })

  it('earns its seller and its rider USD, which both can withdraw', async () => {
    const market = await newMarket()
    const delivered = await deliveredOrder(market, undefined, rwandan())
    expect((await actOnOrder(market.buyer, delivered.id, 'confirm-receipt')).status).toBe(200)
    const wallet = (await call(market.seller, 'GET', '/wallet')).data
    const inUsd = wallet.balances.find(({ currency }: { currency: string }) => currency === 'USD')
    expect(inUsd).toMatchObject({ available: '25.00', lifetimeEarned: '25.00' })
    const inRwf = wallet.balances.find(({ currency }: { currency: string }) => currency === 'RWF')
    expect([undefined, '0']).toContain(inRwf?.available)
    expect(inRwf?.canWithdraw ?? false).toBe(false)
    expect(await balance(`rider:${delivered.rider.riderId}:available`, 'USD')).toBe(160)

    await run(
      `INSERT INTO wallets (owner_id, owner_kind, user_id, payout_phone, payout_network, payout_country, payout_verified_at, created_at)
       VALUES (?1, 'seller', ?2, ?3, 'vodacom', 'CD', 1, 1) ON CONFLICT (owner_id)
       DO UPDATE SET payout_phone = ?3, payout_network = 'vodacom', payout_country = 'CD', payout_verified_at = 1`,
      ...[market.seller.profileId, market.seller.id, freshPhone()],
    )
    const sale = (await call(market.seller, 'GET', '/wallet/transactions')).data.transactions[0]
    expect(sale).toMatchObject({ type: 'SALE', amount: '25.00', currency: 'USD' })
    const asked = await call(market.seller, 'POST', '/payout/otp', { currency: 'USD', amount: '25.00' })
    expect(asked.error).toBeUndefined()
  })

  it('is given back in RWF at the frozen rate, whatever the rate is by then', async () => {
    const before = await position()
    const market = await newMarket()
    const paid = await paidOrder(market, rwandan())
    await rate('USD', 'RWF', 200_000_000_000)
    expect((await actOnOrder(market.seller, paid.id, 'reject', { reason: 'Plus de café' })).status).toBe(200)
    await settleMovement((await sentRefund(paid.id)).id, 'approve')
    expect(await amountOf(paid.payerPhoneNumber, 'payout')).toEqual([['39158', 'RWF']])
    expect(await since(before)).toEqual({ clearing: 0, fx: 0, dollars: 0 })
    expect((await call(market.buyer, 'GET', `/orders/${paid.id}`)).data).toMatchObject({
      paymentStatus: 'REFUNDED',
      refundedAmount: '27.00',
    })
    await rate('USD', 'RWF', 145_030_000_000)
  })

  it('whose refund fails is held in USD again', async () => {
    const market = await newMarket()
    const paid = await paidOrder(market, rwandan())
    const before = await position()
    expect((await call(await signUp('ADMIN'), 'POST', `/orders/admin/${paid.id}/refund`)).status).toBe(200)
    await settleMovement((await sentRefund(paid.id)).id, 'refuse')
    expect(await balance(`order:${paid.id}:held`, 'USD')).toBe(2700)
    expect(await balance(`order:${paid.id}:held`, 'RWF')).toBe(0)
    expect(await since(before)).toEqual({ clearing: 0, fx: 0, dollars: 0 })
  })

  it('gives back its goods in RWF, and then the rest, never more than was paid', async () => {
    const market = await newMarket()
    const before = await position()
    const order = await returned(market)
    await settleMovement((await sentRefund(order.id)).id, 'approve')
    // 25.00 × 1450.30 = 36,257.5, half up.
    expect(await amountOf(order.payerPhoneNumber, 'payout')).toEqual([['36258', 'RWF']])
    expect(await since(before)).toEqual({ clearing: -2900, fx: 2900, dollars: -200 })
    expect(await balance(`rider:${order.rider.riderId}:available`, 'USD')).toBe(160)

    const rest = await call(await signUp('ADMIN'), 'POST', `/orders/admin/${order.id}/refund`)
    expect(rest.error).toBeUndefined()
    await settleMovement((await sentRefund(order.id)).id, 'approve')
    // 2.00 × 1450.30 is 2,900.6; but 2,900 is all that is left of what was paid.
    expect((await amountOf(order.payerPhoneNumber, 'payout')).sort()).toEqual([
      ['2900', 'RWF'],
      ['36258', 'RWF'],
    ])
    expect(await since(before)).toEqual({ clearing: 0, fx: 0, dollars: 0 })
  })
})

describe('an order in CDF that is paid in RWF', () => {
  it('is held and earned in CDF', async () => {
    const market = await newMarket({ price: '14000.00' }, { currency: 'CDF' })
    const order = await paidOrder(market, { ...rwandan(), currency: 'CDF', fulfillmentMethod: 'PICKUP' })
    // 28,000 CDF are 10 USD: 14,503 RWF.
    expect(await amountOf(order.payerPhoneNumber, 'payin')).toEqual([['14503', 'RWF']])
    expect(await balance(`order:${order.id}:held`, 'CDF')).toBe(2_800_000)
    expect((await actOnOrder(market.seller, order.id, 'accept')).status).toBe(200)
    expect(await balance(`seller:${market.seller.profileId}:pending`, 'CDF')).toBe(2_800_000)
    expect(await balance(`seller:${market.seller.profileId}:pending`, 'RWF')).toBe(0)
  })
})

describe('nobody but the platform', () => {
  it('has an account in RWF', async () => {
    const owners = await rows<{ code: string }>(
      "SELECT code FROM accounts WHERE currency = 'RWF' AND balance_minor <> 0 AND code NOT LIKE 'platform:%' AND code NOT LIKE 'gateway%'",
    )
    expect(owners).toEqual([])
  })

  it('has an exchange position, and the books balance with it', async () => {
    const finance = await signUp('ACCOUNTANT')
    const dollars = await books(finance, 'USD')
    expect(Number(dollars['platform:fx'])).toBeLessThan(0)
    expect(Number((await books(finance, 'RWF'))['platform:fx'])).toBeGreaterThan(0)
    const { data } = await call(finance, 'GET', '/ledger/trial-balance')
    expect(JSON.stringify(data)).not.toContain('false')
  })
})
