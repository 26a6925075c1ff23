import type { Subject } from '#db/law.ts'

// Which things a row is about, so that the hour holds the laws of those that changed alone (docs/money.md, Laws).

/** A subject whose key follows from a row, which `@` stands for: an expression, or a query of keys. */
export type Note = { of: Subject; key: string; when?: string }
/** Rows of a table that laws read. An update counts if it sets one of the columns. */
export type Watch = { table: string; columns: string; notes: Note[]; isAppended?: true }

const note = (of: Subject, key = '@.id', when?: string): Note => ({ of, key, ...(when && { when }) })

const OF_PAYIN = 'coalesce((SELECT w.payin_id FROM payin_shares w WHERE w.ref = @.ref), @.ref)'
const PENDING = `'seller:' || @.seller_profile_id || ':pending'`
const SUBSCRIPTION = (payment: string) =>
  `SELECT p.subscription_id FROM subscription_payments p WHERE p.id = ${payment}`
/** The attempt in the ref of an incident: `decided:<id>:<version>`, `subscription:<id>`. */
const TOLD_OF = `substr(@.ref, instr(@.ref, ':') + 1, 36)`
const HAVE_SUBJECT: Record<string, Subject> = {
  booking: 'booking',
  expense: 'expense',
  gateway_transaction: 'attempt',
  order: 'order',
  payout: 'payout',
  refund: 'refund',
  subscription: 'subscription',
  subscription_payment: 'payment',
}

