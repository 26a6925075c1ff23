import { describe, expect, it, vi } from 'vitest'
import { call, together } from '#testing/api.ts'
import { fromNoon, hourCronAfter } from '#testing/clock.ts'
import { freshPhone, payer as payingFrom, upgradeBody } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan } from '#testing/fixtures/subscriptions.ts'
import { approve, clearFaults, movementsOf, refuse, setFault, settleMovement } from '#testing/sandbox.ts'
import { dayOf, expectOnly, expectUnknownIs404, FINANCE, GONE, ok, refusal } from '#testing/stories/books.ts'
import { again, clockAt, DAY, MINUTE, SECOND, tickAt } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'
import { asksFor, myInvoices, payer, pays, sequence } from '#testing/stories/subscriptions.ts'

fromNoon()

// Rule: each payment of a subscription that costs something has one invoice, FAC-<year>-<six digits> without a gap, issued and PAID
// in the commit that applies the payment: numbers by year; prices include tax, so total = payment; taxRate 0 until it is set;
// free plans have none.
//
// Silent: what a line shows; how a rate of tax is set; of which time zone the year is; whether a payment that bought nothing has
// an invoice until it is given back; whether `taxRate` is a number or text.

const numberOf = async (seller: Parameters<typeof myInvoices>[0]): Promise<number> => {
  const [invoice] = await myInvoices(seller)
  return sequence(invoice)
}

describe('an invoice', () => {
  it('is issued and PAID with the payment: the same amount, the same moment, tax within it', async () => {
    const { seller, payment } = await payer((await newPlan(monthly('12.50'))).id)
    const profile = ok(await call(seller, 'GET', '/seller/profile/me'))
    const invoices = await myInvoices(seller)
    expect(invoices).toHaveLength(1)
    const [invoice] = invoices
    expect(invoice).toMatchObject({
      status: 'PAID',
      sellerProfileId: profile.id,
      subscriptionPaymentId: payment.id,
      currency: 'USD',
      total: '12.50',
      subtotal: '12.50',
      taxAmount: '0.00',
    })
    expect(invoice.number).toMatch(new RegExp(`^FAC-${dayOf(Date.now()).slice(0, 4)}-\\d{6}$`))
    expect(Number(invoice.taxRate)).toBe(0)
    expect(invoice.lines.length).toBeGreaterThanOrEqual(1)
    expect([invoice.paidAt, Date.parse(invoice.issuedAt)]).toEqual([payment.paidAt, Date.parse(payment.paidAt)])
    expect(ok(await call(seller, 'GET', `/invoices/${invoice.id}`))).toEqual(invoice)
  })

  it('is there for a renewal and for another plan too; not for a free one, nor for what was not paid', async () => {
    const { seller } = await payer()
    const phone = freshPhone()
    const { depositId } = ok(await call(seller, 'POST', '/subscriptions/me/renew', payingFrom(phone)))
    await pays({ seller, phone, depositId })
    const other = { seller, phone: freshPhone() }
    const large = await newPlan(monthly('12.50'))
    const upgraded = ok(await call(seller, 'POST', '/subscriptions/upgrade', upgradeBody(large.id, other.phone)))
    await pays({ ...other, depositId: upgraded.depositId })
    const totals = (await myInvoices(seller)).map(({ total }) => total)
    expect(totals).toEqual(['12.50', '5.00', '5.00'])

    const free = await asksFor((await newPlan(monthly(0))).id)
    expect(await myInvoices(free.seller)).toEqual([])
    const refused = await asksFor((await newPlan()).id)
    await refuse(refused.phone)
    expect(await myInvoices(refused.seller)).toEqual([])
  })

  it('is one, however often the payment is heard of', async () => {
    const plan = await newPlan()
    await setFault({ gateway: 'A', fault: 'answeredTwice', kind: 'deposit' })
    const asked = await asksFor(plan.id)
    await pays(asked)
    await clearFaults()
    await together(10, () => call(asked.seller, 'POST', `/subscriptions/payments/${asked.depositId}/check-status`))
    expect(await myInvoices(asked.seller)).toHaveLength(1)
  })

  it('comes with money that comes after its half hour', async () => {
    const plan = await newPlan()
    await setFault({ gateway: 'A', fault: 'silent', kind: 'deposit' })
    const asked = await asksFor(plan.id)
    await tickAt(Date.now() + 31 * MINUTE)
    const seller = await again(asked.seller)
    expect(await myInvoices(seller)).toEqual([])
    const [movement] = await movementsOf(asked.phone)
    await settleMovement(movement?.id ?? '', 'approve')
    clockAt(Date.now() + 31 * SECOND)
    ok(await call(seller, 'POST', `/subscriptions/payments/${asked.depositId}/check-status`))
    expect(await myInvoices(seller)).toMatchObject([{ status: 'PAID', total: '5.00' }])
    await clearFaults()
  })
})

