import { describe, expect, it } from 'vitest'
import { type Caller, call, guest, tally, together } from '#testing/api.ts'
import { all } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { subscriptionStatus } from '#testing/fixtures/subscriptions.ts'
import {
  changesOf,
  expectA4,
  expectOnly,
  expectUnknownIs404,
  ok,
  raw,
  saysIn,
  UNKNOWN,
} from '#testing/stories/books.ts'
import { myInvoices, payer, sequence } from '#testing/stories/subscriptions.ts'

// Rule: VOID {reason} from ISSUED and PAID by an ADMIN: it moves no money, keeps its number and leaves the subscription as it is.
// The PDF is A4, in French, for its seller and finance.
//
// Silent: whether the answer shows the reason; how a PDF says that it is void. What stands on the page is for a test that looks at
// it as a picture; here only what it is.

const WHY = { reason: 'Établie au mauvais nom' }
const cancel = (as: Caller, id: string, body: object = WHY) => call(as, 'POST', `/invoices/${id}/void`, body)
async function invoiced() {
  const paid = await payer()
  const [invoice] = await myInvoices(paid.seller)
  return { ...paid, invoice, id: invoice.id as string }
}

describe('voiding an invoice', () => {
  it('moves no money, keeps number and payment, and is done once for ten at once', async () => {
    const admin = await signUp('ADMIN')
    const { seller, id, invoice } = await invoiced()
    const changes = await changesOf(async () => {
      const answers = await together(10, () => cancel(admin, id))
      expect(tally(answers)).toEqual({ 200: 1, 409: 9 })
    })
    expect(changes).toEqual({})
    const { number, total, subscriptionPaymentId } = invoice
    expect((await myInvoices(seller))[0]).toMatchObject({ id, number, total, subscriptionPaymentId, status: 'VOID' })
    expect(await subscriptionStatus(seller)).toBe('ACTIVE')
    const [payment] = ok(await call(seller, 'GET', '/subscriptions/me/payments')).payments
    expect(payment.status).toBe('SUCCEEDED')
    const acts = await all<{ details: string }>(
      'SELECT details FROM audit WHERE actor_id = ? AND target_id = ?',
      admin.id,
      id,
    )
    expect(acts.some(({ details }) => details.includes(WHY.reason))).toBe(true)
  })

  it('leaves its number taken: the next one follows', async () => {
    const { id, invoice } = await invoiced()
    ok(await cancel(await signUp('ADMIN'), id))
    const next = await invoiced()
    expect(sequence(next.invoice)).toBe(sequence(invoice) + 1)
  })

  it('asks for a reason, and is for an ADMIN only', async () => {
    const admin = await signUp('ADMIN')
    const { id } = await invoiced()
    expect((await cancel(admin, id, {})).status).toBe(400)
    expect((await cancel(admin, id, { reason: '' })).status).toBe(400)
    await expectOnly(['ADMIN'], ['POST', `/invoices/${id}/void`, WHY])
    await expectUnknownIs404(admin, 'POST', (one) => `/invoices/${one}/void`, WHY)
  })
})

describe('the PDF of an invoice', () => {
  it('is A4, for its seller and for finance, never cached', async () => {
    const { seller, id, invoice } = await invoiced()
    for (const as of [seller, await signUp('ACCOUNTANT'), await signUp('ADMIN')]) {
      const { status, headers, bytes } = await raw(as, `/invoices/${id}/pdf`)
      expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
      expect(headers.get('cache-control')).toContain('no-store')
      expectA4(bytes)
      expect(saysIn(bytes, invoice.number)).not.toBe(false)
    }
  })

  it('of somebody else is not there', async () => {
    const { id } = await invoiced()
    const statusFor = async (as: Caller, one = id) => (await raw(as, `/invoices/${one}/pdf`)).status
    expect(await statusFor(await newSeller())).toBe(404)
    expect(await statusFor(await signUp('SUPPORT'))).toBe(403)
    expect(await statusFor(guest)).toBe(401)
    expect(await statusFor(await signUp('ADMIN'), UNKNOWN)).toBe(404)
  })

  it('is there for one that is void too', async () => {
    const { seller, id } = await invoiced()
    ok(await cancel(await signUp('ADMIN'), id))
    expectA4((await raw(seller, `/invoices/${id}/pdf`)).bytes)
  })
})