/** Every table that laws read by subject, and the things that its rows are about. */
export const WATCHES: Watch[] = [
  {
    table: 'orders',
    columns: `seller_profile_id, status, currency, subtotal_minor, delivery_fee_minor, total_minor, refunded_minor, paid_currency,
      paid_subtotal_minor, paid_fee_minor, commission_minor, cancelled_by, due_at, reached_at, version`,
    notes: [note('order'), note('account', PENDING, `@.reached_at ->> 'ACCEPTED' IS NOT NULL`)],
  },
  { table: 'order_items', columns: 'order_id, line_total_minor', notes: [note('order', '@.order_id')] },
  {
    table: 'payin_shares',
    columns: 'payin_id, order_id, amount_minor, ref',
    notes: [note('order', '@.order_id'), note('attempt', '@.payin_id')],
  },
  {
    table: 'gateway_transactions',
    columns: `kind, purpose, subject_id, reference, status, amount_minor, currency, phone, sent_at, final_at, decided_at,
      received_minor, created_at`,
    notes: [
      note('attempt'),
      note('order', 'SELECT w.order_id FROM payin_shares w WHERE w.payin_id = @.id'),
      note('paid', '@.subject_id', `@.purpose NOT IN ('ORDER', 'CHECKOUT')`),
      note('refund', '@.subject_id', `@.purpose = 'REFUND'`),
      note(
        'refund',
        `SELECT r.id FROM refunds r WHERE r.payin_id = 'surplus:' || @.id`,
        '@.received_minor IS NOT NULL',
      ),
      note('payout', '@.reference', `@.purpose IN ('WITHDRAWAL', 'ADMIN_PAYOUT')`),
      note('payment', '@.subject_id', `@.purpose = 'SUBSCRIPTION'`),
      note('subscription', SUBSCRIPTION('@.subject_id'), `@.purpose = 'SUBSCRIPTION'`),
    ],
  },
  {
    table: 'transfers',
    columns: '',
    isAppended: true,
    notes: [
      note(
        'attempt',
        OF_PAYIN,
        `@.kind IN ('order:paid', 'charge:paid', 'order:rounded', 'refund:rounded', 'payin:reversed')`,
      ),
      note('order', 'SELECT w.order_id FROM payin_shares w WHERE w.ref = @.ref', `@.kind = 'payin:reversed'`),
      note(
        'attempt',
        'SELECT g.id FROM gateway_transactions g WHERE g.subject_id = @.ref',
        `@.kind = 'subscription:paid'`,
      ),
      note('payment', '@.ref', `@.kind IN ('subscription:paid', 'subscription:rounded')`),
      note(
        'payment',
        'SELECT g.subject_id FROM gateway_transactions g WHERE g.id = @.ref',
        `@.kind = 'subscription:rounded'`,
      ),
      note('subscription', SUBSCRIPTION('@.ref'), `@.kind = 'subscription:paid'`),
      note('payout', '@.ref', `@.kind GLOB 'withdrawal:*' OR @.kind GLOB 'payout:*'`),
      note('taken', '@.ref', `@.kind = 'refund:taken'`),
      note('refund', `substr(@.ref, 1, instr(@.ref, ':') - 1)`, `@.kind = 'refund:taken'`),
      note(
        'exchange',
        '@.ref',
        `@.kind IN ('order:paid', 'order:exchanged', 'refund:done', 'refund:exchanged')
        AND 'platform:fx' IN (@.from_account, @.to_account)`,
      ),
      note('booking', '@.ref', `@.kind GLOB 'booking:*'`),
      note('expense', '@.ref', `@.kind = 'expense:approved'`),
      ...(['booking', 'expense'] as const).map((of) =>
        note(
          of,
          `SELECT b.ref FROM transfers b WHERE b.id = @.ref AND b.kind GLOB '${of}:*'`,
          `@.kind = 'transfer:reversed'`,
        ),
      ),
    ],
  },
  {
    table: 'accounts',
    columns: 'code, currency, balance_minor',
    notes: [
      note('account', '@.code'),
      note('order', 'substr(@.code, 7, length(@.code) - 11)', `@.code GLOB 'order:*:held'`),
    ],
  },
  {
    table: 'refunds',
    columns: `order_id, amount_minor, currency, status, payin_id, commission_minor, subscription_payment_id, approved_phones`,
    notes: [
      note('refund'),
      note('order', '@.order_id'),
      note('payment', '@.order_id', '@.subscription_payment_id IS NOT NULL'),
      note('account', `SELECT 'seller:' || o.seller_profile_id || ':pending' FROM orders o WHERE o.id = @.order_id`),
    ],
  },
  {
    table: 'refund_attempts',
    columns:
      'refund_id, number, status, amount_minor, currency, parts, phone_minor, phone_currency, phone, movement_id, arrived_late_at',
    notes: [
      note('refund', '@.refund_id'),
      note('order', 'SELECT r.order_id FROM refunds r WHERE r.id = @.refund_id'),
      note('attempt', '@.movement_id', '@.movement_id IS NOT NULL'),
    ],
  },
  { table: 'refund_requests', columns: 'refund_id, ended_at', notes: [note('refund', '@.refund_id')] },
  {
    table: 'payouts',
    columns: 'owner_id, owner_kind, account, amount_minor, currency, exchange, phone, status, version',
    notes: [
      note('payout'),
      note('account', `coalesce(CAST(@.owner_kind || ':' || @.owner_id || ':reserved' AS TEXT), 'platform:reserved')`),
    ],
  },
  {
    table: 'history',
    columns: 'thing_id, version, thing, event, from_status, to_status, at',
    notes: [
      ...Object.entries(HAVE_SUBJECT).map(([thing, of]) => note(of, '@.thing_id', `@.thing = '${thing}'`)),
      note(
        'thing',
        '@.thing_id',
        `@.thing NOT IN (${Object.keys(HAVE_SUBJECT)
          .map((one) => `'${one}'`)
          .join(', ')})`,
      ),
    ],
  },
  {
    table: 'subscriptions',
    columns: 'seller_profile_id, plan_id, billing_cycle, currency, status, current_period_end, anchor_at',
    notes: [note('subscription')],
  },
  {
    table: 'subscription_payments',
    columns: 'subscription_id, seller_profile_id, amount_minor, currency, status, paid_at, period_end',
    notes: [
      note('payment'),
      note('subscription', '@.subscription_id'),
      note('attempt', 'SELECT g.id FROM gateway_transactions g WHERE g.subject_id = @.id'),
    ],
  },
  {
    table: 'incidents',
    columns: 'order_id, ref, status',
    notes: [
      note('order', '@.order_id', '@.order_id IS NOT NULL'),
      note('attempt', TOLD_OF, `@.ref GLOB 'decided:*' OR @.ref GLOB 'subscription:*'`),
      note(
        'payment',
        `SELECT g.subject_id FROM gateway_transactions g WHERE g.id = ${TOLD_OF}`,
        `@.ref GLOB 'subscription:*'`,
      ),
      note(
        'subscription',
        `SELECT p.subscription_id FROM gateway_transactions g JOIN subscription_payments p ON p.id = g.subject_id WHERE g.id = ${TOLD_OF}`,
        `@.ref GLOB 'subscription:*'`,
      ),
    ],
  },
  {
    table: 'bookings',
    columns:
      'kind, status, gateway, amount_minor, currency, to_amount_minor, to_currency, requested_by, confirmed_by, version',
    notes: [note('booking')],
  },
  { table: 'expenses', columns: 'amount_minor, currency, status, reversed_at, version', notes: [note('expense')] },
  { table: 'variants', columns: 'stock, held', notes: [note('variant')] },
  {
    table: 'stock_movements',
    columns: 'variant_id, amount, type, order_id',
    notes: [
      note('variant', '@.variant_id'),
      note('order', '@.order_id', `@.type = 'RETURN' AND @.order_id IS NOT NULL`),
    ],
  },
  {
    table: 'stock_holds',
    columns: 'order_id, variant_id, quantity',
    notes: [note('order', '@.order_id'), note('variant', '@.variant_id')],
  },
  {
    table: 'deliveries',
    columns: 'order_id, status, rider_id, overdue_at',
    notes: [note('order', '@.order_id'), note('rider', '@.rider_id', '@.rider_id IS NOT NULL')],
  },
  { table: 'riders', columns: 'active_jobs', notes: [note('rider')] },
  {
    table: 'users',
    columns: 'deleted_at',
    notes: [
      note(
        'account',
        `SELECT w.code || s.value FROM json_each('[":available",":pending",":reserved"]') s JOIN (
          SELECT 'seller:' || f.id AS code FROM seller_profiles f WHERE f.user_id = @.id
          UNION ALL SELECT 'rider:' || r.id FROM riders r WHERE r.user_id = @.id) w WHERE 1`,
        '@.deleted_at IS NOT NULL',
      ),
    ],
  },
]
