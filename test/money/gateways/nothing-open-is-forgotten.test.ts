import { beforeEach, describe, expect, it, vi } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { emptyDatabase } from '#testing/empty-database.ts'
import { chargeBody, freshPhone, payer } from '#testing/fixtures/inputs.ts'
import { actOnOrder, newMarket, orderRow, postOrder } from '#testing/fixtures/orders.ts'
import { confirmPayout, payoutBody, payoutStatus, pendingPayout } from '#testing/fixtures/payouts.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan, subscribeAndPay } from '#testing/fixtures/subscriptions.ts'
import { newWalletOwner, withdraw, withdrawalCode } from '#testing/fixtures/wallets.ts'
import { clearFaults, movementsOf, settleMovement } from '#testing/sandbox.ts'
import {
  again,
  breaks,
  DAY,
  HOUR,
  incidents,
  MINUTE,
  movementRow,
  rows,
  SECOND,
  tickAt,
  ticks,
} from '#testing/stories/money.ts'

// Rule: every attempt that is not final either ends or has an incident: not sent after 1 h, unknown or pending after 6 h
// (payouts) or 24 h (payins). Each test has a database of its own: what one leaves open would count in the next.

beforeEach(async () => {
  vi.useRealTimers()
  await clearFaults()
  await emptyDatabase()
})

/** A seller's 25.00 on their way out. */
async function withdrawal(phoneEnding = '123') {
  const number = { phone: freshPhone(phoneEnding), network: 'vodacom', country: 'CD' as const }
  const owner = await newWalletOwner('SELLER', { USD: 5000 }, number)
  const code = await withdrawalCode(owner, 'USD', '25.00')
  const began = Date.now()
  const { error } = await withdraw(owner, 'USD', '25.00', code)
  expect(error).toBeUndefined()
  const { data } = await call(owner.person, 'GET', '/wallet/payouts')
  return { owner, began, phone: number.phone, id: data.payouts[0].payoutId ?? data.payouts[0].id }
}
const charge = async (admin: Person) => {
  const began = Date.now()
  const body = chargeBody()
  const { data } = await call(admin, 'POST', '/gatewayB/payin', body)
  return { began, phone: String(body.phoneNumber), orderId: data?.orderId as string }
}

