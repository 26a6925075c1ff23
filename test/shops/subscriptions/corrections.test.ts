import { expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { first, run } from '#testing/fixtures/database.ts'
import { freshPhone, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { newPlan, subscriptionStatus } from '#testing/fixtures/subscriptions.ts'
import { expectLaws } from '#testing/laws.ts'
import { approve, refuse } from '#testing/sandbox.ts'

const PLATFORM = ['platform:subscriptions', 'platform:rounding', 'gatewayA:clearing']
const books = () => Promise.all(PLATFORM.map((code) => balance(code, 'CDF')))

/** A deposit in whole francs for a plan of 14 000,40, refused on the phone. @returns its movement */
async function refusedDeposit(seller: Person): Promise<string> {
  const phone = freshPhone()
  const plan = await newPlan([{ billingCycle: 'MONTHLY', currency: 'CDF', amount: '14000.40' }])
  const body = { ...subscriptionBody(plan.id, phone), currency: 'CDF' }
  const { data, error } = await call(seller, 'POST', '/subscriptions', body)
  expect(error).toBeUndefined()
  await refuse(phone)
  const row = await first<{ id: string }>(
    'SELECT id FROM gateway_transactions WHERE reference = ?',
    data.payment.depositId,
  )
  return row?.id ?? ''
}

it('a deposit that had succeeded after all buys its period; taken back it leaves nothing of its rounding', async () => {
  const [admin, seller] = [await signUp('ADMIN'), await newSeller()]
  const id = await refusedDeposit(seller)
  const resolve = (outcome: string) =>
    decideByHand(admin, `/gatewayB/transactions/${id}/resolve`, { outcome, note: 'Vu sur le relevé.' })
  const before = await books()
  expect((await resolve('lateSuccess')).status).toBe(200)
  expect(await subscriptionStatus(seller)).toBe('ACTIVE')
  expect(await books()).toEqual(before.map((amount, i) => amount + ([1_400_040, 60, -1_400_100][i] ?? 0)))
  await expectLaws()

  expect((await resolve('reversed')).status).toBe(200)
  expect(await books()).toEqual(before)
  expect(await subscriptionStatus(seller)).toBe('ACTIVE')
  await expectLaws()
  expect((await resolve('reversed')).status).toBe(409)
})

it('a deposit of somebody who is no seller any more is in an incident', async () => {
  const seller = await newSeller()
  const phone = freshPhone()
  const plan = await newPlan()
  expect((await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone))).error).toBeUndefined()
  await run("UPDATE users SET role = 'BUYER' WHERE id = ?", seller.id)
  await approve(phone)
  expect(await first("SELECT status FROM incidents WHERE ref GLOB 'subscriptionOfDeleted:*'")).toEqual({
    status: 'OPEN',
  })
})
