import { expect, it } from 'vitest'
import { areasOfTables, knownAbove } from './areas.ts'
import { sourcesOf } from './sources.ts'

/** Laws hold all tables against each other, and erasure forgets a person in all of them. */
const READ_ALL = [/^src\/domain\/money\/ledger\/([a-z]+-laws|checks)\.ts$/, /^src\/domain\/people\/erasure\//]

/** Files that name tables of areas above theirs, and why. The list only shrinks: an area that is read from below says how, as a registry does. */
const EXCEPTIONS: Record<string, string> = {
  'src/domain/catalogue/imports/export.ts': 'not turned yet',
  'src/domain/catalogue/imports/queries.ts': 'not turned yet',
  'src/domain/catalogue/imports/run.ts': 'not turned yet',
  'src/domain/catalogue/imports/start.ts': 'not turned yet',
  'src/domain/catalogue/imports/take-in.ts': 'not turned yet',
  'src/domain/catalogue/moderation/decide.ts': 'not turned yet',
  'src/domain/catalogue/products/add-images.ts': 'not turned yet',
  'src/domain/catalogue/products/create.ts': 'not turned yet',
  'src/domain/catalogue/products/list-in-shop.ts': 'not turned yet',
  'src/domain/catalogue/products/open-orders.ts': 'not turned yet',
  'src/domain/catalogue/products/open-shop.ts': 'not turned yet',
  'src/domain/catalogue/products/over-plan.ts': 'not turned yet',
  'src/domain/catalogue/products/plan-limits.ts': 'not turned yet',
  'src/domain/catalogue/products/product-query.ts': 'not turned yet',
  'src/domain/catalogue/products/queries.ts': 'not turned yet',
  'src/domain/catalogue/products/set-status.ts': 'not turned yet',
  'src/domain/catalogue/products/visibility.ts': 'not turned yet',
  'src/domain/catalogue/stock/list-in-shop.ts': 'not turned yet',
  'src/domain/core/files/on-air.ts': 'not turned yet',
  'src/domain/core/kyc-required.ts': 'not turned yet',
  'src/domain/core/notices/feed.ts': 'not turned yet',
  'src/domain/core/owner/undo-link.ts': 'not turned yet',
  'src/domain/money/gateways/prompts.ts': 'not turned yet',
  'src/domain/money/gateways/purposes.ts': 'not turned yet',
  'src/domain/money/gateways/queries.ts': 'not turned yet',
  'src/domain/money/gateways/report-open.ts': 'not turned yet',
  'src/domain/money/gateways/their-number.ts': 'not turned yet',
  'src/domain/money/ledger/adjust.ts': 'not turned yet',
  'src/domain/money/ledger/gone-owner.ts': 'not turned yet',
  'src/domain/money/rates/price-rates.ts': 'not turned yet',
  'src/domain/money/wallet/owners.ts': 'not turned yet',
  'src/domain/money/wallet/read-statement.ts': 'not turned yet',
  'src/domain/money/wallet/settlement.ts': 'not turned yet',
  'src/domain/orders/cart/price-cart.ts': 'not turned yet',
  'src/domain/shops/shops/close.ts': 'not turned yet',
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
