import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { columnByName, textOf } from '#domain/catalogue/imports/columns.ts'
import { expiryIn } from '#domain/catalogue/imports/expiry.ts'
import { isCommon, isOfService, isOwn } from '#domain/people/passwords/weak.ts'
import { cellOf, unguardCell } from '#kernel/csv/csv.ts'
import { plainNumber, plainWhole } from '#kernel/csv/csv-numbers.ts'
import { readCsv } from '#kernel/csv/csv-read.ts'
import * as f from '#kernel/fields.ts'
import { fold, inSigns, searchWords, slugOf, wordsOf } from '#kernel/folding.ts'
import { readJson } from '#kernel/json.ts'
import { deceitIn, skeletonOf } from '#kernel/look-alikes.ts'
import { wrapText } from '#kernel/pdf/pdf.ts'
import { faultOfPdf } from '#kernel/pdf/pdf-scan.ts'
import { msisdn } from '#kernel/phone.ts'
import { cleanText, codeIn } from '#kernel/signs.ts'
import { beginningOf, charactersOf, excerpt } from '#kernel/text.ts'
import { sample } from '#testing/whole.ts'

// docs/limits.md, Sizes: whoever sends twice as much costs twice as much, whatever they write.

/** A text of so many signs that repeats one between a beginning and an end. */
const between = (begin: string, unit: string, end: string) => (size: number) =>
  begin + unit.repeat(Math.max(1, Math.floor((size - begin.length - end.length) / unit.length))) + end

const UNITS = [
  'a',
  '1',
  ' ',
  '\n',
  '\r',
  '"',
  '\\"',
  "'",
  ';',
  ' ;',
  '=',
  '-',
  '.',
  '1 ',
  '1.',
  'a1',
  '\u200d',
  '\u0301',
]
const MORE_UNITS = [
  'é',
  '\u{1f1e8}',
  '👩\u200d',
  '\u0628\u200d',
  'admin',
  'soko',
  'a b',
  'off',
  'officiel',
  '%',
  '# ',
  '@',
  'a@',
  '{"a":',
  '[',
]
const TEXTS = [...UNITS, ...MORE_UNITS].flatMap((unit) => [
  between('', unit, ''),
  between('a', unit, 'b'),
  between('"', unit, ''),
  between('', unit, '!\n'),
  between(';', unit, 'x'),
])

const KIB = 1024
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(`%PDF-1.7\n${text}`, 'latin1'))
const packed = deflateSync(Buffer.from('7 0 <<>>')).toString('latin1')
const STREAM = `0\nobj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>\nstream\n${packed}\nendstream\nendobj\n${' '.repeat(1024)}`
const PDF_UNITS = [
  ...[
    '/JS',
    '/JS ',
    '/JS%',
    '/JS%\n',
    '/JS 1 ',
    '/JS 1%',
    '/EF%',
    '/First',
    '/First ',
    '/First%',
    '/First 1 ',
    '/First 1 0 R ',
  ],
  ...['/First 1 0 R%', '/First 1 0 R>>', '>> ', '1', ' ', '%', '\0', '%\n', '/F ', '/Encrypt', '#4a', '#', '/ObjStm'],
]
const PDFS = [
  ...PDF_UNITS.flatMap((unit) => [
    between('', unit, ''),
    between('/JS', unit, 'x'),
    between('/First 1 0 R ', unit, '>> '),
  ]),
  (size: number) => between('', '/JS%', '\n')(size / 2) + between('', ' ', 'x')(size / 2),
  (size: number) => between('', '/JS%', '\n1')(size / 2) + between('', ' ', 'x')(size / 2),
  (size: number) => between('', '/First 1 0 R ', '')(size / 2) + between('>>', ' ', 'x')(size / 2),
  between('', STREAM, ''),
]

