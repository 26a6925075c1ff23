import { afterEach, describe, expect, it } from 'vitest'
import { type Caller, call, type Person } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { renewed, signUp } from '#testing/fixtures/people.ts'
import { textsOf } from '#testing/fixtures/printed.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan, subscribeAndPay } from '#testing/fixtures/subscriptions.ts'
import { raw } from '#testing/stories/books.ts'

const PATH = '/wallet/settings/platform'
const ISSUER = {
  name: 'Soko SARL',
  address: '12, avenue Lumumba, Goma',
  rccm: 'CD/GOM/1',
  idNat: null,
  taxNumber: 'A1',
}

afterEach(async () => {
  await run('DELETE FROM platform_settings')
})

async function invoiced(amount = '9.99') {
  const seller = await newSeller()
  await subscribeAndPay(seller, (await newPlan(monthly(amount))).id)
  const [invoice] = (await call(seller, 'GET', '/invoices/me')).data.invoices
  return { seller, invoice }
}
const wordsOf = async (as: Caller, id: string) =>
  textsOf((await raw(as, `/invoices/${id}/pdf`)).bytes).map(({ words }) => words)

describe('an invoice', () => {
  it('has the tax and the issuer of the day it is issued on, and the seller as they were', async () => {
    const admin = await signUp('ADMIN')
    const before = await invoiced()
    const { data, error } = await call(admin, 'PUT', PATH, { taxRate: '16', issuer: ISSUER })
    expect(error).toBeUndefined()
    expect([data.taxRate, data.issuer]).toEqual(['16.00', ISSUER])
    const { seller, invoice } = await invoiced()
    expect(invoice).toMatchObject({
      subtotal: '8.61',
      taxRate: '16.00',
      taxAmount: '1.38',
      total: '9.99',
      status: 'PAID',
    })
    expect(invoice.lines).toMatchObject([{ quantity: 1, unitPrice: '8.61', amount: '8.61' }])
    const renamed = await call(seller, 'PUT', '/seller/profile/me', { businessName: 'Une tout autre maison' })
    expect(renamed.status).toBe(200)
    const words = await wordsOf(seller, invoice.id)
    for (const wanted of ['Soko SARL', 'RCCM : CD/GOM/1', 'N° impôt : A1', 'Kivu Frais', '1,38 USD', '9,99 USD'])
      expect(words).toContain(wanted)
    expect(words).not.toContain('Une tout autre maison')

    await call(admin, 'PUT', PATH, { taxRate: 0, issuer: { name: 'Autre' } })
    expect((await call(seller, 'GET', `/invoices/${invoice.id}`)).data).toEqual(invoice)
    const [old] = (await call(before.seller, 'GET', '/invoices/me')).data.invoices
    expect(old).toMatchObject({ subtotal: '9.99', taxRate: '0.00', taxAmount: '0.00', total: '9.99' })
    expect(await wordsOf(before.seller, old.id)).toContain('Soko')
  })

  it('is read in one trip, declared void in two', async () => {
    const { seller: before, invoice } = await invoiced()
    const seller = await renewed(before)
    const trips = async (as: Person, method: string, path: string, body?: object) =>
      Number((await call(as, method, `/invoices/${path}`, body)).headers.get('x-d1-round-trips'))
    expect(await trips(seller, 'GET', 'me?status=PAID')).toBe(1)
    expect(await trips(seller, 'GET', invoice.id)).toBe(1)
    expect(await trips(await signUp('ADMIN'), 'POST', `${invoice.id}/void`, { reason: 'Mauvais nom' })).toBe(2)
  })
})

describe('the tax and the issuer', () => {
  it.each([
    [{ taxRate: 101 }, 'taxRate'],
    [{ taxRate: -1 }, 'taxRate'],
    [{ taxRate: '1.234' }, 'taxRate'],
    [{ issuer: { address: 'Goma' } }, 'issuer.name'],
    [{ issuer: { name: 'Soko', email: 'a@b.c' } }, 'issuer.email'],
  ])('%j is refused', async (body, field) => {
    const { status, error } = await call(await signUp('ADMIN'), 'PUT', PATH, body)
    expect([status, error?.details?.[0]?.field]).toEqual([400, field])
  })

  it('are set by an ADMIN only', async () => {
    expect((await call(await signUp('ACCOUNTANT'), 'PUT', PATH, { taxRate: 16 })).status).toBe(403)
  })
})