describe('the numbers', () => {
  it('of twelve payments at once are twelve that follow each other, though four others are refused between them', async () => {
    const plan = await newPlan()
    const last = await numberOf((await payer(plan.id)).seller)
    const asked: Awaited<ReturnType<typeof asksFor>>[] = []
    for (let i = 0; i < 16; i++) asked.push(await asksFor(plan.id))
    await together(16, (i) => (i % 4 === 3 ? refuse(asked[i]?.phone ?? '') : approve(asked[i]?.phone ?? '')))
    const numbers: number[] = []
    for (const [i, { seller }] of asked.entries()) {
      const invoices = await myInvoices(seller)
      expect(invoices).toHaveLength(i % 4 === 3 ? 0 : 1)
      if (invoices[0]) numbers.push(sequence(invoices[0]))
    }
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, i) => last + 1 + i))
    expect(await numberOf((await payer(plan.id)).seller)).toBe(last + 13)
  })

  it('begin again with each year', async () => {
    const plan = await newPlan()
    await payer(plan.id)
    const year = Number(dayOf(Date.now()).slice(0, 4))
    clockAt(Date.UTC(year + 1, 0, 2, 10))
    await hourCronAfter(0)
    const first = await payer(plan.id)
    const second = await payer(plan.id)
    const numbers = [...(await myInvoices(first.seller)), ...(await myInvoices(second.seller))].map(
      ({ number }) => number,
    )
    expect(numbers).toEqual([`FAC-${year + 1}-000001`, `FAC-${year + 1}-000002`])
    vi.useRealTimers()
  })
})

describe('invoices', () => {
  it('are listed newest first, filtered by status and time, for finance; a seller sees their own only', async () => {
    const { seller } = await payer()
    const other = await payer()
    const finance = await signUp('ACCOUNTANT')
    const list = async (query = ''): Promise<Data[]> =>
      ok(await call(finance, 'GET', `/invoices?limit=100&${query}`)).invoices
    const [mine, theirs] = [(await myInvoices(seller))[0], (await myInvoices(other.seller))[0]]
    const ids = (await list()).map(({ id }) => id)
    expect(ids.indexOf(theirs.id)).toBeLessThan(ids.indexOf(mine.id))
    const has = async (query: string) => (await list(query)).some(({ id }) => id === mine.id)
    const today = dayOf(Date.now())
    for (const [query, is] of [
      ['status=PAID', true],
      ['status=VOID', false],
      [`from=${today}&to=${today}`, true],
      [`from=${dayOf(Date.now() + DAY)}`, false],
      [`to=${dayOf(Date.now() - DAY)}`, false],
    ] as const)
      expect(await has(query), query).toBe(is)
    expect((await myInvoices(seller)).map(({ id }) => id)).toEqual([mine.id])
    expect(ok(await call(seller, 'GET', '/invoices/me?status=VOID')).invoices).toEqual([])
    for (const bad of ['status=PERDUE', 'limit=101', 'from=hier'])
      expect((await call(finance, 'GET', `/invoices?${bad}`)).status, bad).toBe(400)
    expect(refusal(await call(other.seller, 'GET', `/invoices/${mine.id}`))).toEqual(GONE)
    for (const role of FINANCE) expect(ok(await call(await signUp(role), 'GET', `/invoices/${mine.id}`))).toEqual(mine)
  })

  it('are for their seller and for finance', async () => {
    await expectOnly(FINANCE, ['GET', '/invoices'])
    await expectOnly(['SELLER'], ['GET', '/invoices/me'])
    await expectOnly(['SELLER', ...FINANCE], ['GET', '/invoices/x'], ['GET', '/invoices/x/pdf'])
    await expectUnknownIs404(await newSeller(), 'GET', (id) => `/invoices/${id}`)
    await expectUnknownIs404(await signUp('ADMIN'), 'GET', (id) => `/invoices/${id}`)
  })
})