describe('an attempt that could not be sent (401, 403)', () => {
  it('is tried again at 30 s, 2 min and 10 min, then hourly', async () => {
    await breaks('B', 'unauthorized')
    const { began, phone } = await withdrawal()
    await ticks(began, [31 * SECOND, 3 * MINUTE])
    await clearFaults()
    await tickAt(began + 9 * MINUTE)
    expect(await movementsOf(phone)).toHaveLength(0)
    await ticks(began, [14 * MINUTE, 15 * MINUTE])
    expect(await movementsOf(phone)).toHaveLength(1)
  })

  it.each(['unauthorized', 'forbidden'])('opens an incident after an hour, not before (%s)', async (fault) => {
    await breaks('B', fault)
    const { began } = await withdrawal()
    await ticks(began, [MINUTE, 15 * MINUTE, 55 * MINUTE])
    expect(await incidents()).toBe(0)
    await ticks(began, [61 * MINUTE, 62 * MINUTE, 70 * MINUTE])
    expect(await incidents()).toBe(1)
  })

  it('is sent once the gateway takes our key again', async () => {
    await breaks('B', 'unauthorized')
    const { began, phone, id } = await withdrawal()
    await ticks(began, [MINUTE, 15 * MINUTE, 2 * HOUR])
    await clearFaults()
    await ticks(began, [3 * HOUR + MINUTE, 4 * HOUR + 2 * MINUTE])
    const [sent] = await movementsOf(phone)
    expect(sent).toMatchObject({ kind: 'payout', amount: '25' })
    await settleMovement(sent?.id ?? '', 'approve', ['silent'])
    await tickAt(began + 5 * HOUR + 3 * MINUTE)
    expect(await payoutStatus(id)).toBe('COMPLETED')
  })

  it('does not hold up others: 30 that gateway A refuses, and one of gateway B is asked about in its minute', async () => {
    const plan = await newPlan(monthly('5.00'))
    await breaks('A', 'unauthorized')
    for (let i = 0; i < 30; i++) {
      const seller = await newSeller()
      const asked = await call(seller, 'POST', '/subscriptions', {
        planId: plan.id,
        billingCycle: 'MONTHLY',
        currency: 'USD',
        ...payer(freshPhone()),
      })
      expect(asked.status).toBe(201)
    }
    const market = await newMarket()
    const phone = freshPhone()
    const placed = await postOrder(market, { payerPhoneNumber: phone })
    const began = Date.now()
    const [movement] = await movementsOf(phone)
    await settleMovement(movement?.id ?? '', 'approve', ['silent'])
    await ticks(began, [MINUTE, 2 * MINUTE])
    expect((await orderRow(placed.data.id))?.status).toBe('PENDING_SELLER_REVIEW')
  })

  it('does not hold up others of the same gateway: 30 payouts it refuses, and a payin is asked about in its minute', async () => {
    await breaks('B', 'unauthorized', { kind: 'payout' })
    for (let i = 0; i < 30; i++) await withdrawal()
    const market = await newMarket()
    const phone = freshPhone()
    const placed = await postOrder(market, { payerPhoneNumber: phone })
    const began = Date.now()
    const [movement] = await movementsOf(phone)
    await settleMovement(movement?.id ?? '', 'approve', ['silent'])
    await ticks(began, [MINUTE, 2 * MINUTE])
    expect((await orderRow(placed.data.id))?.status).toBe('PENDING_SELLER_REVIEW')
  })

  it('thirty times is one incident with its number', async () => {
    await breaks('B', 'unauthorized')
    for (let i = 0; i < 30; i++) await withdrawal()
    await ticks(Date.now(), [
      MINUTE,
      3 * MINUTE,
      14 * MINUTE,
      61 * MINUTE,
      62 * MINUTE,
      63 * MINUTE,
      130 * MINUTE,
      131 * MINUTE,
    ])
    const opened = await rows<{ said: string }>("SELECT title || ' ' || description AS said FROM incidents")
    expect(opened).toHaveLength(1)
    expect(opened[0]?.said).toMatch(/\b30\b/)
  })

  it('of staff and without an order is not sent by the sweep: it ends failed after an hour', async () => {
    await breaks('B', 'unauthorized')
    const { began, phone, orderId } = await charge(await signUp('ADMIN'))
    await clearFaults()
    await ticks(began, [MINUTE, 3 * MINUTE, 14 * MINUTE, 59 * MINUTE, 61 * MINUTE, 62 * MINUTE, 3 * HOUR])
    expect(await movementsOf(phone)).toEqual([])
    const admin = await signUp('ADMIN')
    const { data } = await call(admin, 'GET', `/gatewayB/payin/${orderId}`)
    expect(data.status).toBe('failed')
  })
})

describe('an attempt whose outcome is not known', () => {
  it('has an incident after 6 h where money goes out through gateway B', async () => {
    const { began } = await withdrawal('129')
    await ticks(began, [MINUTE, HOUR, 3 * HOUR, 5 * HOUR + 55 * MINUTE])
    expect(await incidents()).toBe(0)
    await ticks(began, [6 * HOUR + MINUTE, 6 * HOUR + 2 * MINUTE, 6 * HOUR + 10 * MINUTE])
    expect(await incidents()).toBe(1)
  })

  it('has an incident after 6 h where money goes out through gateway A', async () => {
    const admin = await signUp('ADMIN')
    const { pendingId, code } = await pendingPayout(admin, payoutBody({ phoneNumber: freshPhone('129') }))
    const began = Date.now()
    expect((await confirmPayout(admin, pendingId, code)).status).toBe(201)
    await ticks(began, [MINUTE, HOUR, 5 * HOUR + 55 * MINUTE])
    expect(await incidents()).toBe(0)
    await ticks(began, [6 * HOUR + MINUTE, 6 * HOUR + 2 * MINUTE, 6 * HOUR + 10 * MINUTE])
    expect(await incidents()).toBe(1)
  })

  it('has an incident after 24 h where money comes in', async () => {
    const { began } = await charge(await signUp('ADMIN'))
    await ticks(began, [MINUTE, HOUR, 6 * HOUR + 5 * MINUTE, 23 * HOUR])
    expect(await incidents()).toBe(0)
    await ticks(began, [24 * HOUR + MINUTE, 24 * HOUR + 2 * MINUTE, 24 * HOUR + 10 * MINUTE])
    expect(await incidents()).toBe(1)
  })

  it('ends expired after 30 days where it is a payin, and a later success still counts', async () => {
    const { began, phone, orderId } = await charge(await signUp('ADMIN'))
    await tickAt(began + MINUTE)
    for (let day = 1; day <= 32; day++) await tickAt(began + day * DAY + day * MINUTE)
    const admin = await signUp('ADMIN')
    const status = async () => (await call(admin, 'GET', `/gatewayB/payin/${orderId}`)).data.status
    expect(await status()).toBe('expired')
    const [movement] = await movementsOf(phone)
    await settleMovement(movement?.id ?? '', 'approve')
    expect(await status()).toBe('succeeded')
  })

  it('waits for a person where it is a payout: it stays open, and its money reserved', async () => {
    const { owner, began, id } = await withdrawal('129')
    await tickAt(began + MINUTE)
    for (let day = 1; day <= 33; day += 2) await tickAt(began + day * DAY + day * MINUTE)
    expect(['ACCEPTED', 'PROCESSING']).toContain(await payoutStatus(id))
    const { data } = await call(await again(owner.person), 'GET', '/wallet')
    expect(data.balances.find(({ currency }: { currency: string }) => currency === 'USD')).toMatchObject({
      available: '25.00',
      reserved: '25.00',
    })
    expect(await incidents()).toBe(1)
  })

  it('because the connection was lost is never sent again', async () => {
    await breaks('B', 'serverErrorHappened', { kind: 'payout', times: 1 })
    const { began, phone } = await withdrawal()
    await ticks(began, [MINUTE, 3 * MINUTE, 14 * MINUTE, 2 * HOUR])
    expect(await movementsOf(phone)).toHaveLength(1)
  })
})

