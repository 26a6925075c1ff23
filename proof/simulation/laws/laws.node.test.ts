import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LAWS } from '#domain/money/ledger/checks.ts'
import { NIGHT_LAWS } from '#domain/money/ledger/night-laws.ts'
import { type Market, openMarket } from '../market.ts'
import { newSimulation, type Simulation } from '../simulation.ts'
import { BREAKS, MONEY, OF_SELLER } from './breaks.ts'
import { breakable, checkLaws, checkTouched, EVERY, IN_ORDER } from './laws.ts'

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
/** Reads of a law that somebody can write: not json_each, and not the tables in which a full-text search keeps its words. */
const readsOf = (sql: string) =>
  [...market.store.touchOf(sql).reads]
    .map((read) => read.split('.') as [string, string])
    .filter(([table]) => table !== 'json_each' && !table.startsWith('orders_search_'))
const brokenBy = (check: () => unknown) => {
  check()
  return [...new Set(simulation.breaks.splice(0).map(({ law }) => law))].sort()
}

describe('after a step only the laws that it can have broken are held', () => {
  it('there is a break through every table that a law reads', () => {
    const tables = new Set(EVERY.flatMap(({ test }) => readsOf(test).map(([table]) => table)))
    expect(Object.keys(BREAKS).sort()).toEqual([...tables].sort())
  })

  it.each(Object.keys(BREAKS))('a break through %s is found, with every law that it breaks', (table) => {
    const { before = [], write } = BREAKS[table] as { before?: string[]; write: string }
    for (const sql of before) run(sql)
    const already = brokenBy(() => checkLaws(simulation))
    market.store.takeWritten()
    run(write)
    const found = brokenBy(() => checkTouched(simulation, market.machines, market.lastMove))
    const all = brokenBy(() => checkLaws(simulation))
    expect(all.filter((law) => !already.includes(law))).not.toEqual([])
    expect(found.filter((law) => !already.includes(law))).toEqual(all.filter((law) => !already.includes(law)))
  })

  it('every column and table that a law reads brings it back', () => {
    for (const { name, test } of EVERY) {
      for (const [table, column] of readsOf(test)) {
        const writes = [`DELETE FROM ${table} WHERE 0`, `INSERT INTO ${table} SELECT * FROM ${table} WHERE 0`]
        if (column !== '' && column !== 'ROWID') writes.push(`UPDATE ${table} SET ${column} = ${column} WHERE 0`)
        for (const write of writes) {
          const held = breakable(simulation, market.store.touchOf(write)).map((law) => law.name)
          const byMoves = name === IN_ORDER && !write.startsWith('UPDATE')
          expect(held.includes(name), `${name}: ${write}`).toBe(!byMoves)
        }
      }
    }
  })

  it('what only triggers write counts as well, and a write of nothing does not', () => {
    const names = (sql: string) => breakable(simulation, market.store.touchOf(sql)).map(({ name }) => name)
    expect(names('INSERT INTO stock_movements SELECT * FROM stock_movements WHERE 0')).toContain(
      'what is held is the sum of the holds',
    )
    expect(names('UPDATE outbox SET attempts = attempts + 1')).toEqual([])
    market.store.takeWritten()
    run(`UPDATE orders SET status = 'REJECTED' WHERE id = 'nobody'`)
    expect([...market.store.takeWritten()]).toEqual([])
  })

  it('no foreign key changes a table by itself', () => {
    const actions = market.store.rows<{ sql: string }>(
      `SELECT sql FROM sqlite_schema WHERE type = 'table' AND (sql LIKE '%ON DELETE CASCADE%' OR sql LIKE '%ON DELETE SET%' OR sql LIKE '%ON UPDATE CASCADE%' OR sql LIKE '%ON UPDATE SET%')`,
    )
    expect(actions).toEqual([])
  })
})

const ofAMessage = (position: number, toOther: number) => `
  INSERT INTO messages (id, order_id, channel, position, sender_id, recipient_id, sender_role, client_message_id, body, to_buyer, to_other, created_at)
  SELECT 'm', id, 'BUYER_SELLER', ${position}, buyer_id, 'x', 'BUYER', 'm', '', 0, ${toOther}, 1 FROM orders LIMIT 1`
const ofAConversation = (channel: string, userId: string, received: number, shownTo: string) => `
  INSERT INTO conversations (order_id, channel, user_id, total, received, last_message_id, last_at, shown_to)
  SELECT id, '${channel}', ${userId}, 1, ${received}, 'm', 1, ${shownTo} FROM orders LIMIT 1`

