import type { WALLET_ENTRY_TYPES } from '#db/schema/money/ledger.ts'
import { formatDigits } from '#kernel/format.ts'
import { A4, Pdf, wrapText } from '#kernel/pdf/pdf.ts'
import { HOUR_MS, iso } from '#kernel/time.ts'
import type { Statement } from './read-statement.ts'
import { viewTransaction } from './view.ts'

const MONTHS = new Intl.DateTimeFormat('fr', { month: 'long', year: 'numeric', timeZone: 'UTC' })
type OfCurrency = Statement['currencies'][number]

const [LEFT, RIGHT, BOTTOM] = [50, A4.width - 50, A4.height - 70]
const [WHAT, ABOUT, AMOUNT] = [130, 235, 470]
const ROW = 14
const SMALL = { size: 9, grey: 0.35 }
const PLAIN = { size: 9 }
const BOLD = { size: 9, bold: true }

const WORDS: Record<(typeof WALLET_ENTRY_TYPES)[number], string> = {
  SALE: 'Vente',
  COMMISSION: 'Commission',
  REFUND: 'Remboursement',
  PAYOUT: 'Retrait',
  PAYOUT_REVERSAL: 'Retrait rendu',
  ADJUSTMENT: 'Correction',
  DELIVERY: 'Course',
}
const OUTCOMES = { PROCESSING: ', en route', FAILED: ', échoué', RETURNED: ', revenu', COMPLETED: '' } as const

/** A statement as it is printed: for each currency what the month began with, its lines, and what it ended with. */
export function statementPages({ month, holder, ownerId, currencies }: Statement): Uint8Array<ArrayBuffer> {
  const name = MONTHS.format(Date.parse(`${month}-01`))
  const pdf = new Pdf(`Relevé de portefeuille, ${name}`)
  pdf.text('RELEVÉ DE PORTEFEUILLE', LEFT, 70, { size: 18, bold: true })
  pdf.text(name, RIGHT, 70, { size: 14, bold: true, align: 'right' })
  let y = 82
  for (const line of wrapText(holder, RIGHT - LEFT, 11, true)) {
    y += ROW
    pdf.text(line, LEFT, y, { size: 11, bold: true })
  }
  pdf.text(`Portefeuille ${ownerId}. Heures de Lubumbashi et Kigali (UTC+2).`, LEFT, y + ROW, SMALL)
  y += 50
  for (const one of currencies) y = ofCurrency(pdf, one, y) + 40
  pdf.numberPages(RIGHT, A4.height - 45, SMALL)
  return pdf.bytes()
}

/** @returns the height at which it ends */
function ofCurrency(pdf: Pdf, { currency, openingMinor, lines, closingMinor }: OfCurrency, top: number): number {
  let y = top
  const room = (rows: number) => {
    if (y + rows * ROW <= BOTTOM) return
    pdf.addPage()
    y = head(pdf, currency, 70)
  }
  const sum = (label: string, minor: number) => {
    room(2)
    y += ROW
    pdf.text(label, WHAT, y, BOLD)
    pdf.text(formatDigits(minor, currency), RIGHT, y, { ...BOLD, align: 'right' })
  }
  // A heading does not stand alone at the end of a page.
  if (y + 6 * ROW > BOTTOM) {
    pdf.addPage()
    y = 70
  }
  y = head(pdf, currency, y)
  sum('Solde au début du mois', openingMinor)
  for (const file of lines) {
    room(1)
    y += ROW
    const { type, status, orderId } = viewTransaction(file)
    const { createdAt, amountMinor, balanceAfterMinor } = file.entry
    pdf.text(timeOf(createdAt), LEFT, y, PLAIN)
    pdf.text(`${WORDS[type]}${OUTCOMES[status]}`, WHAT, y, PLAIN)
    pdf.text(orderId, ABOUT, y, { ...SMALL, size: 8 })
    pdf.text(formatDigits(amountMinor, currency), AMOUNT, y, { ...PLAIN, align: 'right' })
    pdf.text(formatDigits(balanceAfterMinor, currency), RIGHT, y, { ...PLAIN, align: 'right' })
  }
  sum('Solde à la fin', closingMinor)
  pdf.line(LEFT, y + 5, RIGHT, y + 5)
  return y + 5
}

function head(pdf: Pdf, currency: string, y: number): number {
  pdf.text(currency, LEFT, y, { size: 11, bold: true })
  pdf.text('Opération', WHAT, y, SMALL)
  pdf.text('Référence', ABOUT, y, SMALL)
  pdf.text('Montant', AMOUNT, y, { ...SMALL, align: 'right' })
  pdf.text('Solde', RIGHT, y, { ...SMALL, align: 'right' })
  pdf.line(LEFT, y + 5, RIGHT, y + 5, 1)
  return y + 5
}

/** « 22/11/2026 09:45 » */
function timeOf(ms: number): string {
  const [year = '', month = '', day = ''] = iso(ms + 2 * HOUR_MS).split(/[-T]/)
  return `${day}/${month}/${year} ${iso(ms + 2 * HOUR_MS).slice(11, 16)}`
}
