import { afterEach, describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { all } from '#testing/fixtures/database.ts'
import { freshPhone, payer as payerOf, upgradeBody } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import type { Shopkeeper } from '#testing/fixtures/shops.ts'
import { monthly, newPlan } from '#testing/fixtures/subscriptions.ts'
import { approve, clearFaults } from '#testing/sandbox.ts'
import { ok, refusal } from '#testing/stories/books.ts'
import { booksAgree, hearsOfIt, openAbout, passes } from '#testing/stories/decisions.ts'
import { goTo, inGrace, now, until } from '#testing/stories/grace.ts'
import { again, clockAt, DAY, MINUTE, SECOND } from '#testing/stories/money.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { asksFor, payer, pays } from '#testing/stories/subscriptions.ts'

// Rule 8.2.10: a period that begins within 30 days of a grace that was used begins at the old end, of an upgrade too. A smaller plan
// hides the youngest shops over maxShops with their products (publish: 409 PLAN_LIMIT_REACHED). A deposit of somebody who is no seller
// any more opens an incident. A renewal beside a change is held in its commit: one of the two is 409.
//
// Silent: how a hidden shop shows itself to its owner; the reason of the 409 of two at once; whether 30 days count from the end of the
// grace or from the day it was left.

clockGoesOn()
afterEach(() => clearFaults())

describe('a grace that was used', () => {
  it('8.2.10 cancelled and subscribed again begins at the old end: no week for nothing', async () => {
    const { plan, seller, end } = await inGrace()
    ok(await call(await again(seller), 'POST', '/subscriptions/me/cancel'))
    await pays(await asksFor(plan.id, {}, await again(seller)))
    const period = await now(seller)
    expect(Date.parse(period.currentPeriodStart)).toBe(end)
    expect(Date.parse(period.currentPeriodEnd) - end).toBeLessThanOrEqual(31 * DAY)
    await booksAgree()
  })

  it('8.2.10 so does an upgrade in grace', async () => {
    const { seller, end } = await inGrace()
    const larger = await newPlan(monthly('60.00'), { maxProducts: 200 })
    const [person, phone] = [await again(seller), freshPhone()]
    const { depositId } = ok(await call(person, 'POST', '/subscriptions/upgrade', upgradeBody(larger.id, phone)))
    await pays({ seller: person, phone, depositId })
    const period = await now(seller)
    expect(period.planId).toBe(larger.id)
    expect(Date.parse(period.currentPeriodStart)).toBe(end)
    await booksAgree()
  })

  it('8.2.10 so does another plan after a cancel', async () => {
    const { seller, end } = await inGrace()
    const other = await newPlan(monthly('12.00'))
    ok(await call(await again(seller), 'POST', '/subscriptions/me/cancel'))
    await pays(await asksFor(other.id, {}, await again(seller)))
    expect(Date.parse((await now(seller)).currentPeriodStart)).toBe(end)
    await booksAgree()
  })

  it('8.2.10 that was not used costs nothing: cancelled while ACTIVE and subscribed after its end, it begins when it is paid', async () => {
    const plan = await newPlan(monthly('30.00'))
    const { seller } = await payer(plan.id)
    const end = Date.parse((await now(seller)).currentPeriodEnd)
    ok(await call(await again(seller), 'POST', '/subscriptions/me/cancel'))
    await goTo(end + 3 * DAY)
    await until(seller, 'CANCELLED')
    const before = Date.now()
    await pays(await asksFor(plan.id, {}, await again(seller)))
    expect(Date.parse((await now(seller)).currentPeriodStart)).toBeGreaterThanOrEqual(before)
    await booksAgree()
  })

  it('8.2.10 three months of it give as many days as three payments', async () => {
    const plan = await newPlan(monthly('30.00'))
    let { seller } = await payer(plan.id)
    const start = Date.parse((await now(seller)).currentPeriodStart)
    for (let i = 0; i < 3; i++) {
      await goTo(Date.parse((await now(seller)).currentPeriodEnd) + 6 * DAY)
      await until(seller, 'GRACE')
      seller = await again(seller)
      ok(await call(seller, 'POST', '/subscriptions/me/cancel'))
      await pays(await asksFor(plan.id, {}, seller))
    }
    const covered = (Date.parse((await now(seller)).currentPeriodEnd) - start) / DAY
    expect(covered).toBeLessThanOrEqual(4 * 31 + 0.5)
  })
})

describe('a smaller plan', () => {
  /** A seller with three published shops, a product in each, oldest first. */
  async function threeShops() {
    const [large, small] = [
      await newPlan(monthly('20.00'), { maxShops: 3 }),
      await newPlan(monthly('5.00'), { maxShops: 1 }),
    ]
    const { seller } = await payer(large.id)
    const category = await newCategory()
    const shops: { id: string; product: string }[] = []
    for (let i = 0; i < 3; i++) {
      clockAt(Date.now() + SECOND)
      const body = { name: `Boutique ${crypto.randomUUID().slice(0, 8)}`, address: { country: 'CD', city: 'Bukavu' } }
      const { id } = ok(await call(seller, 'POST', '/seller/shop', body))
      ok(await call(seller, 'POST', `/seller/shop/${id}/publish`))
      const product = await publishedProduct({ ...seller, shopId: id } as Shopkeeper, category)
      shops.push({ id, product: product.id })
    }
    return { seller, shops, small }
  }
  const seen = async (shops: { id: string; product: string }[]) =>
    Promise.all(
      shops.map(async ({ id, product }) => [
        (await call(guest, 'GET', `/seller/shop/${id}`)).status,
        (await call(guest, 'GET', `/products/${product}`)).status,
        ok(await call(guest, 'GET', `/products?shopId=${id}`)).products.length,
      ]),
    )
  const shrink = async ({ seller, small }: { seller: Person; small: { id: string } }) => {
    const phone = freshPhone()
    const { depositId } = ok(await call(seller, 'POST', '/subscriptions/upgrade', upgradeBody(small.id, phone)))
    await pays({ seller, phone, depositId })
    await passes(MINUTE)
  }

  it('8.2.10 hides the youngest shops over its number with their products; a larger one shows them again', async () => {
    const of = await threeShops()
    expect(await seen(of.shops)).toEqual([
      [200, 200, 1],
      [200, 200, 1],
      [200, 200, 1],
    ])
    await shrink(of)
    expect(await seen(of.shops)).toEqual([
      [200, 200, 1],
      [404, 404, 0],
      [404, 404, 0],
    ])
    const seller = await again(of.seller)
    const mine = ok(await call(seller, 'GET', '/seller/shop/me'))
    expect(mine.shops).toHaveLength(3)
    const large = await newPlan(monthly('25.00'), { maxShops: 3 })
    await shrink({ seller, small: large })
    expect(await seen(of.shops)).toEqual([
      [200, 200, 1],
      [200, 200, 1],
      [200, 200, 1],
    ])
    await booksAgree()
  })

  it('8.2.10 publishes no shop over its number: 409 PLAN_LIMIT_REACHED, and takes one in the place of another', async () => {
    const of = await threeShops()
    await shrink(of)
    const seller = await again(of.seller)
    const [first, second] = of.shops
    const answer = await call(seller, 'POST', `/seller/shop/${second?.id}/publish`)
    expect(answer.status).toBe(409)
    ok(await call(seller, 'POST', `/seller/shop/${first?.id}/unpublish`))
    await passes(MINUTE)
    const [, now2] = await seen(of.shops)
    if (now2?.[0] !== 200) ok(await call(await again(seller), 'POST', `/seller/shop/${second?.id}/publish`))
    await passes(MINUTE)
    expect((await seen(of.shops)).map(([shop]) => shop).filter((status) => status === 200)).toHaveLength(1)
    expect(refusal(await call(await again(seller), 'POST', `/seller/shop/${first?.id}/publish`))).toEqual([
      409,
      'PLAN_LIMIT_REACHED',
    ])
  })

  it('8.2.10 sells nothing from a hidden shop', async () => {
    const of = await threeShops()
    const [, , third] = of.shops
    const product = ok(await call(guest, 'GET', `/products/${third?.product}`))
    await shrink(of)
    const buyer = await signUp()
    const order = {
      ...{
        shopId: third?.id,
        items: [{ variantId: product.variants[0].id, quantity: 1 }],
        fulfillmentMethod: 'PICKUP',
      },
      ...{
        paymentMethod: 'MOBILE_MONEY',
        currency: 'USD',
        payerPhoneNumber: freshPhone(),
        network: 'vodacom',
        countryCode: 'CD',
      },
    }
    expect((await call(buyer, 'POST', '/orders', order)).status).toBeGreaterThanOrEqual(400)
  })
})

describe('a deposit of somebody who is no seller any more', () => {
  it('8.2.10 opens an incident and mails the ADMINs', async () => {
    const plan = await newPlan(monthly('35.00'))
    const { seller, phone, depositId } = await asksFor(plan.id)
    const [admin, other] = [await signUp('ADMIN'), await signUp('ADMIN')]
    ok(await call(admin, 'POST', `/users/${seller.id}/role`, { role: 'BUYER' }))
    await hearsOfIt(other, async () => {
      await approve(phone)
      await passes(31 * SECOND)
      await passes(2 * MINUTE)
    })
    const [payment] = await all<{ id: string; status: string }>(
      'SELECT p.id, p.status FROM subscription_payments p JOIN gateway_transactions g ON g.subject_id = p.id WHERE g.reference = ?',
      depositId,
    )
    expect(payment?.status).toBe('SUCCEEDED')
    expect((await openAbout(depositId, payment?.id ?? '')).length).toBeGreaterThan(0)
    await booksAgree()
  })

  it('8.2.10 of a seller opens none', async () => {
    const { depositId } = await payer((await newPlan(monthly('35.00'))).id)
    await passes(2 * MINUTE)
    expect(await openAbout(depositId)).toEqual([])
  })
})

describe('a renewal beside a change', () => {
  it('8.2.10 at once: one of the two is 409, and one phone is asked', async () => {
    const [one, two] = [await newPlan(monthly('5.00')), await newPlan(monthly('9.00'))]
    for (let i = 0; i < 4; i++) {
      const { seller } = await payer(one.id)
      const answers = await Promise.all([
        call(seller, 'POST', '/subscriptions/me/renew', payerOf(freshPhone())),
        call(seller, 'POST', '/subscriptions/upgrade', upgradeBody(two.id, freshPhone())),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    }
    await booksAgree()
  })

  it('8.2.10 to a free plan at once: never a renewal of what is gone', async () => {
    const [paid, free] = [await newPlan(monthly('5.00')), await newPlan(monthly(0))]
    for (let i = 0; i < 4; i++) {
      const { seller } = await payer(paid.id)
      const answers = await Promise.all([
        call(seller, 'POST', '/subscriptions/me/renew', payerOf(freshPhone())),
        call(seller, 'POST', '/subscriptions/upgrade', upgradeBody(free.id, freshPhone())),
      ])
      const [renewal, change] = answers
      // A renewal that comes wholly after the change renews the free plan.
      if (renewal.status === 201 && change.status === 201)
        expect([renewal.data.subscription.planId, renewal.data.payment.amount]).toEqual([free.id, '0.00'])
      else expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    }
    await booksAgree()
  })
})
