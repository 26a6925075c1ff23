import { expect, it } from 'vitest'
import { Pdf, widthOf, wrapText } from '#kernel/pdf/pdf.ts'

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const shown = (words: string) => {
  const page = new Pdf('x')
  page.text(words, 10, 10, { size: 10 })
  return /\((.*)\) Tj/.exec(latin(page.bytes()))?.[1]
}

it('says where each of its objects begins, and how long each of its streams is', () => {
  const document = new Pdf('Deux pages')
  document.text('Été', 50, 50, { size: 12 })
  document.addPage()
  document.line(0, 0, 10, 10)
  const file = latin(document.bytes())
  const start = Number(/startxref\n(\d+)/.exec(file)?.[1])
  expect(file.slice(start, start + 5)).toBe('xref\n')
  const entries = [...file.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at))
  expect(entries.map((at) => Number.parseInt(file.slice(at), 10))).toEqual(entries.map((_, i) => i + 1))
  for (const [, length, stream] of file.matchAll(/\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g))
    expect(stream).toHaveLength(Number(length))
  expect(file).toContain('/Count 2')
})

it('says how wide each letter is, so that a reader’s own fonts keep to it', () => {
  const fonts = [
    ...latin(new Pdf('x').bytes()).matchAll(/BaseFont \/([\w-]+) .*FirstChar 32 \/LastChar 255 \/Widths \[([\d ]+)\]/g),
  ]
  expect(fonts.map(([, name, widths = '']) => [name, widths.split(' ').length])).toEqual([
    ['Helvetica', 224],
    ['Helvetica-Bold', 224],
  ])
})

it('writes French in Windows-1252, and what that does not have in plainer letters, never a question mark', () => {
  expect(shown('Émise à Goma (n° 1\\2)')).toBe('Émise à Goma \\(n° 1\\\\2\\)')
  expect(shown('12\u202f500,00 € œuf – ’')).toBe('12\u00a0500,00 \u0080 \u009cuf \u0096 \u0092')
  expect(shown('Şenğo 🦁 中\u0081\n')).toBe('Sengo  .')
  expect(shown('Mbɔ́ngɔ Ŋgoma, Łukɛnga, N\u02bcdjili\u200b\u2011x')).toBe("Mbongo Ngoma, Lukenga, N'djili-x")
})

it('knows how wide a text is, and cuts it into lines that fit', () => {
  expect(widthOf('Soko 10', 10)).toBeCloseTo(0.01 * (667 + 556 + 500 + 556 + 278 + 556 + 556), 6)
  expect(widthOf('é', 10)).toBe(widthOf('e', 10))
  expect(widthOf('’œ€', 10, true)).toBeCloseTo(0.01 * (278 + 944 + 556), 6)
  const lines = wrapText('Abonnement Professionnel, mensuel, du 22/11/2026', 120, 10)
  expect(lines.join(' ')).toBe('Abonnement Professionnel, mensuel, du 22/11/2026')
  for (const line of lines) expect(widthOf(line, 10)).toBeLessThanOrEqual(120)
  expect(wrapText('W'.repeat(30), 100, 10).join('')).toBe('W'.repeat(30))
  expect(wrapText('', 100, 10)).toEqual([])
})
