import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { first, run } from '#testing/fixtures/database.ts'
import { freshPhone, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { newMarket, readyOrder } from '#testing/fixtures/orders.ts'
import { confirmPayout, payoutBody, pendingPayout } from '#testing/fixtures/payouts.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan } from '#testing/fixtures/subscriptions.ts'
import { approve } from '#testing/sandbox.ts'

describe('what the platform earned and paid out', () => {
  it('comes from cash when the order whose commission it was is given back', async () => {
    const [admin, market] = [await signUp('ADMIN'), await newMarket()]
    await run("UPDATE money_settings SET commission_bps = 1000 WHERE currency = 'USD'")
    const order = await readyOrder(market, { fulfillmentMethod: 'PICKUP' })
    await run("UPDATE money_settings SET commission_bps = 0 WHERE currency = 'USD'")
    expect(await balance('platform:commission')).toBe(250)
    const payout = await pendingPayout(admin, payoutBody({ amount: '2.00', account: 'platform:commission' }))
    expect((await confirmPayout(admin, payout.pendingId, payout.code)).status).toBe(201)
    const cash = await balance('platform:cash')
    expect((await call(admin, 'POST', `/orders/admin/${order.id}/refund`)).status).toBe(200)
    expect([await balance('platform:commission'), await balance('platform:cash')]).toEqual([0, cash - 200])
  })

  it('comes from cash when an operator takes the deposit of a subscription back', async () => {
    const [admin, seller, plan] = [await signUp('ADMIN'), await newSeller(), await newPlan(monthly('5.00'))]
    const phone = freshPhone()
    const { data } = await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone))
    await approve(phone)
    const payout = await pendingPayout(admin, payoutBody({ amount: '5.00', account: 'platform:subscriptions' }))
    expect((await confirmPayout(admin, payout.pendingId, payout.code)).status).toBe(201)
    const cash = await balance('platform:cash')
    const deposit = await first<{ id: string }>(
      'SELECT id FROM gateway_transactions WHERE subject_id = ?',
      data.payment.id,
    )
    const taken = { outcome: 'reversed', note: 'Vu sur le relevé.' }
    expect((await decideByHand(admin, `/gatewayB/transactions/${deposit?.id}/resolve`, taken)).status).toBe(200)
    expect([await balance('platform:subscriptions'), await balance('platform:cash')]).toEqual([0, cash - 500])
  })
})
