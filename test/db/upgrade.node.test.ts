import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { LAWS } from '../../src/domain/money/ledger/checks.ts'
import { NIGHT_LAWS } from '../../src/domain/money/ledger/night-laws.ts'
import { sourcesOf } from '../house/sources.ts'
import { addOldRows, T0 } from './old-rows.ts'

const files = sourcesOf('migrations/*.sql')
const FIRST_LATER = files.findIndex(({ path }) => path.includes('/0008_'))

/** Statement by statement, as D1 applies them. */
function apply(db: DatabaseSync, some: typeof files): void {
  for (const { text } of some) for (const statement of text.split('--> statement-breakpoint')) db.exec(statement)
}

function empty(): DatabaseSync {
  const db = new DatabaseSync(':memory:', { enableDoubleQuotedStringLiterals: true })
  db.exec('PRAGMA foreign_keys = ON')
  return db
}

const rows = (db: DatabaseSync, sql: string) =>
  db
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }))

/** Tables of rows that mean something in themselves: not counters, and not what a full-text search keeps. */
const tablesOf = (db: DatabaseSync) =>
  rows(db, "SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main' ORDER BY name")
    .map(({ name }) => String(name))
    .filter((name) => !/^sqlite_|_search|^search_|^counters$|^guard$/.test(name))

type Kept = Map<string, Record<string, SQLOutputValue>[]>
const everything = (db: DatabaseSync): Kept =>
  new Map(tablesOf(db).map((name) => [name, rows(db, `SELECT * FROM ${name}`)]))

/** A database that was in use when 0007 was its last migration, before and after all others. */
function upgraded() {
  const db = empty()
  apply(db, files.slice(0, FIRST_LATER))
  addOldRows(db)
  const before = everything(db)
  apply(db, files.slice(FIRST_LATER))
  // Incidents of then had no column for the refund that they were about.
  db.exec("UPDATE incidents SET refund_id = 'r-delivered' WHERE id = 'inc2'")
  return { db, before, after: everything(db) }
}

