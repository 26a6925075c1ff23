import { expect } from 'vitest'
import type { Person } from '#testing/api.ts'
import { monthly, newPlan, subscriptionOf } from '#testing/fixtures/subscriptions.ts'
import { passes } from '#testing/stories/decisions.ts'
import { again, DAY, MINUTE } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'
import { payer } from '#testing/stories/subscriptions.ts'

/** The subscription of a seller as it is. */
export const now = async (seller: Person): Promise<Data> => (await subscriptionOf(await again(seller))).subscription
export const until = async (seller: Person, status: string) => {
  for (let i = 0; i < 3 && (await now(seller)).status !== status; i++) await passes(MINUTE)
  expect((await now(seller)).status).toBe(status)
}
/** The clock goes to a time, with its crons. */
export const goTo = async (time: number) => passes(Math.max(0, time - Date.now()))
/** A seller whose month is over, six days ago: in grace. */
export async function inGrace(price = '30.00') {
  const plan = await newPlan(monthly(price))
  const { seller } = await payer(plan.id)
  const first = await now(seller)
  const end = Date.parse(first.currentPeriodEnd)
  await goTo(end + 6 * DAY)
  await until(seller, 'GRACE')
  return { plan, seller, start: Date.parse(first.currentPeriodStart), end }
}
