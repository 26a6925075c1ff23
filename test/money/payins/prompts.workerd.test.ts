import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { chargeBody, freshPhone, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { newPlan } from '#testing/fixtures/subscriptions.ts'
import { movementsOf, refuse } from '#testing/sandbox.ts'

const MINUTE = 60_000

/** Asks the phone for money: staff by a reference of their own, and a new seller for a plan. */
async function asking(phone: string) {
  const [admin, plan] = [await signUp('ADMIN'), await newPlan()]
  const charge = (orderId: string) =>
    call(admin, 'POST', '/gatewayB/payin', chargeBody({ phoneNumber: phone, orderId: `${phone}-${orderId}` }))
  const subscribe = async () => call(await newSeller(), 'POST', '/subscriptions', subscriptionBody(plan.id, phone))
  return { charge, subscribe }
}

it('a phone has three prompts at a time, whatever they are for, and one without an end holds its place for 15 minutes', async () => {
  const phone = freshPhone()
  const { charge, subscribe } = await asking(phone)
  for (const reference of ['1', '2']) expect((await charge(reference)).status).toBe(201)
  expect((await subscribe()).status).toBe(201)
  for (const refused of [await subscribe(), await charge('4')])
    expect([refused.status, refused.error?.reason]).toEqual([409, 'PAYMENT_IN_PROGRESS'])
  expect((await charge('1')).status).toBe(201)
  expect(await movementsOf(phone)).toHaveLength(3)

  wait(15 * MINUTE)
  const later = await asking(phone)
  expect((await later.subscribe()).status).toBe(201)
  expect(await movementsOf(phone)).toHaveLength(4)
})

it('a phone that refused ten prompts in an hour is not asked by a subscription either', async () => {
  const phone = freshPhone()
  const { charge, subscribe } = await asking(phone)
  for (let i = 0; i < 10; i++) {
    expect((await charge(`${i}`)).status).toBe(201)
    await refuse(phone)
  }
  for (const refused of [await subscribe(), await charge('10')]) expect(refused.status).toBe(429)
  expect(await movementsOf(phone)).toHaveLength(10)
})