/** Writes that break a law which no write above breaks. */
const ALONE: Record<string, string[]> = {
  'an order holds its money while it is under way, and nothing once it has ended without a debt': [
    `UPDATE accounts SET balance_minor = balance_minor + 7 WHERE code GLOB 'order:*:held'`,
  ],
  'the goods of an order that ended unsold are back, unless they are on the road, lost, or with the buyer': [
    `UPDATE orders SET status = 'REJECTED', reached_at = '{}' WHERE id = (SELECT m.order_id FROM stock_movements m WHERE m.type = 'SALE' LIMIT 1)`,
  ],
  'one code sends one withdrawal: no two can be known within the same instant': [
    `INSERT INTO payouts (id, owner_id, owner_kind, requested_by, account, amount_minor, currency, status, gateway, phone, network, country, created_at, updated_at)
      SELECT value, ${OF_SELLER}, 'seller', 'x', 'x', 5, 'USD', 'COMPLETED', ${MONEY} FROM json_each('["p", "q"]')`,
  ],
  'an earner whose number changed hands withdraws nothing for seven days, or until they take it back': [
    `INSERT INTO one_time_tokens (id, purpose, user_id, secret_hash, facts, expires_at, created_at)
      SELECT 't', 'CHANGE_UNDO', id, 'x', '{"takenBy": "x"}', 9, 1 FROM users LIMIT 1`,
    `INSERT INTO payouts (id, owner_id, owner_kind, requested_by, account, amount_minor, currency, status, gateway, phone, network, country, created_at, updated_at)
      SELECT 'p', ${OF_SELLER}, 'seller', user_id, 'x', 5, 'USD', 'COMPLETED', 'B', '243810000001', 'airtel', 'CD', 2, 2
      FROM one_time_tokens WHERE id = 't'`,
  ],
  'orders of one checkout are of one buyer, each of another shop': [`UPDATE orders SET checkout_id = 'c'`],
  'a payin of a checkout is for orders of it, each in one currency': [
    `UPDATE gateway_transactions SET purpose = 'CHECKOUT' WHERE purpose = 'ORDER'`,
    `UPDATE orders SET checkout_id = 'c'`,
  ],
  'the second address of an account is not its first': [`UPDATE users SET secondary_email = email WHERE name = 'P 11'`],
  'every move of moderation follows the one before it': [`UPDATE moderation_events SET from_status = 'REJECTED'`],
  'every move of moderation is a version of its product': [`UPDATE moderation_events SET version = version + 100`],
  'the pictures of a product stand in a row': ['UPDATE product_images SET position = position + 1'],
  'guests see only what is there, published and allowed by moderation': [
    `UPDATE products SET moderation_status = 'REJECTED'`,
    'UPDATE products SET visible = 1',
  ],
  'no more pieces of a thing leave than came in, whoever counts, imports or sells it': [
    'DROP TRIGGER stock_movements_only_words',
    'UPDATE stock_movements SET amount = amount - 10000',
  ],
  'the messages of a channel stand in a row': [ofAMessage(2, 1)],
  'a message has its number for whom it is': [ofAMessage(1, 5)],
  'unread is what the others wrote after the last mark': [ofAConversation('BUYER_SELLER', 'buyer_id', 1, 'NULL')],
  'a rider is shown a conversation while the job is theirs': [ofAConversation('BUYER_RIDER', `'nobody'`, 0, '1')],
  'a notice of business opens what it tells of': [
    `INSERT INTO notifications (id, user_id, type, title, body, data, created_at)
      SELECT 'n', id, 'order.paid', '', '', '{}', 1 FROM users LIMIT 1`,
  ],
}

describe('a law that the simulation alone holds', () => {
  const laws = EVERY.filter(({ name }) => !(name in LAWS || name in NIGHT_LAWS))
  const broken = (writes: string[]) => {
    run('SAVEPOINT alone')
    for (const sql of writes) run(sql)
    const found = brokenBy(() => checkLaws(simulation, laws))
    run('ROLLBACK TO alone')
    return found
  }

  it.each(Object.keys(ALONE))('is broken on purpose: %s', (law) => {
    expect(broken([])).toEqual([])
    expect(broken(ALONE[law] as string[])).toContain(law)
  })

  it('a parcel that is lost brings no goods back, and breaks none', () => {
    const [law = ''] = Object.keys(ALONE).filter((name) => name.startsWith('the goods of an order that ended unsold'))
    const sold = `SELECT m.order_id FROM stock_movements m WHERE m.type = 'SALE' LIMIT 1`
    const parcel = `
      INSERT OR IGNORE INTO deliveries (id, order_id, status, pickup, dropoff, fee_minor, rider_earning_minor, currency, created_at, updated_at)
      SELECT 'lost', order_id, 'CANCELLED', '{}', '{}', 1, 1, 'USD', 1, 1 FROM (${sold})`
    const lost = `INSERT INTO history (thing_id, version, thing, event, to_status, at)
      SELECT d.id, 999, 'delivery', 'lose', 'CANCELLED', 1 FROM deliveries d WHERE d.order_id IN (${sold})`
    expect(broken([...(ALONE[law] ?? []), parcel])).toContain(law)
    expect(broken([...(ALONE[law] ?? []), parcel, lost])).not.toContain(law)
  })

  it('there is a way to break each', () => {
    const found = new Set(Object.keys(ALONE))
    for (const { before = [], write } of Object.values(BREAKS))
      for (const law of broken([...before, write])) found.add(law)
    expect(laws.map(({ name }) => name).filter((name) => !found.has(name))).toEqual([])
  })
})
