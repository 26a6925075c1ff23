import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, guest, reasons, tally, together } from '#testing/api.ts'
import { first, letAsk } from '#testing/fixtures/database.ts'
import { freshPhone, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan, subscriptionOf, subscriptionStatus } from '#testing/fixtures/subscriptions.ts'
import { approve, clearFaults, movementsOf, refuse, resendCallback, setFault, until } from '#testing/sandbox.ts'

let plan: { id: string; name: string }
beforeAll(async () => {
  plan = await newPlan()
})
afterEach(() => clearFaults())

const ledgerOf = (paymentId: string) =>
  first("SELECT * FROM transfers WHERE kind = 'subscription:paid' AND ref = ?", paymentId)

describe('subscribing', () => {
  it('asks the phone for the price and starts when it is approved', async () => {
    const seller = await newSeller()
    const phone = freshPhone()
    expect(await subscriptionOf(seller)).toEqual({
      subscription: null,
      plan: null,
      usage: { products: 0, shops: 0 },
      limits: { maxProducts: 0, maxPhotosPerProduct: 0, maxShops: 0 },
    })

    const { data } = await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, `+${phone}`))
    expect(data.subscription).toMatchObject({
      planId: plan.id,
      status: 'PENDING',
      currentPeriodStart: null,
      currentPeriodEnd: null,
    })
    expect(data.payment).toMatchObject({
      subscriptionId: data.subscription.id,
      amount: '5.00',
      currency: 'USD',
      status: 'PENDING',
    })
    expect(data.depositId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    expect(data.payment.depositId).toBe(data.depositId)
    expect(await ledgerOf(data.payment.id)).toBeNull()
    const [asked] = await movementsOf(phone)
    expect(asked).toMatchObject({ id: data.depositId, kind: 'deposit', amount: '5.00', currency: 'USD' })

    await approve(phone)
    const after = await call(seller, 'GET', '/subscriptions/me')
    expect(after.headers.get('x-d1-round-trips')).toBe('2')
    expect(after.data).toMatchObject({
      plan: { id: plan.id },
      limits: { maxProducts: 50, maxPhotosPerProduct: 5, maxShops: 1 },
    })
    const { status, currentPeriodStart, currentPeriodEnd } = after.data.subscription
    expect(status).toBe('ACTIVE')
    expect(Date.parse(currentPeriodEnd) - Date.parse(currentPeriodStart)).toBeGreaterThan(27 * 86_400_000)
    expect(await ledgerOf(data.payment.id)).toMatchObject({
      from_account: 'gatewayA:clearing',
      to_account: 'platform:subscriptions',
      amount_minor: 500,
      currency: 'USD',
    })
    expect(
      await first("SELECT * FROM outbox WHERE kind = 'subscription.active' AND recipient = ?", seller.email),
    ).not.toBeNull()

    const paid = await call(seller, 'GET', '/subscriptions/me/payments')
    expect(paid.data.payments).toHaveLength(1)
    expect(paid.data.payments[0]).toMatchObject({ depositId: data.depositId, status: 'SUCCEEDED' })
    expect(paid.data.payments[0].paidAt).not.toBeNull()
    expect(paid.data.pagination).toEqual({ page: 1, limit: 20, total: 1, totalPages: 1 })
    expect(paid.headers.get('x-d1-round-trips')).toBe('2')

    await resendCallback(data.depositId)
    expect(await subscriptionStatus(seller)).toBe('ACTIVE')
    const again = await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone))
    expect([again.status, again.error?.reason]).toEqual([409, 'ALREADY_EXISTS'])
  })

  it('starts by itself where the phone needs nobody', async () => {
    const seller = await newSeller()
    await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, freshPhone('789'), { country: 'CD' }))
    await until(async () => (await subscriptionStatus(seller)) === 'ACTIVE', 'the subscription')
  })

  it('starts a free plan at once, without asking anybody', async () => {
    const free = await newPlan(monthly(0), { name: 'Gratuit', maxProducts: 3 })
    const seller = await newSeller()
    const phone = freshPhone()
    const { data } = await call(seller, 'POST', '/subscriptions', subscriptionBody(free.id, phone))
    expect(data.subscription.status).toBe('ACTIVE')
    expect(data.payment).toMatchObject({ amount: '0.00', status: 'SUCCEEDED', depositId: data.depositId })
    expect(data.depositId).not.toBe('')
    expect(await movementsOf(phone)).toEqual([])
    expect(await ledgerOf(data.payment.id)).toBeNull()
  })

  it('asks an operator that takes no centimes for the next whole franc, and books the difference as rounding', async () => {
    const odd = await newPlan([{ billingCycle: 'MONTHLY', currency: 'CDF', amount: '14000.40' }])
    const seller = await newSeller()
    const phone = freshPhone()
    const rounding = await balance('platform:rounding', 'CDF')
    const { data } = await call(seller, 'POST', '/subscriptions', subscriptionBody(odd.id, phone, { currency: 'CDF' }))
    expect(data.payment).toMatchObject({ amount: '14000.40', currency: 'CDF', status: 'PENDING' })
    expect(await movementsOf(phone)).toMatchObject([{ amount: '14001.00', currency: 'CDF' }])
    await approve(phone)
    await until(async () => (await subscriptionStatus(seller)) === 'ACTIVE', 'the subscription')
    expect(await ledgerOf(data.payment.id)).toMatchObject({ amount_minor: 1_400_100 })
    expect(await balance('platform:rounding', 'CDF')).toBe(rounding + 60)
  })

  it('gives up a payment that the phone refuses, and lets the seller try again', async () => {
    const seller = await newSeller()
    const phone = freshPhone()
    const { data } = await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone))
    const second = await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone))
    expect([second.status, second.error?.reason]).toEqual([409, 'PAYMENT_IN_PROGRESS'])

    await refuse(phone, 'INSUFFICIENT_BALANCE')
    const { data: seen } = await call(seller, 'POST', `/subscriptions/payments/${data.depositId}/check-status`)
    expect([seen.subscription.status, seen.payment.status]).toEqual(['CANCELLED', 'FAILED'])
    expect((await subscriptionOf(seller)).limits.maxProducts).toBe(0)
    expect((await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone))).status).toBe(201)
  })

  it('answers 400 when the operator refuses at once', async () => {
    const seller = await newSeller()
    await setFault({ gateway: 'A', fault: 'refused', kind: 'deposit' })
    const refused = await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, freshPhone()))
    expect([refused.status, refused.error?.code]).toEqual([400, 'PAWAPAY_DEPOSIT_REJECTED'])
    expect(await subscriptionStatus(seller)).toBe('CANCELLED')
  })

  it('does not take an unknown outcome for a failure: check-status finds out', async () => {
    const seller = await newSeller()
    const phone = freshPhone()
    await setFault({ gateway: 'A', fault: 'serverErrorHappened', kind: 'deposit' })
    await setFault({ gateway: 'A', fault: 'silent', kind: 'deposit' })
    const { data } = await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone))
    expect(data.payment.status).toBe('PENDING')
    const check = () => call(seller, 'POST', `/subscriptions/payments/${data.depositId}/check-status`)
    expect((await check()).data.payment.status).toBe('PENDING')
    await approve(phone)
    await letAsk()
    const { data: seen } = await check()
    expect([seen.subscription.status, seen.payment.status, seen.depositId]).toEqual([
      'ACTIVE',
      'SUCCEEDED',
      data.depositId,
    ])
  })

  it('charges a payer in Rwanda in francs, at the rate in force', async () => {
    const seller = await newSeller()
    const phone = freshPhone('123', '25078')
    const rwanda = subscriptionBody(plan.id, phone, { country: 'RWA', provider: 'MTN_MOMO_RWA' })
    const without = await call(seller, 'POST', '/subscriptions', rwanda)
    expect([without.status, without.error?.details?.[0]?.field]).toEqual([400, 'currency'])

    const rate = env.DB.prepare(
      `INSERT INTO exchange_rates (id, base_currency, quote_currency, rate_scaled, source, effective_at, is_active, created_at)
       VALUES (?, 'USD', 'RWF', ?, 'test', ?, 1, 0)`,
    )
    const now = Date.now()
    await env.DB.batch([
      rate.bind(crypto.randomUUID(), 130_000_000_000, now - 9000),
      rate.bind(crypto.randomUUID(), 145_050_000_000, now - 1000),
      rate.bind(crypto.randomUUID(), 999_000_000_000, now + 900_000),
    ])
    const { data } = await call(seller, 'POST', '/subscriptions', rwanda)
    expect(data.payment).toMatchObject({ amount: '5.00', currency: 'USD' })
    expect((await movementsOf(phone))[0]).toMatchObject({ amount: '7253.00', currency: 'RWF' })
    await approve(phone)
    expect(await subscriptionStatus(seller)).toBe('ACTIVE')
    expect(await ledgerOf(data.payment.id)).toMatchObject({ amount_minor: 7253, currency: 'RWF' })
  })

  it('of fifty at once starts one', async () => {
    const seller = await newSeller()
    const phone = freshPhone()
    const answers = await together(50, () => call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone)))
    expect(tally(answers)).toEqual({ 201: 1, 409: 49 })
    expect(reasons(answers)).toEqual({ ok: 1, PAYMENT_IN_PROGRESS: 49 })
    expect(await movementsOf(phone)).toHaveLength(1)
  })

  it('of fifty at once starts one free plan', async () => {
    const free = await newPlan(monthly(0))
    const seller = await newSeller()
    const answers = await together(50, () =>
      call(seller, 'POST', '/subscriptions', subscriptionBody(free.id, freshPhone())),
    )
    expect(tally(answers)).toEqual({ 201: 1, 409: 49 })
  })

  it('charges once for one Idempotency-Key', async () => {
    const seller = await newSeller()
    const phone = freshPhone()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const once = await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone), key)
    const twice = await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone), key)
    expect(twice.data).toEqual(once.data)
    expect(await movementsOf(phone)).toHaveLength(1)
  })
})

