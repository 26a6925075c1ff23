import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellOf } from '#kernel/csv/csv.ts'
import { plainNumber, plainWhole } from '#kernel/csv/csv-numbers.ts'
import { readCsv, textOfFile } from '#kernel/csv/csv-read.ts'

const rows = (text: string) => [...readCsv(text)].map(({ cells }) => cells)
const TWO = [
  ['sku', 'name'],
  ['A', 'Été, 1;2'],
]

describe('the lines of a file', () => {
  it.each([
    ['commas', 'sku,name\r\nA,"Été, 1;2"\r\n'],
    ['semicolons', 'sku;name\nA;"Été, 1;2"'],
    ['tabs', 'sku\tname\nA\tÉté, 1;2\n'],
    ['old lines of a Mac', 'sku;name\rA;"Été, 1;2"\r'],
    ["Excel's own first line", 'sep=;\r\nsku;name\r\nA;"Été, 1;2"\r\n'],
    ["Excel's own first line, whatever the head has", 'SEP=,\nsku,name\nA,"Été, 1;2"\n'],
    ['quotes around every cell, and blanks behind them', '"sku";"name"\n"A" ;"Été, 1;2"  \n'],
  ])('are read with %s', (_, text) => expect(rows(text)).toEqual(TWO))

  it('keep quotes that are no ends of a cell, and line breaks within them', () => {
    expect(rows('a;b\nÉcran 12" plat;"12"" et\r\nplus"\n')).toEqual([
      ['a', 'b'],
      ['Écran 12" plat', '12" et\r\nplus'],
    ])
  })

  it('are numbered, the empty ones too', () => {
    expect([...readCsv('a\n\n"b\nb"\nc')].map(({ line }) => line)).toEqual([1, 2, 3, 4])
  })

  it.each([
    ['a,b\nc,"d\n\n', 'ligne 2 : un guillemet « " » y est ouvert et jamais refermé.'],
    ['a,b\n\n"c"d,e\n', 'ligne 3 : « d » suit un guillemet refermé. Dans une case, doublez les guillemets : « "" ».'],
    [`a,b\n${'x'.repeat(20_001)}\n`, 'ligne 2 : 20000 signes au plus par ligne.'],
  ])('say what is wrong, and in which one: %j', (text, message) => {
    expect(() => rows(text)).toThrow(
      expect.objectContaining({ details: [{ field: 'file', message: `Le fichier est illisible à la ${message}` }] }),
    )
  })

  it.each([',', ';'] as const)('are what was written with %s, as any other reader has them', (delimiter) => {
    const cell = fc.string({ unit: fc.constantFrom(...'=+-@;\'\t \r\n",aé1.'), maxLength: 8 })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 4 }), (table) => {
        const head = `head${delimiter}head`
        const lines = table.map((cells) => cells.map((one) => cellOf(one, delimiter)).join(delimiter))
        const text = `${[head, ...lines].join('\r\n')}\r\n`
        const other = parse(text, { delimiter, record_delimiter: '\r\n', relax_column_count: true }) as string[][]
        // A line that looks empty is none to the other reader, and a lone tab is quoted by nobody.
        expect(rows(text).filter((cells) => cells.length > 1)).toEqual(other)
      }),
      { numRuns: 1000 },
    )
  })
})

const bytesOf = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding))

describe('the text of a file', () => {
  const text = 'sku;name\nA;Été à Goma, œuf, 5 €\n'
  it.each([
    ['UTF-8', bytesOf(text, 'utf8')],
    ['UTF-8 with its mark', bytesOf(`\ufeff${text}`, 'utf8')],
    ['UTF-16 with its mark', bytesOf(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without', bytesOf(text, 'utf16le')],
    ['Windows-1252', bytesOf(text.replace('œ', '\x9c').replace('€', '\x80'), 'latin1')],
  ])('is read from %s', (_, bytes) => expect(textOfFile(bytes)).toBe(text))

  it('is not that of a workbook, nor of what is no text', () => {
    expect(() => textOfFile(bytesOf('PK\x03\x04...', 'latin1'))).toThrow(/./)
    expect(() => textOfFile(bytesOf('sku\0\0\0name', 'latin1'))).toThrow(/./)
    expect(textOfFile(new Uint8Array())).toBe('')
  })
})

it.each([
  ['1250.50', '1250.50'],
  ['1250,50', '1250.50'],
  ['1 250,50', '1250.50'],
  ['1\u00a0250,50', '1250.50'],
  ['12\u202f250\u202f000', '12250000'],
  ['1\u2009250', '1250'],
  ...['12 50', '1 2500', '1250,', ',5', '1,250.50', '1.250,50', '', 'x', '-5', '1e3', ' 5'].map((text) => [
    text,
    undefined,
  ]),
] as [string, string | undefined][])('the number %j is %j', (text, plain) => expect(plainNumber(text)).toBe(plain))

it('a whole number may have decimals of nothing', () => {
  expect(['5', '5,00', '1 000', '5.0', '5,5', '5,'].map(plainWhole)).toEqual([
    '5',
    '5',
    '1000',
    '5',
    undefined,
    undefined,
  ])
})
