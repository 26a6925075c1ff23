import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cellOf, csvStream, unguardCell } from '#kernel/csv/csv.ts'

it.each([
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ["Sac;=cmd|' /C calc'!A0", "Sac;'=cmd|' /C calc'!A0"],
  ['Sac; +1;-2', "Sac; '+1;'-2"],
  ['Sac; grand', 'Sac; grand'],
  ['-12.50', '-12.50'],
  ['a "b", c', '"a ""b"", c"'],
  [null, ''],
])('no spreadsheet runs %s, whatever it cuts lines at', (value, cell) => expect(cellOf(value)).toBe(cell))

it('each line of a cell is guarded like its first', () => {
  expect(cellOf('Sac\n=1+1')).toBe('"Sac\n\'=1+1"')
  expect(cellOf("'=1")).toBe("''=1")
})

it('every text comes back as it was', () => {
  const sign = fc.constantFrom(...'=+-@;\'\t \r\n",aé1.')
  const text = fc.string({ unit: sign, maxLength: 12 })
  fc.assert(
    fc.property(text, (said) => {
      const [[cell] = []] = parse(`${cellOf(said)},end\r\n`, {
        relax_column_count: true,
        record_delimiter: '\r\n',
      }) as string[][]
      expect(unguardCell(cell ?? '')).toBe(said)
    }),
    { numRuns: 3000 },
  )
})

async function* oneBatch<Row>(rows: Row[]) {
  yield rows
}

it('Excel gets the numbers and times that it reads, in the columns that have them, and others get them as JSON has them', async () => {
  const row = { sku: '12.50', price: '-1250.50', at: '2026-11-22T08:30:00.000Z', paidAt: null }
  const columns = ['sku', 'price', 'at', 'paidAt'] as const
  const kinds = { amounts: ['price'], instants: ['at', 'paidAt'] } as const
  const read = (asked: { for?: 'excel' }) =>
    new Response(
      csvStream<(typeof columns)[number], typeof row>(asked, columns, oneBatch([row]), (cells) => cells, kinds),
    ).text()
  expect((await read({ for: 'excel' })).split('\r\n')[1]).toBe('12.50;-1250,50;2026-11-22 10:30:00;')
  expect((await read({})).split('\r\n')[1]).toBe('12.50,-1250.50,2026-11-22T08:30:00.000Z,')
})
