import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Market, openMarket } from '../market.ts'
import { newSimulation, type Simulation } from '../simulation.ts'
import { checkImports, noteCounted } from './imports.ts'

let market: Market
let simulation: Simulation
beforeAll(async () => {
  market = await openMarket()
})
beforeEach(() => {
  market.store.begin()
  simulation = newSimulation(1, market)
})
afterEach(() => market.store.forget())

const theVariant = () =>
  market.store.rows<{ id: string; shop: string }>(
    'SELECT v.id, p.shop_id AS shop FROM variants v JOIN products p ON p.id = v.product_id ORDER BY v.id LIMIT 1',
  )[0] ?? { id: '', shop: '' }
const book = (by: number) =>
  void market.store.run({
    sql: `INSERT INTO stock_movements (id, variant_id, type, amount, reason, created_at)
      VALUES ('m' || abs(random()), ?, 'ADJUSTMENT', ?, 'Importation', 1)`,
    params: [theVariant().id, by],
  })
const laws = () => {
  checkImports(simulation)
  return simulation.breaks.splice(0).map(({ law }) => law)
}
const LAW = 'an import books what its seller counted, and books it once'

it('holds what an import booked against what its seller counted', () => {
  const { id, shop } = theVariant()
  expect(laws()).toEqual([])
  book(2)
  expect(laws()).toEqual([LAW])
  noteCounted(simulation, [{ shop, sku: id, by: 2 }])
  expect(laws()).toEqual([])
  book(2)
  expect(laws()).toEqual([LAW])
})
