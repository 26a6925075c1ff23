import { describe, expect, it } from 'vitest'
import { type Answer, call, type Person } from '#testing/api.ts'
import { freshPhone, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { actOnOrder, type Market, newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp, withPhone } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { newPlan } from '#testing/fixtures/subscriptions.ts'
import { movementsOf, refuse } from '#testing/sandbox.ts'

const BUSY = [409, 'PAYMENT_IN_PROGRESS']
const refusal = ({ status, error }: Answer) => [status, error?.reason]

const order = (market: Market, buyer: Person, payerPhoneNumber: string) =>
  postOrder({ ...market, buyer }, { quantity: 1, payerPhoneNumber })

/** Fresh accounts have the phone ring until it has as many prompts as strangers may send. */
async function ringing(market: Market, phone: string) {
  for (let i = 0; i < 3; i++) expect((await order(market, await signUp(), phone)).status).toBe(201)
  expect(refusal(await order(market, await signUp(), phone))).toEqual(BUSY)
}

describe('prompts that strangers send to a number', () => {
  it('leave its proved owner free to order and to subscribe with it, three at a time', async () => {
    const market = await newMarket({ stock: 50 })
    const { phone, ...owner } = await withPhone()
    await ringing(market, phone)
    for (let i = 0; i < 3; i++) expect((await order(market, owner, phone)).status).toBe(201)
    expect(await movementsOf(phone)).toHaveLength(6)

    const [seller, plan] = [await newSeller(), await newPlan()]
    const theirs = freshPhone()
    await changeUser(seller.id, 'phone = ?, phone_verified_at = 1', theirs)
    await ringing(market, theirs)
    expect((await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, theirs))).status).toBe(201)
  })

  it('leave free whoever paid with it before', async () => {
    const market = await newMarket({ stock: 50 })
    const { payerPhoneNumber } = await paidOrder(market)
    await ringing(market, payerPhoneNumber)
    expect((await order(market, market.buyer, payerPhoneNumber)).status).toBe(201)
  })

  it('refused prompts of strangers take none of the ten tries of the owner', async () => {
    const market = await newMarket({ stock: 50 })
    const { phone, ...owner } = await withPhone()
    const pay = (as: Person, id: string) =>
      actOnOrder(as, id, 'pay', { payerPhoneNumber: phone, network: 'vodacom', countryCode: 'CD' })
    for (const person of [await signUp(), owner]) {
      const { data } = await order(market, person, phone)
      await refuse(phone)
      for (let refused = 1; refused < 10; refused++) {
        expect((await pay(person, data.id)).status, `try ${refused + 1}`).toBe(201)
        await refuse(phone)
      }
      expect((await pay(person, data.id)).status).toBe(429)
    }
  })

  it('unpaid prompts of strangers do not bound what the owner may order', async () => {
    const market = await newMarket({ stock: 500 })
    const { phone, ...owner } = await withPhone()
    for (let i = 0; i < 2; i++) {
      const stranger = await signUp()
      const { data } = await order(market, stranger, phone)
      await refuse(phone)
      expect((await actOnOrder(stranger, data.id, 'cancel', {})).status).toBe(200)
    }
    const many = { quantity: 20, payerPhoneNumber: phone }
    expect((await postOrder({ ...market, buyer: await signUp() }, many)).status).toBe(409)
    expect((await postOrder({ ...market, buyer: owner }, many)).status).toBe(201)
  })
})

it('an account that never proved a number nor paid with it has one prompt at a time there', async () => {
  const market = await newMarket({ stock: 50 })
  const phone = freshPhone()
  expect((await order(market, market.buyer, phone)).status).toBe(201)
  expect(refusal(await order(market, market.buyer, phone))).toEqual(BUSY)
  await refuse(phone)
  expect((await order(market, market.buyer, phone)).status).toBe(201)
  expect(await movementsOf(phone)).toHaveLength(2)
})