describe('a database in use, after every migration since', () => {
  const { db, before, after } = upgraded()

  it('had rows in every table', () => {
    expect([...before].filter(([, all]) => all.length === 0).map(([name]) => name)).toEqual([])
  })

  it('has all of them, as they were, but for what was taken away or told anew', () => {
    const lost = [...before].flatMap(([name, all]) => {
      const now = after.get(name) ?? []
      return all
        .filter((old) => !now.some((row) => Object.entries(old).every(([column, value]) => row[column] === value)))
        .map((old) => `${name} ${old.id ?? old.user_id}`)
    })
    const devices = ['buyer', 'seller', 'rider', 'admin'].map((id) => `known_devices ${id}`)
    expect(lost).toEqual(['incidents inc1', ...devices, 'shops shown', 'shops hidden'])
  })

  it('has no others but what the migrations say', () => {
    const more = [...before].flatMap(([name, all]) => {
      const count = (after.get(name)?.length ?? 0) - all.length
      return count > 0 ? [`${name} ${count}`] : []
    })
    expect(more.sort()).toEqual(['accounts 2', 'history 5', 'refunds 1', 'transfers 1'])
  })

  it('has every balance as before, but for the payout on its way, which is put aside', () => {
    const of = (all: Kept) => Object.fromEntries((all.get('accounts') ?? []).map((a) => [a.code, a.balance_minor]))
    expect(of(after)).toEqual({ ...of(before), 'platform:cash': -300, 'platform:reserved': 300 })
  })

  it('refers to nothing that is not there', () => {
    expect(rows(db, 'PRAGMA foreign_key_check')).toEqual([])
    expect(rows(db, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
  })

  it('has the tables, indexes and triggers of one that is new', () => {
    const fresh = empty()
    apply(fresh, files)
    const schema =
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' ORDER BY type, name"
    expect(rows(db, schema)).toEqual(rows(fresh, schema))
    expect(rows(db, "SELECT count(*) > 60 AS enough FROM sqlite_schema WHERE type = 'trigger'")).toEqual([
      { enough: 1 },
    ])
  })

  it.each(Object.entries({ ...LAWS, ...NIGHT_LAWS }))('keeps the law: %s', (_name, law) => {
    expect(rows(db, law)).toEqual([])
  })

  it('has what its riders had earned by day', () => {
    const day = new Date(T0 + 7_200_000).toISOString().slice(0, 10)
    expect(rows(db, 'SELECT rider_id, currency, earned_minor, deliveries FROM rider_days')).toEqual([
      { rider_id: 'rd', currency: 'USD', earned_minor: 121, deliveries: 1 },
    ])
    expect(rows(db, 'SELECT max(day) >= ? AS known FROM rider_days'.replace('?', `'${day}'`))).toEqual([{ known: 1 }])
  })

  it('has what its riders had delivered by day', () => {
    const ofRows = `SELECT rider_id, date(created_at / 1000 + 7200, 'unixepoch') AS day, 1 AS delivered FROM deliveries WHERE id = 'de1'`
    expect(rows(db, 'SELECT * FROM rider_deliveries')).toEqual(rows(db, ofRows))
  })

  it('has what its orders sold by day', () => {
    const days = rows(
      db,
      'SELECT currency, sum(orders) AS orders, sum(gross_minor) AS gross FROM sales_days GROUP BY 1',
    )
    const sold = `SELECT currency, count(*) AS orders, sum(total_minor) AS gross FROM orders
      WHERE payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED') GROUP BY 1`
    expect(days).toEqual(rows(db, sold))
    expect(days).not.toEqual([])
  })

  it('has an invoice of each subscription payment that cost something, and what it brought by day', () => {
    expect(
      rows(
        db,
        'SELECT number, subscription_payment_id AS payment, total_minor AS total, status, issued_at AS at FROM invoices',
      ),
    ).toEqual([
      {
        number: `FAC-${new Date(T0).getUTCFullYear()}-000001`,
        payment: 'pay1',
        total: 900,
        status: 'PAID',
        at: T0 + 1,
      },
    ])
    expect(rows(db, 'SELECT currency, paid_minor, returned_minor, started, ended FROM subscription_days')).toEqual([
      { currency: 'USD', paid_minor: 900, returned_minor: 0, started: 1, ended: 0 },
    ])
    expect(rows(db, "SELECT value FROM counters WHERE name = 'mrr:USD:MONTHLY'")).toEqual([{ value: 900 }])
  })

  it('has what its wallets moved by month', () => {
    const month = new Date(T0 + 7_200_000).toISOString().slice(0, 7)
    const moved = { opening_minor: 0, amount_minor: 940, lines: 2 }
    expect(rows(db, 'SELECT * FROM wallet_months')).toEqual([{ owner_id: 'sp', currency: 'USD', month, ...moved }])
  })

  it('still refuses to rewrite its books', () => {
    for (const table of ['transfers', 'history', 'audit', 'stock_movements', 'wallet_entries']) {
      expect(() => db.exec(`DELETE FROM ${table}`), table).toThrow('APPEND_ONLY')
    }
    expect(() => db.exec("DELETE FROM shops WHERE id = 'shop'")).toThrow('FOREIGN KEY')
  })

  it('has the shops that were published wait for their review, and those that a Worker of before publishes yet', () => {
    const reviews = "SELECT id, review_status AS review FROM shops WHERE id IN ('shown', 'hidden', 'draft') ORDER BY id"
    expect(rows(db, reviews)).toEqual([
      { id: 'draft', review: 'NONE' },
      { id: 'hidden', review: 'PENDING' },
      { id: 'shown', review: 'PENDING' },
    ])
    const moves = 'SELECT thing_id, version, event, from_status, to_status, at FROM moderation_events ORDER BY thing_id'
    const published = { event: 'publish', from_status: 'NONE', to_status: 'PENDING' }
    const ofBefore = ['hidden', 'shown'].map((id) => ({ thing_id: id, version: 3, ...published, at: T0 + 7 }))
    expect(rows(db, moves)).toEqual(ofBefore)

    db.exec('BEGIN')
    db.exec(
      `UPDATE shops SET status = 'PUBLISHED', version = 2, published_at = ${T0 + 9}, updated_at = ${T0 + 9} WHERE id = 'draft'`,
    )
    expect(rows(db, reviews)[0]).toEqual({ id: 'draft', review: 'PENDING' })
    expect(rows(db, moves)[0]).toEqual({ thing_id: 'draft', version: 2, ...published, at: T0 + 9 })
    const of = (name: string) => rows(db, `SELECT value FROM counters WHERE name = '${name}'`)[0]?.value
    expect([of('shops:PENDING'), of('shops:PUBLISHED:PENDING'), of('shops:DRAFT:NONE')]).toEqual([3, 2, 0])
    db.exec('ROLLBACK')
  })

  it('has a number and a beginning for each incident that was open', () => {
    expect(
      rows(db, "SELECT number, version, updated_at = created_at AS fresh FROM incidents WHERE id = 'inc1'"),
    ).toEqual([{ number: expect.stringMatching(/^INC-\d{4}-\d{6}$/), version: 1, fresh: 1 }])
    expect(rows(db, "SELECT thing, event, to_status FROM history WHERE thing_id = 'inc1'")).toEqual([
      { thing: 'incident', event: 'open', to_status: 'OPEN' },
    ])
  })

  it('asks an ADMIN to give the second payment of an order back, by a refund that its incident names', () => {
    const [refund] = rows(db, "SELECT * FROM refunds WHERE payin_id = 'again-twice'")
    expect(refund).toMatchObject({
      ...{ order_id: 'twice', amount_minor: 2151, currency: 'USD', kind: 'FULL', status: 'REQUESTED', attempt: 0 },
      ...{ gateway: 'B', phone: '243810000001', network: 'airtel', country: 'CD', version: 1, created_at: T0 + 9 },
    })
    expect(refund?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(
      rows(db, `SELECT thing, version, event, from_status, to_status FROM history WHERE thing_id = '${refund?.id}'`),
    ).toEqual([{ thing: 'refund', version: 1, event: 'request', from_status: null, to_status: 'REQUESTED' }])
    expect(rows(db, "SELECT description FROM incidents WHERE id = 'inc1'")[0]?.description).toContain(refund?.id)
  })
})
