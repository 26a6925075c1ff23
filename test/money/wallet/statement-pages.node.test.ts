import { describe, expect, it } from 'vitest'
import { statementPages } from '#domain/money/wallet/statement-pages.ts'
import { A4 } from '#kernel/pdf/pdf.ts'
import { line, statement } from '#testing/fixtures/statements.ts'

/** Texts on each page, each with its place from the top. */
const pagesOf = (lines: ReturnType<typeof line>[]) =>
  new TextDecoder('latin1')
    .decode(statementPages(statement(lines)))
    .split('endstream')
    .slice(0, -1)
    .map((page) =>
      [...page.matchAll(/ ([\d.]+) ([\d.]+) Tm \((.*)\) Tj/g)].map(([, x, y, words = '']) => ({
        x: Number(x),
        y: A4.height - Number(y),
        words: words.replaceAll('\u00a0', ' ').replace(/\\(.)/g, '$1'),
      })),
    )

describe('a printed statement', () => {
  it('says whose it is and of which month, and each line with its time there, its kind and both amounts', () => {
    const payout = { type: 'PAYOUT', amountMinor: -100_000, orderId: null, payoutId: 'po1' } as const
    const [page = [], ...others] = pagesOf([line(1), line(2, payout, 'FAILED'), line(3, payout, 'PROCESSING')])
    const words = page.map(({ words }) => words)
    for (const wanted of [
      ...['RELEVÉ DE PORTEFEUILLE', 'novembre 2026', 'Établissements Mwamba & fils'],
      ...['Solde au début du mois', '12 320,00', 'Solde à la fin', '12 345,00', '-1,50', 'Page 1 sur 1'],
      ...['02/11/2026 00:30', 'Vente', '25,00', 'Retrait, échoué', 'Retrait, en route', 'po1', '-1 000,00'],
    ])
      expect(words).toContain(wanted)
    expect(others).toEqual([])
  })

  it('keeps every text on its page and none upon another, however many lines end it', () => {
    for (const many of [0, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 300]) {
      const pages = pagesOf(Array.from({ length: many }, (_, i) => line(i)))
      for (const [i, texts] of pages.entries()) {
        expect(texts.filter(({ x, y }) => x < 40 || x > A4.width - 40 || y < 40 || y > A4.height - 40)).toEqual([])
        expect(new Set(texts.map(({ x, y }) => `${x} ${y}`)).size).toBe(texts.length)
        expect(texts.at(-1)?.words).toBe(`Page ${i + 1} sur ${pages.length}`)
        expect(texts.length, `page ${i + 1} of ${many} lines`).toBeGreaterThan(6)
      }
      expect(pages.flat().filter(({ words }) => words === 'Vente')).toHaveLength(many)
    }
  })

  it('of 10,000 lines is made in a moment', () => {
    const lines = Array.from({ length: 10_000 }, (_, i) => line(i))
    const before = performance.now()
    expect(statementPages(statement(lines)).length).toBeLessThan(8 * 1024 ** 2)
    expect(performance.now() - before).toBeLessThan(5000)
  })
})
