// Faults that a person with SQL makes in the books, each broken and mended, and what the service says of its laws.
import { call, type Person } from '#testing/api.ts'
import { all, first, run } from '#testing/fixtures/database.ts'
import { again } from '#testing/stories/money.ts'
import { type Data, ok } from '#testing/stories/orders.ts'
import { withoutTriggers } from './sealing/sealed.ts'

/** Place of a fault: an order that was completed, with its seller and its goods. */
export type Ground = { orderId: string; profileId: string; variantId: string }
export type Fault = { table: string; set: string; mended: string; where: string; of: (ground: Ground) => string }

/** Faults by what they break. */
export const FAULTS: Record<string, Fault> = {
  'a balance that no transfer made': {
    table: 'accounts',
    set: 'balance_minor = balance_minor + 1',
    mended: 'balance_minor = balance_minor - 1',
    where: 'code = ?',
    of: ({ profileId }) => `seller:${profileId}:available`,
  },
  'an order that costs more than its goods and its delivery': {
    table: 'orders',
    set: 'total_minor = total_minor + 1',
    mended: 'total_minor = total_minor - 1',
    where: 'id = ?',
    of: ({ orderId }) => orderId,
  },
  'stock that no movement brought': {
    table: 'variants',
    set: 'stock = stock + 1',
    mended: 'stock = stock - 1',
    where: 'id = ?',
    of: ({ variantId }) => variantId,
  },
  'a payment of another amount than its credit': {
    table: 'gateway_transactions',
    set: 'amount_minor = amount_minor + 1',
    mended: 'amount_minor = amount_minor - 1',
    where: 'subject_id = ?',
    of: ({ orderId }) => orderId,
  },
  'a state that no step led to': {
    table: 'orders',
    set: "status = 'REJECTED'",
    mended: "status = 'COMPLETED'",
    where: 'id = ?',
    of: ({ orderId }) => orderId,
  },
}

/** Writes a fault, or takes it back, as any statement of SQL would. */
export const plant = ({ table, where, of, set }: Fault, ground: Ground) =>
  run(`UPDATE ${table} SET ${set} WHERE ${where}`, of(ground))
/** Writes it as a damaged file would have it: nothing that stands beside the table sees it. */
export const plantUnseen = (fault: Fault, ground: Ground) => withoutTriggers([fault.table], () => plant(fault, ground))
export const mendingOf = (fault: Fault): Fault => ({ ...fault, set: fault.mended })

/** Answer of `GET /ledger/checks`, as somebody of finance reads it now. */
export const checksOf = async (finance: Person): Promise<Data> =>
  ok(await call(await again(finance), 'GET', '/ledger/checks'))
/** Names of the laws that are broken by their last verdicts. */
export const brokenLaws = async (finance: Person): Promise<string[]> =>
  (await checksOf(finance)).checks.filter(({ ok: isHeld }: Data) => !isHeld).map(({ name }: Data) => name)
/** Open incidents that say a law is broken. */
export const lawIncidents = () =>
  all<{ ref: string }>(
    "SELECT ref FROM incidents WHERE ref GLOB 'law:*' AND status IN ('OPEN', 'INVESTIGATING') ORDER BY ref",
  )

/** All values under a key, wherever it stands in an answer. */
export function valuesOf(body: unknown, key: string): unknown[] {
  if (typeof body !== 'object' || body === null) return []
  const own = key in body ? [(body as Record<string, unknown>)[key]] : []
  return [...own, ...Object.values(body).flatMap((one) => valuesOf(one, key))]
}
/** The ground of a completed order. */
export async function groundOf(orderId: string): Promise<Ground> {
  const found = await first<{ profileId: string; variantId: string }>(
    `SELECT o.seller_profile_id AS profileId, i.variant_id AS variantId FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.id = ?`,
    orderId,
  )
  return { orderId, profileId: found?.profileId ?? '', variantId: found?.variantId ?? '' }
}
