import { describe, expect, it } from 'vitest'
import { taxWithin } from '#domain/shops/invoices/issue.ts'
import { invoicePage } from '#domain/shops/invoices/page.ts'
import type { Invoice } from '#domain/shops/invoices/view.ts'
import { A4 } from '#kernel/pdf/pdf.ts'
import { INVOICE } from '#testing/fixtures/invoices.ts'
import { textsOf } from '#testing/fixtures/printed.ts'

const wordsOf = (invoice: Invoice) => textsOf(invoicePage(invoice)).map(({ words }) => words)

describe('the page of an invoice', () => {
  it('has its number and day, who sold, who bought, the line, the tax and the sum', () => {
    const words = wordsOf(INVOICE)
    for (const wanted of [
      ...['FACTURE', 'FAC-2026-000123', 'Émise le 22 novembre 2026', 'Payée le 22 novembre 2026'],
      ...['Vendeur', 'Soko SARL', '12, avenue Patrice Lumumba, Goma', 'RCCM : CD/GOM/1', 'Id. nat. : 5-N1'],
      ...['Acheteur', '4, Kasavubu', 'Ibanda', 'Bukavu, CD', 'RCCM : CD/BKV/2', 'N° impôt : A2'],
      ...['12 931,03 CDF', 'Taxe (16,00 %)', '2 068,97 CDF', 'Total taxe comprise', '15 000,00 CDF'],
    ])
      expect(words).toContain(wanted)
    expect(words.join(' ')).toContain('Abonnement Vendeur, mensuel, du 22/11/2026 au 22/12/2026')
    expect(words.join(' ')).toContain('Établissements Mwamba & fils')
  })

  it('says so in capitals where it is void, and across the page', () => {
    const words = wordsOf({ ...INVOICE, status: 'VOID' })
    expect(words).toContain('ANNULÉE : cette facture est nulle')
    expect(words).toContain('ANNULÉE')
    expect(wordsOf(INVOICE).join()).not.toContain('ANNULÉE')
  })

  it('keeps every text on the page, and none upon another', () => {
    const texts = textsOf(invoicePage(INVOICE))
    expect(texts.filter(({ x, y }) => x < 40 || x > A4.width - 40 || y < 40 || y > A4.height - 40)).toEqual([])
    expect(new Set(texts.map(({ x, y }) => `${x} ${y}`)).size).toBe(texts.length)
  })
})

it('the tax within an amount is rounded half up to the minor unit', () => {
  expect([taxWithin(1160, 1600), taxWithin(1250, 1600), taxWithin(1250, 0), taxWithin(1_500_000, 1600)]).toEqual([
    160, 172, 0, 206_897,
  ])
  expect(taxWithin(3, 10_000)).toBe(2)
})
