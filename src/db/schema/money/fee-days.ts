import { integer, primaryKey, text } from 'drizzle-orm/sqlite-core'
import { amountMinor, currency, keyedTable } from '#db/columns.ts'
import { GATEWAY_IDS } from '#providers/gateways.ts'

/** Fees that gateways said they took, by the day on which the movement was over: the triggers of src/db/day-totals.ts keep them. */
export const feeDays = keyedTable(
  'fee_days',
  {
    day: text('day').notNull(),
    gateway: text('gateway', { enum: GATEWAY_IDS }).notNull(),
    currency: currency(),
    count: integer('count').notNull(),
    amountMinor: amountMinor(),
  },
  (t) => [primaryKey({ columns: [t.day, t.gateway, t.currency] })],
)
