import { beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '#testing/api.ts'
import { fromNoon, hourCronAfter, lawsCronAfter } from '#testing/clock.ts'
import { emptyDatabase } from '#testing/empty-database.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { actOnJob, newRider, pickedUpJob } from '#testing/fixtures/deliveries.ts'
import { chargeBody } from '#testing/fixtures/inputs.ts'
import { transfer } from '#testing/fixtures/ledger.ts'
import { newMarket, orderRow, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { clearFaults, inbox, movementsOf, settleMovement } from '#testing/sandbox.ts'
import { again, clockAt, HOUR, incidents, MINUTE, tickAt } from '#testing/stories/money.ts'

fromNoon()

// Rule: a tick works until nothing is due or its 25 s are over, five at a time; /ledger/checks runs hourly and opens an incident
// when it fails.

beforeEach(async () => {
  vi.useRealTimers()
  await clearFaults()
  await emptyDatabase()
})

describe('a tick', () => {
  it('asks about all that is due, not about the first 25', async () => {
    const admin = await signUp('ADMIN')
    const began = Date.now()
    for (let i = 0; i < 32; i++) {
      const body = chargeBody()
      expect((await call(admin, 'POST', '/gatewayB/payin', body)).status).toBe(201)
      const [movement] = await movementsOf(String(body.phoneNumber))
      await settleMovement(movement?.id ?? '', 'approve', ['silent'])
    }
    await tickAt(began + 5 * MINUTE)
    expect(await count("gateway_transactions WHERE status = 'succeeded'")).toBe(32)
  })

  it('ends all orders that are due, not the first 50', async () => {
    const market = await newMarket({ stock: 100 })
    const began = Date.now()
    const ids: string[] = []
    let buyer = market.buyer
    for (let i = 0; i < 54; i++) {
      if (i % 3 === 0) buyer = await signUp()
      const placed = await postOrder({ ...market, buyer }, { quantity: 1 })
      expect(placed.error).toBeUndefined()
      ids.push(placed.data.id)
    }
    await tickAt(began + 20 * MINUTE)
    const states = await Promise.all(ids.map(async (id) => (await orderRow(id))?.status))
    expect(states.filter((status) => status !== 'CANCELLED')).toEqual([])
  })
})

describe('the hourly check of the books', () => {
  it('opens an incident when a law is broken, which mails the ADMINs; and none while all is well', async () => {
    const admin = await signUp('ADMIN')
    await transfer('platform:cash', 'platform:commission', 500)
    await hourCronAfter(HOUR)
    expect(await incidents()).toBe(0)
    // No operation can do this: money that is reserved for nobody.
    await transfer('platform:cash', 'seller:nobody:reserved', 500)
    await hourCronAfter(HOUR)
    await hourCronAfter(HOUR)
    expect(await incidents()).toBe(1)
    await tickAt(Date.now() + MINUTE)
    vi.useRealTimers()
    expect((await inbox(admin.email)).length).toBeGreaterThanOrEqual(1)
    await transfer('seller:nobody:reserved', 'platform:cash', 500)
  })
})

describe('laws that compare day totals with rows', () => {
  it('are held at night, not by the hour and not by /ledger/checks', async () => {
    const [finance] = [await signUp('ACCOUNTANT'), await signUp('ADMIN')]
    await run('UPDATE user_days SET users = users + 1')
    await hourCronAfter(HOUR)
    expect(await incidents()).toBe(0)
    const { data } = await call(await again(finance), 'GET', '/ledger/checks')
    expect(data.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])
    // Slices of all laws take more than one run.
    for (let i = 0; i < 3; i++) await lawsCronAfter(MINUTE)
    expect(await incidents('law:')).toBe(1)
    await run('UPDATE user_days SET users = users - 1')
  })
})

describe('a delivery that failed', () => {
  it('fails again after ten minutes at the earliest: 409 before', async () => {
    const rider = await newRider()
    const job = await pickedUpJob(rider)
    const fail = () => actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_ABSENT' })
    const now = Date.now()
    clockAt(now)
    expect((await fail()).status).toBe(200)
    clockAt(now + 9 * MINUTE)
    expect((await fail()).status).toBe(409)
    clockAt(now + 10 * MINUTE)
    expect((await fail()).data.status).toBe('RETURNING')
  })
})
