import { sql } from 'drizzle-orm'
import type { Db, Write } from './client.ts'
import { guard } from './guard.ts'

/** Tables whose rows go into sealed files and come back (docs/growth.md). */
export const SEALED_TABLES = [
  'order_items',
  'deliveries',
  'payin_shares',
  'gateway_transactions',
  'history',
  'messages',
  'conversations',
  'read_marks',
  'order_notes',
  'stock_movements',
  'transfers',
  'accounts',
  'wallet_entries',
]

/** Whether the running commit seals or unseals: rows move, and nothing happens to what they are about. */
export const IS_SEALING = 'EXISTS (SELECT 1 FROM sealing)'

/** The tables in which a row may appear that was there before. */
export const isSealed = (table: string): boolean => SEALED_TABLES.includes(table)

/** A thing was sealed since the operation read it: the operation reads again, and unseals it. Triggers raise it. */
export const SEALED = guard('SEALED', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS', isStale: true })

/** The last day that has sealed rows: totals by day were proved up to it, and are not added up again. */
export const LAST_SEALED_DAY = `(SELECT coalesce(max(f.last_day), '') FROM sealed_files f)`

/** Marks the commit as one that moves rows to or from files, so that triggers keep totals and balances as they are. */
export const moving = (db: Db, writes: Write[]): Write[] => [
  db.run(sql`INSERT INTO sealing (id) VALUES ('')`),
  ...writes,
  db.run(sql`DELETE FROM sealing`),
]
