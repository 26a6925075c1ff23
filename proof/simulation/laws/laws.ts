import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getTableName } from 'drizzle-orm'
import { DELIVERY_STATES } from '#db/schema/orders/deliveries.ts'
import { ORDER_STATES } from '#db/schema/orders/orders.ts'
import { REFUND_STATES } from '#db/schema/orders/refunds.ts'
import { SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'
import type { Machine } from '#domain/core/machine.ts'
import { LAWS } from '#domain/money/ledger/checks.ts'
import { NIGHT_LAWS } from '#domain/money/ledger/night-laws.ts'
import { DAY_MS } from '#kernel/time.ts'
import { CATALOGUE_LAWS } from '#testing/catalogue-laws.ts'
import type { Store, Touch } from '#testing/store.ts'
import { count } from '../report.ts'
import { broke, type Simulation } from '../simulation.ts'
import { CHARGE_LAWS } from './charges.ts'
import { CLOSURE_LAWS } from './closures.ts'
import { MESSAGE_LAWS } from './message-laws.ts'

type AnyMachine = Machine<string, string>

/** Every machine of the domain, found where they live: a new one falls in by itself. */
export async function findMachines(): Promise<Map<string, AnyMachine>> {
  const domain = new URL('../../../src/domain/', import.meta.url)
  const files = readdirSync(fileURLToPath(domain.href), { recursive: true }).map(String)
  const found = new Map<string, AnyMachine>()
  for (const file of files.filter((name) => /machine\.ts$/.test(name) && name.includes('/')).sort()) {
    const exports: Record<string, unknown> = await import(/* @vite-ignore */ new URL(file, domain).href)
    for (const value of Object.values(exports)) if (isMachine(value)) found.set(value.thing, value)
  }
  return found
}

const isMachine = (value: unknown): value is AnyMachine =>
  typeof value === 'object' && value !== null && 'table' in value && 'events' in value && 'states' in value

type Step = {
  at: number
  id: string
  version: number
  thing: string
  event: string
  was: string | null
  now: string
  /** The state to which the move before it led. */
  before: string | null
}

const NAMES = Object.keys(LAWS)
const ALL_LAWS = NAMES.map((name, i) => `SELECT ${i} AS law WHERE EXISTS (${LAWS[name]})`)

/** Laws that the ledger's own checks do not hold, because they need no page in an office. */
const MORE: Record<string, string> = {
  'nobody who is shut out is signed in': `
    SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.revoked_at IS NULL AND (u.blocked_at IS NOT NULL OR u.deleted_at IS NOT NULL)`,
  'a reset link that was used ended all before it': `
    SELECT t.user_id FROM one_time_tokens t JOIN one_time_tokens used ON used.user_id = t.user_id AND used.purpose = t.purpose
      WHERE t.purpose = 'PASSWORD_RESET' AND t.consumed_at IS NULL AND t.created_at < used.consumed_at`,
  'backup codes are ten, and go with their authenticator': `
    SELECT b.user_id FROM backup_codes b GROUP BY 1 HAVING count(*) <> 10 OR NOT EXISTS (
      SELECT 1 FROM totp t WHERE t.user_id = b.user_id AND t.confirmed_at IS NOT NULL)`,
  'of the addresses of a person one is the default': `
    SELECT a.user_id FROM addresses a GROUP BY 1 HAVING sum(a.is_default) <> 1 OR count(*) > 20`,
  'what is erased is gone': `
    SELECT u.id FROM users u WHERE u.erased_at IS NOT NULL AND (u.email NOT LIKE 'efface-%' OR u.phone IS NOT NULL
      OR u.password_hash IS NOT NULL OR u.secondary_email IS NOT NULL OR u.deleted_at IS NULL
      OR EXISTS (SELECT 1 FROM identities i WHERE i.user_id = u.id) OR EXISTS (SELECT 1 FROM totp t WHERE t.user_id = u.id)
      OR EXISTS (SELECT 1 FROM addresses a WHERE a.user_id = u.id) OR EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id))`,
  'somebody administers': `
    SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM users u WHERE u.role = 'ADMIN' AND u.blocked_at IS NULL AND u.deleted_at IS NULL)`,
  'the second address of an account is not its first': `SELECT u.id FROM users u WHERE u.secondary_email = u.email`,
  'an order is paid once, and what is twice has an incident': `
    SELECT w.order_id FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE g.status = 'succeeded'
      GROUP BY 1 HAVING count(*) > 1
      AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.order_id = w.order_id AND i.ref GLOB 'paidTwice:*')`,
  'orders of one checkout are of one buyer, each of another shop': `
    SELECT o.checkout_id FROM orders o WHERE o.checkout_id IS NOT NULL GROUP BY 1
      HAVING count(DISTINCT o.buyer_id) > 1 OR count(DISTINCT o.shop_id) < count(*)`,
  'a payin of a checkout is for orders of it, each in one currency': `
    SELECT g.id FROM gateway_transactions g JOIN payin_shares w ON w.payin_id = g.id JOIN orders o ON o.id = w.order_id
      WHERE g.purpose = 'CHECKOUT' AND o.checkout_id IS NOT g.subject_id`,
  'a quote is ordered once: what it was for is nobody else’s quote any more': `
    SELECT q.id FROM quotes q WHERE q.used_at IS NULL AND EXISTS (
      SELECT 1 FROM quotes u WHERE u.user_id = q.user_id AND u.cart_version = q.cart_version AND u.used_at IS NOT NULL)`,
  'a wallet line says the balance of its moment, so the last one is the balance': `
    SELECT a.code FROM accounts a WHERE a.code GLOB '*:available' AND a.balance_minor <> coalesce((
      SELECT sum(w.amount_minor) FROM wallet_entries w WHERE w.currency = a.currency
        AND (a.code = 'seller:' || w.owner_id || ':available' OR a.code = 'rider:' || w.owner_id || ':available')), 0)`,
  'goods are sold, and come back, at most once for an order': `
    SELECT m.order_id FROM stock_movements m WHERE m.order_id IS NOT NULL GROUP BY m.order_id, m.variant_id
      HAVING sum(m.type = 'SALE') > 1 OR sum(m.type = 'RETURN') > sum(m.type = 'SALE') OR sum(m.amount) > 0`,
  'the goods of an order that ended unsold are back, unless they are on the road, lost, or with the buyer': `
    SELECT o.id FROM orders o WHERE ${ORDER_STATES.unsold.inText('o.status')} AND 0 <> (
        SELECT coalesce(sum(m.amount), 0) FROM stock_movements m WHERE m.order_id = o.id)
      AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = o.id AND ${DELIVERY_STATES.failed.inText('d.status')})
      AND coalesce(o.reached_at ->> 'DELIVERED', o.reached_at ->> 'COMPLETED') IS NULL
      AND NOT EXISTS (SELECT 1 FROM deliveries d JOIN history h ON h.thing_id = d.id
        WHERE d.order_id = o.id AND h.event = 'lose')`,
  'the goods of an order under way have left the stock': `
    SELECT i.order_id FROM order_items i JOIN orders o ON o.id = i.order_id
      WHERE o.status <> 'PENDING_PAYMENT' AND ${ORDER_STATES.unsold.notInText('o.status')} AND -i.quantity <> (
        SELECT coalesce(sum(m.amount), 0) FROM stock_movements m WHERE m.order_id = i.order_id AND m.variant_id = i.variant_id)`,
  'nobody withdraws what they do not have': `
    SELECT w.id FROM wallet_entries w WHERE w.type = 'PAYOUT' AND w.balance_after_minor < 0`,
  'one code sends one withdrawal: no two can be known within the same instant': `
    SELECT p.owner_id FROM payouts p WHERE p.owner_id IS NOT NULL GROUP BY p.owner_id, p.created_at HAVING count(*) > 1`,
  'an earner whose number changed hands withdraws nothing for seven days, or until they take it back': `
    SELECT p.id FROM payouts p JOIN one_time_tokens t ON t.purpose = 'CHANGE_UNDO' AND t.facts ->> 'takenBy' IS NOT NULL
        AND t.user_id = p.requested_by
      WHERE p.created_at > t.created_at AND p.created_at < min(t.created_at + ${7 * DAY_MS}, coalesce(t.consumed_at, 9e15))`,
  'what is live of a seller is one subscription': `
    SELECT s.seller_profile_id FROM subscriptions s WHERE ${SUBSCRIPTION_STATES.current.inText('s.status')} GROUP BY 1 HAVING count(*) > 1`,
  'an order holds its money while it is under way, and nothing once it has ended without a debt': `
    SELECT o.id FROM orders o JOIN accounts a ON a.code = 'order:' || o.id || ':held'
      WHERE o.status = 'COMPLETED' AND a.balance_minor <> 0 AND NOT EXISTS (
        SELECT 1 FROM refunds r WHERE r.order_id = o.id AND (r.payin_id IS NULL OR ${REFUND_STATES.unsent.inText('r.status')} AND r.status <> 'AWAITING_CODE'))`,
  ...CHARGE_LAWS,
  ...CLOSURE_LAWS,
  ...CATALOGUE_LAWS,
  ...NIGHT_LAWS,
  ...MESSAGE_LAWS,
}

type Law = { name: string; test: string; rows: string }
export const EVERY: Law[] = [
  ...NAMES.map((name, i) => ({ name, test: ALL_LAWS[i] as string, rows: LAWS[name] as string })),
  ...Object.entries(MORE).map(([name, rows]) => ({ name, test: rows, rows })),
]

/** Whether every law holds now; names the broken ones with their rows. */
export function checkLaws(simulation: Simulation, laws: Iterable<Law> = EVERY): void {
  for (const { name, test, rows } of laws) {
    if (simulation.store.run({ sql: test, params: [] }).rows.length === 0) continue
    broke(simulation, name, JSON.stringify(simulation.store.rows(rows).slice(0, 5)))
  }
}

const NEW_MOVES = 'history.*'
/** `checkMoves` holds this one for every new row of the history; a row that is there never changes and never goes. */
export const IN_ORDER = 'every move follows the one before it'
const lawsOf = new WeakMap<Store, Map<Touch, Law[]>>()

/**
 * The laws that a write can break: those that read a column it sets, or a table whose rows it adds or removes. Counters
 * that move by triggers are those of the tables that are written, and their laws read these too
 * (test/db/counters.node.test.ts); nearly every write moves some, and would bring back the laws of all. What is noted for the
 * next backup is read by no law.
 */
export function breakable({ store }: Simulation, touch: Touch): Law[] {
  const known = lawsOf.get(store) ?? new Map<Touch, Law[]>()
  lawsOf.set(store, known)
  const before = known.get(touch)
  if (before) return before
  const others = [...touch.writes].filter((write) => !/^(counters|changed_rows|backup_marks)\./.test(write))
  const writes = others.length > 0 ? others : [...touch.writes]
  const found = EVERY.filter(({ name, test }) => {
    const { reads } = store.touchOf(test)
    const tables = new Set([...reads].map((read) => `${read.slice(0, read.indexOf('.'))}.*`))
    return writes.some(
      (write) => (reads.has(write) || tables.has(write)) && !(name === IN_ORDER && write === NEW_MOVES),
    )
  })
  known.set(touch, found)
  return found
}

/**
 * Holds the laws that the writes since the last check can have broken. Leaving out the others is safe: a law is a
 * function of the columns that SQLite says its query reads and of the rows of their tables; it was held after the last
 * write to any of them; and SQLite names, for each statement that ran, every column that it or a trigger of it sets and
 * every table in which they add or remove a row. Nothing else writes: no foreign key has an action, and no law reads
 * the clock. `laws.test.ts` breaks a law through each table and column that a law reads.
 * @returns the last move of the history that was looked at
 */
export function checkTouched(simulation: Simulation, machines: Map<string, AnyMachine>, after: number): number {
  const laws = new Set<Law>()
  let hasMoved = false
  for (const touch of simulation.store.takeWritten()) {
    hasMoved ||= touch.writes.has(NEW_MOVES)
    for (const law of breakable(simulation, touch)) laws.add(law)
  }
  const last = hasMoved ? checkMoves(simulation, machines, after) : after
  if (laws.size > 0) checkLaws(simulation, laws)
  return last
}

/** A review that its author deletes leaves no row but those of its history. */
const isDeletion = (thing: string, event: string) => thing === 'buyer_review' && event === 'delete'

/** Every new row of the history is a move that its machine's table has, and the thing is where the row says. */
function checkMoves(simulation: Simulation, machines: Map<string, AnyMachine>, after: number): number {
  const steps = simulation.store.rows<Step>(
    `SELECT m.at, h.thing_id AS id, h.version, h.thing, h.event, h.from_status AS was, h.to_status AS now, p.to_status AS before
     FROM moves m JOIN history h ON h.thing_id = m.thing_id AND h.version = m.version
     LEFT JOIN history p ON p.thing_id = h.thing_id AND p.version = h.version - 1 WHERE m.at > ? ORDER BY m.at`,
    after,
  )
  for (const step of steps) {
    if (step.version > 1 && (step.was === null || step.was !== step.before))
      broke(simulation, IN_ORDER, JSON.stringify(step))
    const machine = machines.get(step.thing)
    if (!machine) continue
    count(simulation.report.states, `${step.thing} ${step.event} ${step.now}`)
    const wrong = whyWrong(machine, step)
    if (wrong) broke(simulation, 'every state moved along its table', `${JSON.stringify(step)}: ${wrong}`)
  }
  const deleted = new Set(steps.flatMap(({ thing, id, event }) => (isDeletion(thing, event) ? [id] : [])))
  for (const { thing, id } of steps) {
    const machine = machines.get(thing)
    if (!machine) continue
    const [row] = simulation.store.rows<{ status: string; last: string | null }>(
      `SELECT t.status, (SELECT h.to_status FROM history h WHERE h.thing_id = t.id AND h.version = t.version) AS last FROM ${getTableName(machine.table)} t WHERE t.id = ?`,
      id,
    )
    if (deleted.has(id) ? row : row?.status !== row?.last || !row)
      broke(simulation, 'a thing is where its history says', `${thing} ${id}: ${JSON.stringify(row)}`)
  }
  return steps.at(-1)?.at ?? after
}

function whyWrong({ states, events }: AnyMachine, { event, version, was, now }: Step): string | undefined {
  if (!(now in states)) return 'unknown state'
  if (was === null) return version === 1 ? undefined : 'born twice'
  // Fields were revised under the same lock; the event may bear the name of a move.
  if (was === now) return undefined
  const known = events[event]
  if (!known) return 'unknown event'
  if (!known.from.includes(was)) return 'not from here'
  const to = typeof known.to === 'string' ? known.to : (known.to[was] ?? was)
  return to === now ? undefined : `leads to ${to}`
}
