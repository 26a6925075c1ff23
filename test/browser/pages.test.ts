import { writeFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statementPages } from '#domain/money/wallet/statement-pages.ts'
import { invoicePage } from '#domain/shops/invoices/page.ts'
import { A4 } from '#kernel/pdf/pdf.ts'
import { INVOICE } from '#testing/fixtures/invoices.ts'
import { type Printed, textsOf } from '#testing/fixtures/printed.ts'
import { line, statement } from '#testing/fixtures/statements.ts'
import { launchChromium } from './chromium.ts'
import { type Box, type Picture, pictureOf } from './printed.ts'

// Invoices and statements as pictures. A reader has the file's fonts or takes others in their place, wider ones too: what is held
// here is that each word stands where it was put, in its own room, and that its accents are there.

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

/** The room of a text, from its highest accent to its lowest tail. */
const roomOf = ({ x, y, width, size }: Printed, more = 0): Box => ({
  ...{ left: x - more, right: x + width + more },
  ...{ top: y - 0.95 * size - more, bottom: y + 0.25 * size + more },
})
const within = ({ left, right, top, bottom }: Box, x: number, y: number) =>
  x >= left && x <= right && y >= top && y <= bottom

/** Finds ink where no text was put; rules are thin, and as wide as the text of the page. */
function strayInk({ hasInk }: Picture, texts: Printed[]): string[] {
  const rooms = texts.map((text) => roomOf(text, 1.5))
  const stray: string[] = []
  for (let y = 5; y < A4.height - 5; y++)
    for (let x = 5; x < A4.width - 5; x++) {
      const isRule = hasInk(50.5, y) && hasInk(A4.width - 50.5, y) && hasInk(A4.width / 2, y) && x > 49 && x < 546.5
      if (hasInk(x, y) && !isRule && !rooms.some((room) => within(room, x, y))) stray.push(`${x} ${y}`)
    }
  return stray
}

const payout = { type: 'PAYOUT', amountMinor: -100_000, orderId: null, payoutId: 'po1' } as const
const month = statement([line(1), line(2, payout, 'FAILED'), line(3, payout, 'PROCESSING')])

/** With the words that begin each page's lines: first those that begin with an accent. */
describe.each<[string, Uint8Array, accented: string[], plain: string[]]>([
  ['a paid invoice', invoicePage(INVOICE), ['Émise', 'Établissements'], ['Vendeur', 'FACTURE', 'Bukavu']],
  ['a void one', invoicePage({ ...INVOICE, status: 'VOID' }), ['Émise', 'Établissements'], ['ANNULÉE', 'FACTURE']],
  ['a statement', statementPages(month), ['Établissements'], ['RELEVÉ', 'Solde', 'Retrait']],
])('%s', (name, pdf, accented, plain) => {
  let picture: Picture
  const texts = textsOf(pdf)
  beforeAll(async () => {
    picture = await pictureOf(browser, pdf)
    if (process.env.SHOTS) writeFileSync(`${process.env.SHOTS}/${name.replaceAll(' ', '-')}.png`, picture.png)
  })

  it('an invoice and a statement are pages of A4', () => {
    expect(picture.shape).toBeCloseTo(297 / 210, 2)
  })

  it('shows every word in its own room, from one end to the other, and nothing beside them', () => {
    expect(texts.length).toBeGreaterThan(20)
    for (const text of texts) {
      const ink = picture.inkIn(roomOf(text))
      expect(ink, text.words).not.toBeNull()
      if (!ink) continue
      // A letter may stand as far from the ends of its own room.
      const slack = Math.max(2, 0.12 * text.size)
      expect(Math.abs(ink.left - text.x), `left of ${text.words}`).toBeLessThan(slack)
      expect(Math.abs(ink.right - text.x - text.width), `right of ${text.words}`).toBeLessThan(slack)
    }
    expect(strayInk(picture, texts)).toEqual([])
  })

  it('a printed page has the accents of French', () => {
    const aboveFirst = (start: string) => {
      const text = texts.find(({ words }) => words.startsWith(start))
      if (!text) throw new Error(`nothing begins with ${start}`)
      const { x, y, size } = text
      return picture.inkIn({ left: x, right: x + 0.6 * size, top: y - size, bottom: y - 0.83 * size }) !== null
    }
    expect(accented.filter((start) => !aboveFirst(start))).toEqual([])
    expect(plain.filter(aboveFirst)).toEqual([])
  })
})
