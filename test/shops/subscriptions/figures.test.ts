import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { dayOf } from '#kernel/period.ts'
import { call, type Person } from '#testing/api.ts'
import { fromNoon, wait } from '#testing/clock.ts'
import { first } from '#testing/fixtures/database.ts'
import { freshPhone, subscriptionBody, upgradeBody } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan } from '#testing/fixtures/subscriptions.ts'
import { approve } from '#testing/sandbox.ts'

fromNoon()

// Figures of subscriptions that finance reads (docs/money.md, Figures of subscriptions).

const DAY = 86_400_000
let admin: Person
beforeAll(async () => {
  admin = await signUp('ADMIN')
})
afterEach(() => void vi.useRealTimers())

async function figures(what: string, as = admin) {
  const { data, error } = await call(as, 'GET', `/subscriptions/${what}`)
  expect(error).toBeUndefined()
  return data
}
const ofToday = async (what: string, as = admin) => {
  const today = dayOf(Date.now())
  return figures(`${what}?from=${today}&to=${today}`, as)
}

/** A seller who paid. @returns the id of the subscription, and of the payment's movement */
async function paying(planId: string, seller?: Person) {
  const [person, phone] = [seller ?? (await newSeller()), freshPhone()]
  const path = seller ? '/subscriptions/upgrade' : '/subscriptions'
  const body = seller ? upgradeBody(planId, phone) : subscriptionBody(planId, phone)
  const { data, error } = await call(person, 'POST', path, body)
  expect(error).toBeUndefined()
  await approve(phone)
  const movement = await first<{ id: string }>(
    'SELECT id FROM gateway_transactions WHERE reference = ?',
    data.payment.depositId,
  )
  return { seller: person, id: data.subscription.id as string, movement: movement?.id ?? '' }
}

it('another plan ends one subscription and begins another; what both paid is revenue, the last is what a month brings', async () => {
  const [small, big] = [await newPlan(monthly('5.00')), await newPlan(monthly('9.00'))]
  const { seller } = await paying(small.id)
  const [stats, revenue] = [await ofToday('stats'), await ofToday('revenue')]
  await paying(big.id, seller)
  const now = await ofToday('stats')
  expect([now.active - stats.active, now.cancelled - stats.cancelled, now.new - stats.new]).toEqual([0, 1, 1])
  expect(Number(now.mrr[0].amount) - Number(stats.mrr[0].amount)).toBeCloseTo(4)
  const total = (data: typeof revenue) => Number(data.totals[0].amount)
  expect(total(await ofToday('revenue')) - total(revenue)).toBeCloseTo(9)
  // The rate counts those that were there and those that came, one of which ended: 1 of all.
  expect(now.churnRate).toBe(Math.round(10_000 / now.new) / 10_000)
})

it('a payment that an operator took back is subtracted on the day it was, its invoice is void, and the subscription runs on', async () => {
  const { movement, id } = await paying((await newPlan(monthly('31.00'))).id)
  const day = dayOf(Date.now())
  const before = await ofToday('revenue')
  wait(2 * DAY)
  const later = dayOf(Date.now())
  const again = await signUp('ADMIN')
  const taken = { outcome: 'reversed', note: 'Vu sur le relevé.' }
  expect((await decideByHand(again, `/gatewayB/transactions/${movement}/resolve`, taken)).status).toBe(200)
  const { series, totals } = await figures(`revenue?from=${day}&to=${later}`, again)
  expect(series).toEqual([...before.series, { period: later, currency: 'USD', amount: '-31.00' }])
  expect(Number(totals[0].amount)).toBeCloseTo(Number(before.totals[0].amount) - 31)
  const file = await figures(`admin/${id}`, again)
  expect([file.status, file.payments[0].status, file.invoices[0].status]).toEqual(['ACTIVE', 'REFUNDED', 'VOID'])
  expect(file.history.map(({ event, to }: { event: string; to: string }) => `${event} ${to}`)).toEqual([
    ...['create PENDING', 'start ACTIVE'],
  ])
})

it('the figures are read in one trip', async () => {
  const { id } = await paying((await newPlan(monthly('1.00'))).id)
  for (const path of ['stats', 'revenue', `admin/${id}`]) {
    const { headers } = await call(admin, 'GET', `/subscriptions/${path}`)
    expect(headers.get('x-d1-round-trips'), path).toBe('1')
  }
})
