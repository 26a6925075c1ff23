import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Market, openMarket } from '../market.ts'
import { newSimulation, type Simulation } from '../simulation.ts'
import { checkLaws } from './laws.ts'

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

const run = (sql: string) => void market.store.run({ sql, params: [] })
const TO = `'B', '243810000001', 'airtel', 'CD'`

describe('a refund that is sent', () => {
  const LAW = 'nobody claims a charge of what is over, nor a refund of what was taken back'
  const PAYIN = `(SELECT min(g.id) FROM gateway_transactions g JOIN payin_shares w ON w.payin_id = g.id WHERE g.status = 'succeeded')`
  const add = (payinId: string) => {
    run(`INSERT INTO refunds (id, order_id, amount_minor, currency, kind, status, gateway, phone, network, country, payin_id, created_at, updated_at)
      SELECT 'r', w.order_id, 5, 'USD', 'PARTIAL', 'PROCESSING', ${TO}, ${payinId}, 1, 1
      FROM payin_shares w WHERE w.payin_id = ${PAYIN}`)
    run(`INSERT INTO gateway_transactions (id, kind, purpose, subject_id, reference, status, amount_minor, currency, gateway, phone, network, country, created_at, updated_at)
      VALUES ('t', 'payout', 'REFUND', 'r', 't', 'pending', 5, 'USD', ${TO}, 1, 1)`)
  }
  const takeBack = () => run(`UPDATE gateway_transactions SET status = 'reversed' WHERE id = ${PAYIN}`)
  const found = () => {
    run(`UPDATE gateway_transactions SET sent_at = 1 WHERE id = 't'`)
    checkLaws(simulation)
    return simulation.breaks.splice(0).some(({ law }) => law === LAW)
  }

  it.each([
    ["the order's own payment", 'NULL'],
    ['a second payment', PAYIN],
  ])('breaks a law once its operator has taken %s back', (_what, payinId) => {
    add(payinId)
    takeBack()
    expect(found()).toBe(true)
  })

  it.each([
    ["the order's own payment", 'NULL'],
    ['a second payment', PAYIN],
  ])('breaks none while %s stands', (_what, payinId) => {
    add(payinId)
    expect(found()).toBe(false)
  })
})
