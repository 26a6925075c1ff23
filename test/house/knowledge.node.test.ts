import { expect, it } from 'vitest'
import { sourcesOf } from '#testing/sources.ts'
import { areasOfTables, knownAbove } from './areas.ts'

/** Laws hold all tables against each other, and erasure forgets a person in all of them. */
const READ_ALL = [
  /^src\/domain\/money\/ledger\/([a-z]+-laws|checks|escrow|clock\/proofs)\.ts$/,
  /^src\/domain\/people\/erasure\//,
]

/** Files that name tables of areas above theirs, and why. The list only shrinks: an area that is read from below says how, as a registry does. */
const EXCEPTIONS: Record<string, string> = {
  'src/domain/orders/cart/price-cart.ts': 'reads the saved address that an order goes to',
}

const tables = areasOfTables()
const domain = sourcesOf('src/domain/**/*.ts').filter(({ path }) => !READ_ALL.some((one) => one.test(path)))

it('an area names in SQL only its own tables and those of the areas under it', () => {
  expect(tables.size).toBeGreaterThan(100)
  const wrong = domain.flatMap((source) => {
    const known = knownAbove(source, tables)
    return known.length > 0 && !(source.path in EXCEPTIONS) ? [`${source.path}: ${known.join(', ')}`] : []
  })
  expect(wrong).toEqual([])
})

it('each exception is still needed', () => {
  const needed = domain.filter((source) => knownAbove(source, tables).length > 0).map(({ path }) => path)
  expect(Object.keys(EXCEPTIONS).filter((path) => !needed.includes(path))).toEqual([])
})

it('a table of an area above is seen, in SQL and imported', () => {
  const text = `import { orders } from '../../../db/schema/orders/orders.ts'\nsql\`SELECT 1 FROM refunds r JOIN accounts a\``
  const planted = { path: 'src/domain/money/wallet/planted.ts', text }
  expect(knownAbove(planted, tables)).toEqual(['refunds', 'src/db/schema/orders/orders.ts'])
})
