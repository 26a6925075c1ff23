// Steps of the tests of plans, subscriptions and invoices.
import { expect } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { freshPhone, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan } from '#testing/fixtures/subscriptions.ts'
import { approve } from '#testing/sandbox.ts'
import { ok } from '#testing/stories/books.ts'
import { clockAt, SECOND } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'

/** A deposit that waits on a phone. */
export type Asked = { seller: Person; phone: string; depositId: string; subscription: Data }

/** A seller of their own asks for a plan; the money is still to come. */
export async function asksFor(planId: string, more: object = {}, known?: Person): Promise<Asked> {
  const [seller, phone] = [known ?? (await newSeller()), freshPhone()]
  const { depositId, subscription } = ok(
    await call(seller, 'POST', '/subscriptions', subscriptionBody(planId, phone, { ...more })),
  )
  return { seller, phone, depositId, subscription }
}
/** The money comes in. Under a moved clock no callback is believed, so the seller asks. */
export async function pays({ seller, phone, depositId }: Omit<Asked, 'subscription'>): Promise<Data> {
  await approve(phone)
  const payment = async () =>
    ok(await call(seller, 'GET', '/subscriptions/me/payments')).payments.find(
      (row: Data) => row.depositId === depositId,
    )
  if ((await payment()).status === 'PENDING') {
    clockAt(Date.now() + 31 * SECOND)
    ok(await call(seller, 'POST', `/subscriptions/payments/${depositId}/check-status`))
  }
  const paid = await payment()
  expect(paid.status).toBe('SUCCEEDED')
  return paid
}
/** A seller who subscribed and paid. */
export async function payer(planId?: string, more: object = {}) {
  const asked = await asksFor(planId ?? (await newPlan(monthly('5.00'))).id, more)
  return { ...asked, payment: await pays(asked) }
}
export const myInvoices = async (seller: Person): Promise<Data[]> =>
  ok(await call(seller, 'GET', '/invoices/me?limit=100')).invoices
/** Number behind the year in an invoice's number. */
export const sequence = ({ number }: Data): number => Number(/^FAC-\d{4}-(\d{6})$/.exec(number)?.[1] ?? Number.NaN)