describe('the list of gateway B', () => {
  const lost = async () => {
    const market = await newMarket()
    const phone = freshPhone()
    await breaks('B', 'serverErrorHappened', { kind: 'payin', times: 1 })
    const placed = await postOrder(market, { payerPhoneNumber: phone })
    expect(placed.status).toBe(201)
    return { market, phone, id: placed.data.id as string, began: Date.now() }
  }

  it('is walked to its end: what stands on its last page is found', async () => {
    const { phone, id, began } = await lost()
    const [movement] = await movementsOf(phone)
    await settleMovement(movement?.id ?? '', 'approve', ['silent'])
    const admin = await signUp('ADMIN')
    for (let i = 0; i < 5; i++) await charge(admin)
    await breaks('B', 'shortPages', { kind: 'read' })
    await ticks(began, [MINUTE, 3 * MINUTE])
    expect((await orderRow(id))?.status).toBe('PENDING_SELLER_REVIEW')
  })

  it('that was walked to its end says what is not there: the payin ends, and the buyer may pay again', async () => {
    const market = await newMarket()
    await breaks('B', 'serverErrorNotHappened', { kind: 'payin', times: 1 })
    const placed = await postOrder(market, { payerPhoneNumber: freshPhone() })
    const began = Date.now()
    const admin = await signUp('ADMIN')
    for (let i = 0; i < 5; i++) await charge(admin)
    await breaks('B', 'shortPages', { kind: 'read' })
    await ticks(began, [MINUTE, 3 * MINUTE, 16 * MINUTE, 17 * MINUTE, 80 * MINUTE, 81 * MINUTE])
    expect((await orderRow(placed.data.id))?.status).toBe('CANCELLED')
    expect(['failed', 'expired']).toContain((await movementRow(placed.data.id))?.status)
    const asked = await actOnOrder(await again(market.buyer), placed.data.id, 'payment/check-status')
    expect(['failed', 'expired']).toContain(asked.data.payin.status)
  })
})

describe('a subscription whose deposit never ends', () => {
  it('has an incident after 24 h, or its movement has ended', async () => {
    const seller = await newSeller()
    const plan = await newPlan(monthly('5.00'))
    await subscribeAndPay(seller, plan.id)
    const asked = await call(seller, 'POST', '/subscriptions/me/renew', payer(freshPhone('129')))
    expect(asked.status).toBe(201)
    const began = Date.now()
    await ticks(began, [MINUTE, 31 * MINUTE, 6 * HOUR, 25 * HOUR, 26 * HOUR + MINUTE])
    const movement = await movementRow(asked.data.payment.id)
    const open = movement?.status === 'pending' || movement?.status === 'review'
    expect(!open || (await incidents()) > 0).toBe(true)
  })
})