/** Names, notes and the like are at most 5,000 signs, passwords 128, a line of a file 20,000, JSON 1 MiB, papers 8 MiB. */
const LONGEST: [name: string, most: number, run: (text: string) => unknown, texts: ((size: number) => string)[]][] = [
  [
    'a password of one’s own words',
    128,
    (text) => isOwn(text, { name: 'aa aaa', email: 'a.aa.aaaa@soko.test' }),
    TEXTS,
  ],
  ['a name in a password', 128, (text) => isOwn('aaaaaaaaaaab', { name: text, email: 'a@soko.test' }), TEXTS],
  ['a password of words of the service', 128, isOfService, TEXTS],
  ['a common password', 128, isCommon, TEXTS],
  ['JSON', KIB * 256, (text) => readIfJson(text), TEXTS],
  ['a cell', 20_000, (text) => unguardCell(cellOf(text, ';')), TEXTS],
  ['a line of a file', 20_000, (text) => readIfCsv(text), TEXTS],
  ['a text in a file', 20_000, (text) => [textOf('name', text), textOf('description', text)], TEXTS],
  [
    'a number in a file',
    20_000,
    (text) => [plainNumber(text), plainWhole(text), expiryIn(text), columnByName(text)],
    TEXTS,
  ],
  ['a line', 20_000, (text) => f.line(1, 200).safeParse(text), TEXTS],
  ['prose', 20_000, (text) => [f.prose(1, 5000).safeParse(text), f.verbatim(1, 5000).safeParse(text)], TEXTS],
  ['an address', 16_000, (text) => f.email.safeParse(text), TEXTS],
  ['an address of the longest', 254, (text) => f.email.safeParse(text), TEXTS],
  ['a code', 16_000, (text) => f.code6.safeParse(text), TEXTS],
  ['a phone', 16_000, (text) => [f.phone.safeParse(text), msisdn(text)], TEXTS],
  ['an amount', 16_000, (text) => f.amount.safeParse(text), TEXTS],
  ['a day', 16_000, (text) => [f.day.safeParse(text), f.instant.safeParse(text), f.month.safeParse(text)], TEXTS],
  ['a folding', 20_000, (text) => [fold(text), slugOf(text), wordsOf(text), searchWords(text)], TEXTS],
  ['signs', 20_000, (text) => [cleanText(text), codeIn(text), inSigns(text, (sign) => sign < '\x7f')], TEXTS],
  ['a name by its looks', 20_000, (text) => [skeletonOf(text), deceitIn(text)], TEXTS],
  ['an excerpt', 20_000, (text) => [excerpt(text), beginningOf(text, 60), charactersOf(text)], TEXTS],
  ['a text on paper', 2000, (text) => wrapText(text, 200, 10), TEXTS],
  ['a PDF', KIB * 512, (text) => faultOfPdf(bytesOf(text)), PDFS],
]

function readIfJson(text: string) {
  try {
    return readJson(text, () => {
      throw new Error('refused')
    })
  } catch {
    return undefined
  }
}

function readIfCsv(text: string) {
  try {
    return [...readCsv(text)]
  } catch {
    return undefined
  }
}

/** From a 32nd of the longest on, what is linear costs 32 times as much, and what is quadratic 1,024 times: between them is room for a busy machine. */
const STEPS = 5
const ROOM = 7
/** A clock tells less only by chance. */
const LEAST_SEEN = 0.01

/** Milliseconds that this process itself computes, so that pauses of a busy machine count for nothing. */
function computed(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Milliseconds of the quickest of some runs. */
function costOf(run: () => unknown, runs: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < runs; i++) {
    const began = computed()
    run()
    best = Math.min(best, computed() - began)
  }
  return Math.max(best, LEAST_SEEN)
}

/** Measures how much more a text costs than its length says, at the first size at which that is too much, or at the longest. */
function excessOf(run: (text: string) => unknown, text: (size: number) => string, most: number): number {
  const shortest = text(most / 2 ** STEPS)
  run(shortest)
  const least = costOf(() => run(shortest), 5)
  let excess = 0
  for (let step = 1; step <= STEPS && excess <= ROOM; step++) {
    const longer = text(most / 2 ** (STEPS - step))
    excess = Number.POSITIVE_INFINITY
    for (const runs of [1, 3, 10]) {
      const cost = costOf(() => run(longer), runs)
      excess = Math.min(excess, cost / least / 2 ** step)
      // Nothing else takes so long.
      if (excess <= ROOM || cost > 300) break
    }
  }
  return excess
}

describe.each(LONGEST)('%s of at most %i signs', (_, most, run, texts) => {
  it('costs as much as it is long', { timeout: 120_000 }, () => {
    for (const text of sample(texts, 20))
      expect(excessOf(run, text, most), JSON.stringify(text(24)).slice(0, 200)).toBeLessThanOrEqual(ROOM)
  })
})
