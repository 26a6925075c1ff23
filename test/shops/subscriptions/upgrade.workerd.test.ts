import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, type Person, tally, together } from '#testing/api.ts'
import { first, run } from '#testing/fixtures/database.ts'
import { freshPhone, upgradeBody } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan, subscribeAndPay, subscriptionOf } from '#testing/fixtures/subscriptions.ts'
import { approve, clearFaults, movementsOf, refuse } from '#testing/sandbox.ts'

let small: { id: string }
let large: { id: string }
let free: { id: string }
beforeAll(async () => {
  small = await newPlan()
  large = await newPlan([...monthly('12.50'), { billingCycle: 'YEARLY', currency: 'CDF', amount: 250_000 }], {
    maxShops: 3,
  })
  free = await newPlan(monthly(0), { maxShops: 0 })
})
afterEach(() => clearFaults())

const move = (seller: Person, planId: string, phone = freshPhone(), more = {}) =>
  call(seller, 'POST', '/subscriptions/upgrade', upgradeBody(planId, phone, more))

describe('upgrading', () => {
  it('charges the full new price, and the old plan stays until it is paid', async () => {
    const seller = await newSeller()
    const before = await subscribeAndPay(seller, small.id)
    const phone = freshPhone()
    const { data } = await move(seller, large.id, phone)
    expect(data.subscription).toMatchObject({ planId: large.id, status: 'PENDING' })
    expect(data.payment).toMatchObject({ amount: '12.50', status: 'PENDING' })
    expect(data.depositId).toBe(data.payment.depositId)
    expect((await subscriptionOf(seller)).subscription).toEqual(before.subscription)

    await approve(phone)
    const after = await subscriptionOf(seller)
    expect(after.subscription).toMatchObject({ id: data.subscription.id, planId: large.id, status: 'ACTIVE' })
    expect(after.limits.maxShops).toBe(3)
    expect((await first('SELECT status FROM subscriptions WHERE id = ?', before.subscription.id))?.status).toBe(
      'CANCELLED',
    )
    const { data: paid } = await call(seller, 'GET', '/subscriptions/me/payments?limit=1')
    expect(paid.payments.map(({ amount }: { amount: string }) => amount)).toEqual(['12.50'])
    expect(paid.pagination).toEqual({ page: 1, limit: 1, total: 2, totalPages: 2 })
  })

  it('changes nothing when the payment fails', async () => {
    const seller = await newSeller()
    const before = await subscribeAndPay(seller, small.id)
    const phone = freshPhone()
    await move(seller, large.id, phone)
    await refuse(phone)
    expect(await subscriptionOf(seller)).toEqual(before)
    expect((await move(seller, large.id, phone)).status).toBe(201)
  })

  it('to a free plan is made at once', async () => {
    const seller = await newSeller()
    await subscribeAndPay(seller, small.id)
    const { data } = await move(seller, free.id)
    expect([data.subscription.status, data.payment.status]).toEqual(['ACTIVE', 'SUCCEEDED'])
    expect((await subscriptionOf(seller)).subscription.id).toBe(data.subscription.id)
  })

  it('between the cycles of a free plan, or to a second free plan within a day, is refused', async () => {
    const both = await newPlan([...monthly(0), { billingCycle: 'YEARLY', currency: 'USD', amount: 0 }])
    const seller = await newSeller()
    await subscribeAndPay(seller, both.id)
    const flip = await move(seller, both.id, freshPhone(), { billingCycle: 'YEARLY' })
    expect([flip.status, flip.error?.reason]).toEqual([409, 'ALREADY_EXISTS'])
    const other = await move(seller, free.id)
    expect([other.status, other.error?.reason]).toEqual([409, 'ALREADY_EXISTS'])
    await run(
      'UPDATE subscription_payments SET created_at = created_at - 86400001 WHERE seller_profile_id = (SELECT id FROM seller_profiles WHERE user_id = ?)',
      seller.id,
    )
    expect((await move(seller, free.id)).data.subscription.status).toBe('ACTIVE')
  })

  it('may change the cycle and the currency of the same plan', async () => {
    const seller = await newSeller()
    await subscribeAndPay(seller, large.id)
    const phone = freshPhone()
    const { data } = await move(seller, large.id, phone, { billingCycle: 'YEARLY', currency: 'CDF' })
    expect(data.payment).toMatchObject({ amount: '250000.00', currency: 'CDF' })
    await approve(phone)
    const { currentPeriodStart, currentPeriodEnd } = (await subscriptionOf(seller)).subscription
    expect(new Date(currentPeriodEnd).getUTCFullYear() - new Date(currentPeriodStart).getUTCFullYear()).toBe(1)
  })

  it('of fifty at once asks once', async () => {
    const seller = await newSeller()
    await subscribeAndPay(seller, small.id)
    const phone = freshPhone()
    expect(tally(await together(50, () => move(seller, large.id, phone)))).toEqual({ 201: 1, 409: 49 })
    expect(await movementsOf(phone)).toHaveLength(1)
    expect((await move(seller, large.id, phone)).error?.reason).toBe('PAYMENT_IN_PROGRESS')
    expect((await move(seller, free.id, phone)).error?.reason).toBe('PAYMENT_IN_PROGRESS')
  })

  it('of fifty at once to a free plan makes one change', async () => {
    const seller = await newSeller()
    await subscribeAndPay(seller, small.id)
    const answers = await together(50, () => move(seller, free.id))
    expect(tally(answers)).toEqual({ 201: 1, 409: 49 })
  })

  it('refuses what cannot be', async () => {
    const seller = await newSeller()
    const without = await move(seller, large.id)
    expect([without.status, without.error?.reason]).toEqual([403, 'SUBSCRIPTION_REQUIRED'])
    await subscribeAndPay(seller, small.id)
    const same = await move(seller, small.id)
    expect([same.status, same.error?.reason]).toEqual([409, 'ALREADY_EXISTS'])
    expect((await move(seller, crypto.randomUUID())).status).toBe(404)
    expect((await move(seller, small.id, freshPhone(), { billingCycle: 'YEARLY' })).status).toBe(400)
    const good = upgradeBody(large.id, freshPhone())
    for (const field of Object.keys(good)) {
      const { status, error } = await call(seller, 'POST', '/subscriptions/upgrade', { ...good, [field]: undefined })
      expect([status, error?.details?.[0]?.field]).toEqual([400, field])
    }
    expect((await call(seller, 'POST', '/subscriptions/upgrade', { ...good, planId: large.id })).status).toBe(400)
    expect((await call(await signUp('ADMIN'), 'POST', '/subscriptions/upgrade', good)).status).toBe(403)
  })
})
