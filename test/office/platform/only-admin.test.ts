import { describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { all } from '#testing/fixtures/database.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { askRefund, changesOf, ends, ok } from '#testing/stories/books.ts'
import { booksAgree, firstStep, incidentsOpenedBy, passes } from '#testing/stories/decisions.ts'
import { again, DAY, HOUR } from '#testing/stories/money.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule 8.2.2: another ADMIN is whoever was one in the last 7 days, blocked meanwhile or not; only where the service had one ADMIN for 7 days
// may they decide about what is their own, and an incident says so. (A file of its own: its service has one ADMIN.)

clockGoesOn()

const admins = () => all<{ id: string }>("SELECT id FROM users WHERE role = 'ADMIN'")
const asAdmin = async (person: Person): Promise<Person> => ({ ...(await again(person)), role: 'ADMIN' })

/** An ADMIN who bought something; every other one was given another role, by them. */
async function lastOne() {
  const market = await newMarket()
  const admin = await signUp('ADMIN')
  for (const { id } of await admins())
    if (id !== admin.id) ok(await call(admin, 'POST', `/users/${id}/role`, { role: 'SUPPORT' }))
  expect(await admins()).toEqual([{ id: admin.id }])
  return { admin, market }
}
const bought = async (market: Awaited<ReturnType<typeof newMarket>>, admin: Person) =>
  paidOrder({ ...market, buyer: admin }, { quantity: 1 })

describe('who is the only ADMIN', () => {
  it('8.2.2 since this week does not decide about what is their own: 409; after 7 days alone they do, and an incident says so', async () => {
    const { admin, market } = await lastOne()
    await minuteCronAfter(6 * DAY + 20 * HOUR)
    let now = await asAdmin(admin)
    const early = await bought(market, now)
    const nothing = await changesOf(async () => {
      expect((await call(now, 'POST', `/orders/admin/${early.id}/refund`)).status).toBe(409)
      expect((await askRefund(now, { orderId: early.id })).status).toBe(409)
    })
    expect(nothing).toEqual({})

    await passes(5 * HOUR)
    now = await asAdmin(admin)
    const order = await bought(market, now)
    const incidents = await incidentsOpenedBy(async () => {
      const step = await firstStep(now, () => askRefund(now, { orderId: order.id }))
      ok(await call(now, 'POST', '/refunds/confirm', { pendingId: step.pendingId, code: step.code }))
    })
    expect(incidents.length).toBeGreaterThan(0)
    await ends(order.payerPhoneNumber, 'approve')
    await booksAgree()
  })

  it('8.2.2 with somebody new beside them does not: the new one decides, once a day has passed', async () => {
    const { admin, market } = await lastOne()
    await minuteCronAfter(8 * DAY)
    let now = await asAdmin(admin)
    const person = await signUp()
    ok(await call(now, 'POST', `/users/${person.id}/role`, { role: 'ADMIN' }))
    await minuteCronAfter(DAY + HOUR)
    now = await asAdmin(admin)
    const order = await bought(market, now)
    expect((await askRefund(now, { orderId: order.id })).status).toBe(409)
    const other = await asAdmin(person)
    const step = await firstStep(other, () => askRefund(other, { orderId: order.id }))
    ok(await call(other, 'POST', '/refunds/confirm', { pendingId: step.pendingId, code: step.code }))
    await ends(order.payerPhoneNumber, 'approve')
    await booksAgree()
  })
})
