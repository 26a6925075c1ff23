import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db, Write } from '#db/client.ts'
import { isKeyed } from '#db/columns.ts'
import { stockMovements } from '#db/schema/catalogue/stock.ts'
import { history } from '#db/schema/core/history.ts'
import { gatewayTransactions, payinShares } from '#db/schema/money/gateways.ts'
import { accounts, TRANSFER_KINDS, transfers } from '#db/schema/money/ledger.ts'
import { deliveries } from '#db/schema/orders/deliveries.ts'
import { conversations, messages, readMarks } from '#db/schema/orders/messages.ts'
import { orderNotes } from '#db/schema/orders/order-notes.ts'
import { orderItems, orders } from '#db/schema/orders/orders.ts'
import { escrowOf } from '#domain/money/ledger/accounts.ts'

/** A row as the database has it. */
export type Row = Record<string, unknown>
/** Rows by the names of their tables. */
export type Rows = Record<string, Row[]>
/** The things of some orders, by which their rows are found. */
export type Things = { orders: string[]; payins: string[]; deliveries: string[]; shares: string[] }

/** The ids of a list, inside another statement. */
export const among = (all: string[]): SQL => sql`(SELECT j.value FROM json_each(${JSON.stringify(all)}) j)`

const ofOrder = (things: Things) => sql`order_id IN ${among(things.orders)}`
/** Kinds of transfers whose ref is an order, a share of a payin or a delivery. */
const KINDS = JSON.stringify(TRANSFER_KINDS.filter((kind) => /^(order|payin|reversal):|:covered$/.test(kind)))

/** Transfers through the accounts of orders, and those booked for them, their payins and their deliveries. */
function booked(things: Things): SQL {
  const escrows = among(things.orders.map(escrowOf))
  // Cash that covered a rounding is keyed by the same name, with `:in` or `:out`.
  const refs = JSON.stringify([...things.orders, ...things.shares, ...things.deliveries])
  return sql`rowid IN (SELECT t.rowid FROM transfers t WHERE t.from_account IN ${escrows}
    UNION SELECT t.rowid FROM transfers t WHERE t.to_account IN ${escrows}
    UNION SELECT t.rowid FROM json_each(${refs}) w CROSS JOIN json_each('["", ":in", ":out"]') e CROSS JOIN json_each(${KINDS}) k
      CROSS JOIN transfers t ON t.kind = k.value AND t.ref = w.value || e.value)`
}

type Part = [table: SQLiteTable, where: (things: Things) => SQL]

/** The tables of an order's rows, each behind those that its rows refer to. */
export const PARTS: Part[] = [
  [gatewayTransactions, ({ payins }) => sql`id IN ${among(payins)}`],
  [payinShares, ofOrder],
  [orderItems, ofOrder],
  [deliveries, ofOrder],
  [messages, ofOrder],
  [conversations, ofOrder],
  [readMarks, ofOrder],
  [orderNotes, ofOrder],
  [stockMovements, ofOrder],
  [transfers, booked],
  [accounts, (things) => sql`code IN ${among(things.orders.map(escrowOf))}`],
  [history, (things) => sql`thing_id IN ${among([...things.orders, ...things.payins, ...things.deliveries])}`],
]
export const ORDERS: Part = [orders, (things) => sql`id IN ${among(things.orders)}`]

/** The tables that name the other things of an order. */
export const NAMING = PARTS.filter(([table]) => table === payinShares || table === deliveries)

const named = (all: string[]) => sql.raw(all.map((name) => `"${name}"`).join(', '))
const columnsOf = (table: SQLiteTable) => Object.values(getTableColumns(table)).map(({ name }) => name)
/** All columns, and the place of the row among those of one moment. */
const allOf = (table: SQLiteTable) => [...(isKeyed(table) ? [] : ['rowid']), ...columnsOf(table)]
const values = (columns: string[]) => sql.raw(columns.map((name) => `v.value ->> '$.${name}'`).join(', '))
const rowsOf = (rows: Rows, table: SQLiteTable) => rows[getTableName(table)] ?? []

/** Reads the rows of these things. */
export async function readRows(db: Db, parts: Part[], things: Things): Promise<Rows> {
  const [first, ...others] = parts.map(([table, where]) =>
    db.all<Row>(sql`SELECT ${named(allOf(table))} FROM ${table} WHERE ${where(things)}`),
  )
  const read = first ? await db.batch([first, ...others]) : []
  return Object.fromEntries(parts.map(([table], i) => [getTableName(table), read[i] ?? []]))
}

/** Whether a table has other rows of these things than these. */
export function differs([table, where]: Part, things: Things, rows: Rows): SQL {
  const [columns, known] = [allOf(table), rowsOf(rows, table)]
  return sql`(SELECT count(*) FROM ${table} WHERE ${where(things)}) <> ${known.length} OR EXISTS (
    SELECT ${named(columns)} FROM ${table} WHERE ${where(things)}
    EXCEPT SELECT ${values(columns)} FROM json_each(${JSON.stringify(known)}) v)`
}

/** Deletes the rows of these things. */
export const dropRows = (db: Db, things: Things): Write[] =>
  PARTS.toReversed().map(([table, where]) => db.run(sql`DELETE FROM ${table} WHERE ${where(things)}`))

/** Puts rows back as they were, in their old places unless others have taken these. */
export const putBack = (db: Db, rows: Rows): Write[] =>
  PARTS.flatMap(([table]) => {
    const back = rowsOf(rows, table)
    if (back.length === 0) return []
    const columns = columnsOf(table)
    const place = isKeyed(table)
      ? sql``
      : sql`iif(EXISTS (SELECT 1 FROM ${table} t WHERE t.rowid = v.value ->> '$.rowid'), NULL, v.value ->> '$.rowid'), `
    return [
      db.run(sql`
        INSERT INTO ${table} (${named(allOf(table))}) SELECT ${place}${values(columns)} FROM json_each(${JSON.stringify(back)}) v`),
    ]
  })

/** Gives orders their columns back. */
export function putBackOrders(db: Db, rows: Rows, now: number): Write {
  const columns = columnsOf(orders).filter(
    (name) => !['id', 'sealed_in', 'sealed_place', 'sealed_payers', 'unsealed_at'].includes(name),
  )
  return db.run(sql`
    UPDATE orders SET (${named(columns)}, sealed_in, sealed_place, sealed_payers, unsealed_at) = (
      SELECT ${values(columns)}, NULL, NULL, NULL, ${now} FROM json_each(${JSON.stringify(rowsOf(rows, orders))}) v
      WHERE v.value ->> '$.id' = orders.id) WHERE id IN ${among(rowsOf(rows, orders).map(({ id }) => String(id)))}`)
}

/** The things of orders, by their payins and deliveries. */
export const thingsOf = (rows: Rows): Things => ({
  orders: rowsOf(rows, orders).map(({ id }) => String(id)),
  payins: [...new Set(rowsOf(rows, payinShares).map((row) => String(row.payin_id)))],
  deliveries: rowsOf(rows, deliveries).map(({ id }) => String(id)),
  shares: rowsOf(rows, payinShares).map(({ ref }) => String(ref)),
})
