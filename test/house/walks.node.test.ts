import { expect, it } from 'vitest'
import { walksIn } from '#testing/walks.ts'

const NONE = { tables: [], indexes: [] }
const scan = { id: 2, parent: 0, detail: 'SCAN v USING INDEX variants_sku' }

it('a LIMIT ends a scan of its own SELECT', () => {
  expect(walksIn('SELECT v.id FROM variants v ORDER BY v.sku LIMIT ?', [scan], NONE)).toEqual([])
  expect(walksIn('select "id" from "variants" "v" limit 20', [scan], NONE)).toEqual([])
})

it('a LIMIT outside of it, or in a SELECT inside of it, does not', () => {
  const below = [
    { id: 1, parent: 0, detail: 'SEARCH p USING INTEGER PRIMARY KEY (rowid=?)' },
    { id: 2, parent: 0, detail: 'LIST SUBQUERY 1' },
    { ...scan, id: 3, parent: 2 },
  ]
  const list =
    'SELECT * FROM products p WHERE p.id IN (SELECT v.product_id FROM variants v WHERE v.sku LIKE ?) LIMIT 20'
  expect(walksIn(list, below, NONE)).toEqual([scan.detail])
  const inner = 'SELECT v.id, (SELECT p.id FROM products p LIMIT 1) FROM variants v'
  expect(walksIn(inner, [scan], NONE)).toEqual([scan.detail])
})

it('a sort of all rows comes before the LIMIT', () => {
  const sort = { id: 9, parent: 0, detail: 'USE TEMP B-TREE FOR ORDER BY' }
  expect(walksIn('SELECT v.id FROM variants v ORDER BY v.price LIMIT 20', [scan, sort], NONE)).toEqual([scan.detail])
  const last = { ...sort, detail: 'USE TEMP B-TREE FOR LAST TERM OF ORDER BY' }
  expect(walksIn('SELECT v.id FROM variants v ORDER BY v.sku, v.id LIMIT 20', [scan, last], NONE)).toEqual([])
})

it('few rows may be walked, by name', () => {
  expect(walksIn('SELECT * FROM v', [{ ...scan, detail: 'SCAN v' }], NONE)).toEqual(['SCAN v'])
  expect(walksIn('SELECT * FROM v', [{ ...scan, detail: 'SCAN v' }], { tables: ['v'], indexes: [] })).toEqual([])
  expect(walksIn('SELECT * FROM v', [scan], { tables: [], indexes: ['variants_sku'] })).toEqual([])
})
