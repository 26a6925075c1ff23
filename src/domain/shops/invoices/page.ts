import type { InvoiceParty } from '#db/schema/shops/invoices.ts'
import { formatDay, formatDigits } from '#kernel/format.ts'
import { formatAmount } from '#kernel/money.ts'
import { A4, Pdf, wrapText } from '#kernel/pdf/pdf.ts'
import type { Invoice } from './view.ts'

const [LEFT, RIGHT, MIDDLE] = [50, A4.width - 50, 310]
const SMALL = { size: 9, grey: 0.35 }
const PLAIN = { size: 10 }

/** Draws an invoice as a tax office needs it: seller, buyer, lines, tax and number; a void one says so. */
export function invoicePage(invoice: Invoice): Uint8Array<ArrayBuffer> {
  const page = new Pdf(`Facture ${invoice.number}`)
  page.text('FACTURE', LEFT, 70, { size: 22, bold: true })
  page.text(invoice.number, RIGHT, 70, { size: 14, bold: true, align: 'right' })
  page.text(`Émise le ${formatDay(invoice.issuedAt)}`, RIGHT, 88, { ...PLAIN, align: 'right' })
  page.text(stateOf(invoice), RIGHT, 103, { ...PLAIN, bold: invoice.status === 'VOID', align: 'right' })
  const below = Math.max(
    party(page, 'Vendeur', invoice.issuer, LEFT, 140),
    party(page, 'Acheteur', invoice.buyer, MIDDLE, 140),
  )
  const end = table(page, invoice, below + 30)
  sums(page, invoice, end + 22)
  if (invoice.status === 'VOID') page.text('ANNULÉE', 124, 600, { size: 72, bold: true, grey: 0.85 })
  page.text(`Montants en ${invoice.currency}. Prix taxe comprise. Référence du paiement :`, LEFT, 780, SMALL)
  page.text(invoice.subscriptionPaymentId, LEFT, 792, SMALL)
  return page.bytes()
}

function stateOf({ status, paidAt }: Invoice): string {
  if (status === 'VOID') return 'ANNULÉE : cette facture est nulle'
  return paidAt === null ? 'À payer' : `Payée le ${formatDay(paidAt)}`
}

/** Draws one party of the invoice. @returns the height at which it ends */
function party(page: Pdf, title: string, who: InvoiceParty, x: number, y: number): number {
  page.text(title, x, y, SMALL)
  const width = (x === LEFT ? MIDDLE : RIGHT) - x - 15
  const rest = [
    ...addressOf(who.address),
    ...(who.rccm ? [`RCCM : ${who.rccm}`] : []),
    ...(who.idNat ? [`Id. nat. : ${who.idNat}`] : []),
    ...(who.taxNumber ? [`N° impôt : ${who.taxNumber}`] : []),
  ]
  let end = y + 2
  for (const line of wrapText(who.name, width, 11, true)) {
    end += 14
    page.text(line, x, end, { size: 11, bold: true })
  }
  for (const line of rest.flatMap((text) => wrapText(text, width, PLAIN.size))) {
    end += 13
    page.text(line, x, end, PLAIN)
  }
  return end
}

/** The lines of an address, as they are written in DR Congo and Rwanda: house, avenue, quarter, commune, town, country. */
function addressOf(address: InvoiceParty['address']): string[] {
  if (address === null) return []
  if (typeof address === 'string') return [address]
  const { number, avenue, quartier, commune, city, country } = address
  const join = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(', ')
  return [join(number, avenue), join(quartier, commune), join(city, country)].filter(Boolean)
}

/** An amount with all its decimals: « 12 500,00 CDF ». */
const amount = (minor: number, { currency }: Invoice) => `${formatDigits(minor, currency)} ${currency}`

function table(page: Pdf, invoice: Invoice, y: number): number {
  const head = { ...SMALL, bold: true }
  page.text('Désignation', LEFT, y, head)
  page.text('Qté', 345, y, { ...head, align: 'right' })
  page.text('Prix unitaire HT', 445, y, { ...head, align: 'right' })
  page.text('Montant HT', RIGHT, y, { ...head, align: 'right' })
  page.line(LEFT, y + 6, RIGHT, y + 6, 1)
  let end = y + 8
  for (const { description, quantity, unitMinor, amountMinor } of invoice.lines) {
    const top = end + 14
    page.text(String(quantity), 345, top, { ...PLAIN, align: 'right' })
    page.text(amount(unitMinor, invoice), 445, top, { ...PLAIN, align: 'right' })
    page.text(amount(amountMinor, invoice), RIGHT, top, { ...PLAIN, align: 'right' })
    for (const line of wrapText(description, 260, PLAIN.size)) {
      end += 14
      page.text(line, LEFT, end, PLAIN)
    }
    end += 6
    page.line(LEFT, end, RIGHT, end)
  }
  return end
}

function sums(page: Pdf, invoice: Invoice, y: number): void {
  const rate = formatAmount(invoice.taxBps, 'USD').replace('.', ',')
  const rows = [
    ['Total hors taxe', amount(invoice.subtotalMinor, invoice), PLAIN],
    [`Taxe (${rate} %)`, amount(invoice.taxMinor, invoice), PLAIN],
    ['Total taxe comprise', amount(invoice.totalMinor, invoice), { size: 12, bold: true }],
  ] as const
  for (const [i, [label, value, style]] of rows.entries()) {
    page.text(label, MIDDLE, y + 18 * i, style)
    page.text(value, RIGHT, y + 18 * i, { ...style, align: 'right' })
  }
}
