import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, keyedTable } from '#db/columns.ts'

/**
 * The mark of a commit that seals or unseals (docs/growth.md): it is written first and deleted last, and triggers read it. Sums that the
 * commit carries wait beside it.
 */
export const sealing = keyedTable('sealing', { id: text('id').primaryKey(), amountMinor: integer('amount_minor') })

/** Files of sealed orders in R2, each with the sums that its orders must come to. */
export const sealedFiles = sqliteTable(
  'sealed_files',
  {
    n: integer('n').primaryKey(),
    key: text('key').notNull(),
    sha256: text('sha256').notNull(),
    bytes: integer('bytes').notNull(),
    /** Orders written into it, and those that are sealed in it now: the difference was unsealed, and goes with the next rewriting. */
    written: integer('written').notNull(),
    orders: integer('orders').notNull(),
    /** Sum of the totals of its sealed orders, of whatever currency. */
    totalMinor: integer('total_minor').notNull(),
    /** The last day on which anything in it happened, in Lubumbashi and Kigali. */
    lastDay: text('last_day').notNull(),
    /** The time at which a night last read it, and whether it was missing or not what was written. */
    provedAt: integer('proved_at').notNull().default(0),
    isBroken: flag('is_broken').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    index('sealed_files_key').on(t.key),
    index('sealed_files_proved').on(t.isBroken, t.provedAt),
    index('sealed_files_dead').on(t.orders, t.createdAt).where(sql`orders < written`),
  ],
)

/** Files that hold a delivery of a rider: erasure finds the rider's words by them. */
export const sealedRiders = keyedTable(
  'sealed_riders',
  { riderId: text('rider_id').notNull(), n: integer('n').notNull() },
  (t) => [primaryKey({ columns: [t.riderId, t.n] }), index('sealed_riders_file').on(t.n)],
)
