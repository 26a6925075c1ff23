import { expect, it } from 'vitest'
import { namesWithMeaning } from '#db/constraint.ts'
import { inMemory, presentSchema } from '../../scripts/schema/present.ts'

type Index = { name: string; unique: 0 | 1; origin: 'c' | 'u' | 'pk' }

/** The constraints of the database by the names that its errors give them, and which of them is a primary key. */
async function constraintsOf() {
  const db = inMemory()
  const { statements } = await presentSchema()
  for (const statement of statements) db.exec(statement)
  const all = <T>(query: string) => db.prepare(query).all() as T[]
  const tables = all<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT GLOB '*_search_*'",
  )
  const keys: string[] = []
  const others: string[] = []
  for (const { name: table, sql } of tables) {
    for (const { name, unique, origin } of all<Index>(`PRAGMA index_list('${table}')`)) {
      if (unique === 0) continue
      const columns = all<{ name: string | null }>(`PRAGMA index_info('${name}')`).map((column) => column.name)
      const said = columns.includes(null) ? name : columns.map((column) => `${table}.${column}`).join(', ')
      ;(origin === 'pk' ? keys : others).push(said)
    }
    for (const [, check = ''] of sql.matchAll(/CONSTRAINT ["`](\w+)["`] CHECK/g)) others.push(check)
  }
  return { keys, others: [...new Set(others)] }
}

/** Constraints that no caller can break, and why: whoever does has found a fault of ours, which answers 500. The list only shrinks. */
const OURS: Record<string, string[]> = {
  'amounts and quantities are checked where they come in or are worked out': [
    ...[
      'bookings_amount',
      'bookings_to_amount',
      'cart_items_quantity',
      'exchange_rates_positive',
      'expenses_amount',
      'refund_attempts_amount',
      'refund_requests_amount',
    ],
    ...[
      'gateway_transactions_amount',
      'invoices_amounts',
      'order_items_total',
      'payin_shares_amount',
      'payouts_amount',
    ],
    ...[
      'plan_prices_amount',
      'refunds_amount',
      'reviews_rating',
      'stock_holds_quantity',
      'transfers_amount',
      'variants_price',
    ],
  ],
  'triggers count, and a guard stops before the bound': [
    'conversations_seen',
    'orders_refunded',
    'review_sums_count',
    'riders_jobs',
  ],
  'a trigger writes it once': ['purges.tag'],
  'a try is counted by a condition of its own write': [
    'codes_attempts',
    'one_time_tokens_attempts',
    'passkeys_counter',
  ],
  'a series or a random id makes it': [
    ...[
      'documents.key',
      'incidents.number',
      'invoices.number',
      'notifications.id',
      'orders.number',
      'product_images.key',
      'review_images.key',
    ],
    ...['search_keys.thing_id', 'subscription_payments.deposit_id', 'tickets.number'],
  ],
  'the statement that writes it works it out of the rows that are there': [
    ...['messages.order_id, messages.channel, messages.position', 'plans.slug', 'products.slug', 'shops.slug'],
    ...[
      'product_images.product_id, product_images.position',
      'review_images.review_id, review_images.position',
      'variants.product_id, variants.position',
    ],
  ],
  'the commit takes the one before away, or the write does nothing then': [
    ...['addresses.user_id', 'cart_items.user_id, cart_items.variant_id', 'incidents.ref', 'read_marks_forward'],
    'push_devices.address',
    'favorites.user_id, favorites.type, favorites.target_id',
    'pending_approvals.requested_by, pending_approvals.purpose',
  ],
  'the history of its thing is locked first': [
    ...['deliveries.order_id', 'invoices.subscription_payment_id', 'payin_shares.ref', 'transfers.kind, transfers.ref'],
  ],
  'both columns are written together': ['wallets_number'],
}

it('each meaning is that of a constraint', async () => {
  const { keys, others } = await constraintsOf()
  expect(namesWithMeaning().length).toBeGreaterThan(25)
  expect(namesWithMeaning().filter((name) => !keys.includes(name) && !others.includes(name))).toEqual([])
})

it('each constraint that a caller can hit has a meaning', async () => {
  const { others } = await constraintsOf()
  const meant = new Set(namesWithMeaning())
  expect(others.filter((name) => !meant.has(name)).sort()).toEqual(Object.values(OURS).flat().sort())
})
