import { expect, it } from 'vitest'
import { cellOf } from '../../src/kernel/csv.ts'

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
