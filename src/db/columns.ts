import { integer, type SQLiteTable, type SQLiteTableFn, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type Currency, currencies } from '../kernel/money.ts'

/** Columns that most tables repeat. Instants are milliseconds since 1970, UTC; amounts are whole minor units. */
export const id = () => text('id').primaryKey()
export const instant = (name: string) => integer(name)
export const createdAt = () => integer('created_at').notNull()
export const updatedAt = () => integer('updated_at').notNull()
export const currency = () => text('currency', { enum: currencies }).notNull().$type<Currency>()
export const amountMinor = (name = 'amount_minor') => integer(name).notNull()
export const flag = (name: string) => integer(name, { mode: 'boolean' })
export const json = <T>(name: string) => text(name, { mode: 'json' }).$type<T>()

/** Raised by every change; with the thing's id it keys the history row, which is the lock of its state machine. */
export const version = () => integer('version').notNull().default(1)
/** When each status was reached: {"ACCEPTED": 1790000000000}. */
export const reachedAt = () => json<Record<string, number>>('reached_at').notNull().default({})

const NO_ROWID = Symbol('without a rowid')
/** Whether the rows of a table lie in the order of their primary key. */
export const isKeyed = (table: SQLiteTable): boolean => NO_ROWID in table

/**
 * Makes a table as `sqliteTable`, WITHOUT ROWID: rows lie in the order of their primary key, so that a read of a range of keys reads only
 * its rows. drizzle-kit does not write it, `npm run schema` does.
 */
export const keyedTable = ((...[name, columns, extra]: Parameters<SQLiteTableFn>) =>
  Object.assign(sqliteTable(name, columns, extra), { [NO_ROWID]: true })) as unknown as SQLiteTableFn
