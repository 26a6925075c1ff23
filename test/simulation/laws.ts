import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getTableName } from 'drizzle-orm'
import { LAWS } from '../../src/domain/ledger/checks.ts'
import type { Machine } from '../../src/domain/machine.ts'
import { count } from './report.ts'
import { broke, type World } from './world.ts'

type AnyMachine = Machine<string, string>

/** Every machine of the domain, found where they live: a new one falls in by itself. */
export async function findMachines(): Promise<Map<string, AnyMachine>> {
  const domain = new URL('../../src/domain/', import.meta.url)
  const files = readdirSync(fileURLToPath(domain.href), { recursive: true }).map(String)
  const found = new Map<string, AnyMachine>()
  for (const file of files.filter((name) => /machine\.ts$/.test(name) && name.includes('/')).sort()) {
    const exports: Record<string, unknown> = await import(/* @vite-ignore */ new URL(file, domain).href)
    for (const value of Object.values(exports)) if (isMachine(value)) found.set(value.thing, value)
  }
  return found
}

const isMachine = (value: unknown): value is AnyMachine =>
  typeof value === 'object' && value !== null && 'thing' in value && 'events' in value && 'states' in value

type Step = { at: number; id: string; version: number; thing: string; event: string; was: string | null; now: string }

const NAMES = Object.keys(LAWS)
const ALL_LAWS = NAMES.map((name, i) => `SELECT ${i} AS law WHERE EXISTS (${LAWS[name]})`)

/** Laws that the ledger's own checks do not hold, because they need no page in an office. */
const MORE: Record<string, string> = {
  'an order is paid once, and what is twice has an incident': `
    SELECT g.subject_id FROM gateway_transactions g WHERE g.purpose = 'ORDER' AND g.status = 'succeeded' GROUP BY 1 HAVING count(*) > 1
      AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.order_id = g.subject_id AND i.ref GLOB 'paidTwice:*')`,
  'a wallet line says the balance of its moment, so the last one is the balance': `
    SELECT a.code FROM accounts a WHERE a.code GLOB '*:available' AND a.balance_minor <> coalesce((
      SELECT sum(w.amount_minor) FROM wallet_entries w WHERE w.currency = a.currency
        AND (a.code = 'seller:' || w.owner_id || ':available' OR a.code = 'rider:' || w.owner_id || ':available')), 0)`,
  'goods are sold, and come back, at most once for an order': `
    SELECT m.order_id FROM stock_movements m WHERE m.order_id IS NOT NULL GROUP BY m.order_id, m.variant_id
      HAVING sum(m.type = 'SALE') > 1 OR sum(m.type = 'RETURN') > sum(m.type = 'SALE') OR sum(m.amount) > 0`,
  'the goods of an order that ended unsold are back, unless they are still on the road': `
    SELECT o.id FROM orders o WHERE o.status IN ('REJECTED', 'CANCELLED') AND 0 <> (
        SELECT coalesce(sum(m.amount), 0) FROM stock_movements m WHERE m.order_id = o.id)
      AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = o.id AND d.status IN ('RETURNING', 'RETURNED'))`,
  'the goods of an order under way have left the stock': `
    SELECT i.order_id FROM order_items i JOIN orders o ON o.id = i.order_id
      WHERE o.status NOT IN ('PENDING_PAYMENT', 'REJECTED', 'CANCELLED') AND -i.quantity <> (
        SELECT coalesce(sum(m.amount), 0) FROM stock_movements m WHERE m.order_id = i.order_id AND m.variant_id = i.variant_id)`,
  'nobody withdraws what they do not have': `
    SELECT w.id FROM wallet_entries w WHERE w.type = 'PAYOUT' AND w.balance_after_minor < 0`,
  'one code sends one withdrawal: no two can be known within the same instant': `
    SELECT p.owner_id FROM payouts p WHERE p.owner_id IS NOT NULL GROUP BY p.owner_id, p.created_at HAVING count(*) > 1`,
  'what is live of a seller is one subscription': `
    SELECT s.seller_profile_id FROM subscriptions s WHERE s.status IN ('ACTIVE', 'GRACE') GROUP BY 1 HAVING count(*) > 1`,
  'an order holds its money while it is under way, and nothing once it has ended without a debt': `
    SELECT o.id FROM orders o JOIN accounts a ON a.code = 'order:' || o.id || ':held'
      WHERE o.status = 'COMPLETED' AND a.balance_minor <> 0 AND NOT EXISTS (
        SELECT 1 FROM refunds r WHERE r.order_id = o.id) AND NOT EXISTS (
        SELECT 1 FROM incidents i WHERE i.ref GLOB 'paidTwice:*' AND i.order_id = o.id)`,
}

/** Whether every law holds now; names the broken ones with their rows. */
export function checkLaws(world: World): void {
  for (const [i, law] of ALL_LAWS.entries()) {
    if (world.store.run({ sql: law, params: [] }).rows.length === 0) continue
    const name = NAMES[i] as string
    broke(world, name, JSON.stringify(world.store.rows(LAWS[name] as string).slice(0, 5)))
  }
  for (const [name, law] of Object.entries(MORE)) {
    const rows = world.store.rows(law)
    if (rows.length > 0) broke(world, name, JSON.stringify(rows.slice(0, 5)))
  }
}

/** Every new row of the history is a move that its machine's table has, and the thing is where the row says. */
export function checkMoves(world: World, machines: Map<string, AnyMachine>, after: number): number {
  const steps = world.store.rows<Step>(
    `SELECT rowid AS at, thing_id AS id, version, thing, event, from_status AS was, to_status AS now FROM history WHERE rowid > ? ORDER BY rowid`,
    after,
  )
  for (const step of steps) {
    const machine = machines.get(step.thing)
    if (!machine) continue
    count(world.report.states, `${step.thing} ${step.event} ${step.now}`)
    const wrong = whyWrong(machine, step)
    if (wrong) broke(world, 'every state moved along its table', `${JSON.stringify(step)}: ${wrong}`)
  }
  for (const { thing, id } of steps) {
    const machine = machines.get(thing)
    if (!machine) continue
    const [row] = world.store.rows<{ status: string; last: string | null }>(
      `SELECT t.status, (SELECT h.to_status FROM history h WHERE h.thing_id = t.id AND h.version = t.version) AS last FROM ${getTableName(machine.table)} t WHERE t.id = ?`,
      id,
    )
    if (!row || row.status !== row.last)
      broke(world, 'a thing is where its history says', `${thing} ${id}: ${JSON.stringify(row)}`)
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