describe('what may not be', () => {
  it('refuses bad input, and changes nothing', async () => {
    const seller = await newSeller()
    const good = subscriptionBody(plan.id, freshPhone())
    const bad: [Record<string, unknown>, string][] = [
      [{ planId: undefined }, 'planId'],
      [{ billingCycle: 'WEEKLY' }, 'billingCycle'],
      [{ billingCycle: 'YEARLY' }, 'billingCycle'],
      [{ currency: 'RWF' }, 'currency'],
      [{ currency: undefined }, 'currency'],
      [{ payerPhoneNumber: 'abc' }, 'payerPhoneNumber'],
      [{ payerPhoneNumber: '250780000123' }, 'payerPhoneNumber'],
      [{ payerPhoneNumber: 243 }, 'payerPhoneNumber'],
      [{ country: 'FR' }, 'country'],
      [{ provider: 'MTN_MOMO_RWA' }, 'provider'],
      [{ provider: '' }, 'provider'],
      [{ provider: undefined }, 'provider'],
      [{ amount: 1 }, 'amount'],
    ]
    for (const [change, field] of bad) {
      const { status, error } = await call(seller, 'POST', '/subscriptions', { ...good, ...change })
      expect([status, error?.details?.[0]?.field], JSON.stringify(change)).toEqual([400, field])
    }
    const unsold = await newPlan(monthly(1), { isActive: false })
    for (const planId of [crypto.randomUUID(), 'nonsense', unsold.id]) {
      expect((await call(seller, 'POST', '/subscriptions', { ...good, planId })).status).toBe(404)
    }
    expect((await subscriptionOf(seller)).subscription).toBeNull()
  })

  it('is for sellers with a profile, each for their own', async () => {
    const seller = await newSeller()
    const { data } = await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, freshPhone()))
    const check = `/subscriptions/payments/${data.depositId}/check-status`
    expect((await call(await newSeller(), 'POST', check)).status).toBe(404)
    expect((await call(seller, 'POST', '/subscriptions/payments/nonsense/check-status')).status).toBe(404)
    const buyer = await signUp()
    const bare = await signUp('SELLER')
    for (const [method, path] of [
      ['POST', '/subscriptions'],
      ['GET', '/subscriptions/me'],
      ['GET', '/subscriptions/me/payments'],
      ['POST', '/subscriptions/upgrade'],
      ['POST', check],
    ] as const) {
      expect((await call(guest, method, path, method === 'POST' ? {} : undefined)).status, path).toBe(401)
      expect((await call(buyer, method, path, method === 'POST' ? {} : undefined)).status, path).toBe(403)
    }
    expect((await call(bare, 'POST', '/subscriptions', subscriptionBody(plan.id, freshPhone()))).status).toBe(403)
    expect((await call(bare, 'GET', '/subscriptions/me')).status).toBe(403)
    expect((await call(seller, 'GET', '/subscriptions/me/payments?limit=101')).status).toBe(400)
    expect((await call(seller, 'GET', '/subscriptions/me/payments?foo=1')).status).toBe(400)
  })
})
