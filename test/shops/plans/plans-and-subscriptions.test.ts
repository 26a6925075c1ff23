import { describe, expect, it } from 'vitest'
import { type Caller, call, guest } from '#testing/api.ts'
import { freshPhone, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan } from '#testing/fixtures/subscriptions.ts'
import { refuse } from '#testing/sandbox.ts'
import { expectOnly, expectUnknownIs404, FINANCE, GONE, ok, refusal } from '#testing/stories/books.ts'
import type { Data } from '#testing/stories/orders.ts'
import { asksFor, payer } from '#testing/stories/subscriptions.ts'

// Rule: DELETE /plans/:id by an ADMIN: any subscription ever makes it 409 IN_USE; after it 404. GET /subscriptions/admin/:id for
// finance: Subscription + plan, seller, payments, invoices, history.
//
// Silent: what `seller` shows (tested: the profile's id is in it); in which words an entry of `history` is written.

const remove = (as: Caller, id: string) => call(as, 'DELETE', `/plans/${id}`)
const IN_USE = [409, 'IN_USE']

describe('a plan', () => {
  it('that nobody ever had is deleted, and is nowhere any more', async () => {
    const admin = await signUp('ADMIN')
    const { id } = await newPlan(monthly('5.00'), { name: 'Plan éphémère' })
    expect(ok(await remove(admin, id))).toEqual({ deleted: true })
    expect(refusal(await remove(admin, id))).toEqual(GONE)
    expect(refusal(await call(await signUp(), 'GET', `/plans/${id}`))).toEqual(GONE)
    expect(refusal(await call(admin, 'PUT', `/plans/${id}`, { name: 'Encore' }))).toEqual(GONE)
    const prices = [{ billingCycle: 'MONTHLY', currency: 'USD', amount: '1.00' }]
    expect(refusal(await call(admin, 'PUT', `/plans/${id}/prices`, { prices }))).toEqual(GONE)
    const plans: Data[] = ok(await call(admin, 'GET', '/plans')).plans
    expect(plans.some((plan) => plan.id === id)).toBe(false)
    const asked = await call(await newSeller(), 'POST', '/subscriptions', subscriptionBody(id, freshPhone()))
    expect([400, 404]).toContain(asked.status)
  })

  it.each(['paid for', 'asked for', 'refused', 'free'])('that was ever %s is in use for good', async (how) => {
    const { id } = await newPlan(monthly(how === 'free' ? 0 : '5.00'))
    if (how === 'paid for') await payer(id)
    else {
      const { phone } = await asksFor(id)
      if (how === 'refused') await refuse(phone)
    }
    expect(refusal(await remove(await signUp('ADMIN'), id))).toEqual(IN_USE)
    expect(ok(await call(guest, 'GET', `/plans/${id}`)).id).toBe(id)
  })

  it('that is taken and deleted at once is either taken or deleted', async () => {
    const admin = await signUp('ADMIN')
    for (let i = 0; i < 5; i++) {
      const { id } = await newPlan(monthly(0))
      const seller = await newSeller()
      const [gone, taken] = await Promise.all([
        remove(admin, id),
        call(seller, 'POST', '/subscriptions', subscriptionBody(id, freshPhone())),
      ])
      expect([gone.status, taken.status === 201].join()).toMatch(/^(200,false|409,true)$/)
    }
  })

  it('is deleted by an ADMIN only; one that is not there is 404', async () => {
    const { id } = await newPlan()
    await expectOnly(['ADMIN'], ['DELETE', `/plans/${id}`])
    await expectUnknownIs404(await signUp('ADMIN'), 'DELETE', (one) => `/plans/${one}`)
  })
})

describe('a subscription', () => {
  it('is shown to finance with its plan, its seller, its payments, its invoices and its history', async () => {
    const { seller, subscription, payment } = await payer()
    const profile = ok(await call(seller, 'GET', '/seller/profile/me'))
    for (const role of FINANCE) {
      const shown = ok(await call(await signUp(role), 'GET', `/subscriptions/admin/${subscription.id}`))
      expect(shown).toMatchObject({
        id: subscription.id,
        status: 'ACTIVE',
        sellerProfileId: profile.id,
        currency: 'USD',
      })
      expect(shown.plan.id).toBe(subscription.planId)
      expect(JSON.stringify(shown.seller)).toContain(profile.id)
      expect(shown.payments).toMatchObject([{ id: payment.id, amount: '5.00', status: 'SUCCEEDED' }])
      expect(shown.invoices).toMatchObject([{ status: 'PAID', total: '5.00', subscriptionPaymentId: payment.id }])
      expect(shown.history.length).toBeGreaterThanOrEqual(2)
      expect(JSON.stringify(shown.history)).toContain('ACTIVE')
    }
  })

  it('is for finance only; one that is not there is 404', async () => {
    const { subscription } = await asksFor((await newPlan()).id)
    await expectOnly(FINANCE, ['GET', `/subscriptions/admin/${subscription.id}`])
    await expectUnknownIs404(await signUp('ACCOUNTANT'), 'GET', (id) => `/subscriptions/admin/${id}`)
    expect(ok(await call(await signUp('ADMIN'), 'GET', `/subscriptions/admin/${subscription.id}`))).toMatchObject({
      status: 'PENDING',
      invoices: [],
    })
  })
})
