import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { freshPhone, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { newPlan } from '#testing/fixtures/subscriptions.ts'
import { movementsOf } from '#testing/sandbox.ts'
import { askedRefund, changesOf, confirmRefund, ends, ok, outgoing } from '#testing/stories/books.ts'
import { rate } from '#testing/stories/money.ts'
import { pays } from '#testing/stories/subscriptions.ts'

// Rule: what was charged whole goes back whole, and a deposit in RWF goes back in RWF: the phone gets what it paid, the difference
// comes out of platform:rounding, and paid and given back leave no trace in the books.

/** Pays for a plan so and gets it all back. @returns what the phone paid and got, and what is left in the books */
async function thereAndBack(price: { currency: 'USD' | 'CDF'; amount: string }, phone: string, how: object) {
  const plan = await newPlan([{ billingCycle: 'MONTHLY', ...price }])
  const [seller, admin] = [await newSeller(), await signUp('ADMIN')]
  const left = await changesOf(async () => {
    const body = subscriptionBody(plan.id, phone, { currency: price.currency, ...how })
    const { depositId } = ok(await call(seller, 'POST', '/subscriptions', body))
    const payment = await pays({ seller, phone, depositId })
    const asked = await askedRefund(admin, { subscriptionPaymentId: payment.id })
    ok(await confirmRefund(admin, asked.pendingId, asked.code))
    await ends(phone, 'approve')
  })
  const deposit = (await movementsOf(phone)).find(({ kind }) => kind === 'deposit')
  return { left, paid: deposit, got: await outgoing(phone) }
}

describe('the payment of a subscription', () => {
  it('to an operator that takes no centimes goes back in the whole francs that it was', async () => {
    const price = { currency: 'CDF', amount: '10000.50' } as const
    const { left, paid, got } = await thereAndBack(price, freshPhone(), {})
    expect([Number(paid?.amount), paid?.currency]).toEqual([10_001, 'CDF'])
    expect(got.map(({ kind, amount, currency }) => [kind, Number(amount), currency])).toEqual([
      ['refund', 10_001, 'CDF'],
    ])
    expect(left).toEqual({})
  })

  it('in Rwandan francs goes back in the francs that it was, whatever the rate is now', async () => {
    await rate('USD', 'RWF', 145_030_000_000)
    const phone = freshPhone('123', '25078')
    const how = { country: 'RWA', provider: 'MTN_MOMO_RWA' }
    const { left, paid, got } = await thereAndBack({ currency: 'USD', amount: '5.00' }, phone, how)
    expect(paid?.currency).toBe('RWF')
    expect(got.map(({ amount, currency }) => [Number(amount), currency])).toEqual([[Number(paid?.amount), 'RWF']])
    expect(left).toEqual({})
  })
})
