import { sql } from 'drizzle-orm'
import { abortWhen, guard } from '#db/guard.ts'
import { INCIDENT_STATES } from '#db/schema/core/incidents.ts'
import { ATTEMPT_STATES } from '#db/schema/money/gateways.ts'
import { ORDER_STATES } from '#db/schema/orders/orders.ts'
import { moving } from '#db/sealed.ts'
import { Stale } from '#db/violation.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { isUnproved, proveAnew } from '#domain/money/ledger/clock/proofs.ts'
import { dayOf } from '#kernel/period.ts'
import { hasOpenTicket } from '../above.ts'
import { beginFile } from './begin-file.ts'
import { carry, movedBy } from './carry.ts'
import { type Ends, type Place, packAll, placeOf } from './file.ts'
import {
  among,
  differs,
  dropRows,
  NAMING,
  ORDERS,
  PARTS,
  type Row,
  type Rows,
  readRows,
  type Things,
  thingsOf,
} from './rows.ts'
import { totalOf } from './unseal.ts'

/** Orders of one file, and those of one commit. */
const PER_FILE = 400
const PER_COMMIT = 40

/** Columns that only the views of an order show: they come back with it. */
const SLIM = sql.raw(`delivery_address = NULL, note = NULL, rate_scaled = NULL, rate_currency = NULL, rate_over = NULL,
  paid_subtotal_minor = NULL, paid_fee_minor = NULL, prep_minutes = NULL, rejection_reason = NULL, cancellation_reason = NULL,
  hold_ends_at = NULL, due_at = NULL, reached_at = '{}', zone_id = NULL, recipient = NULL, unsealed_at = NULL`)

const CHANGED = guard('SEAL_CHANGED', 'CONFLICT', { isStale: true })

/** Whether something about an order is open, breaks a law, or it was given back: then it stays (docs/growth.md, Sealed orders). */
const stays = (o: 'o' | 's') =>
  sql.raw(`(${o}.sealed_in IS NOT NULL OR ${ORDER_STATES.ended.notInText(`${o}.status`)}
  OR EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = ${o}.id)
  OR EXISTS (SELECT 1 FROM incidents i WHERE i.order_id = ${o}.id AND ${INCIDENT_STATES.open.inText('i.status')})
  OR ${hasOpenTicket(`${o}.id`)}
  OR EXISTS (SELECT 1 FROM law_faults f WHERE f.key IN (${o}.id, 'order:' || ${o}.id || ':held'))
  OR EXISTS (SELECT 1 FROM payin_shares w CROSS JOIN law_faults f ON f.key = w.payin_id WHERE w.order_id = ${o}.id)
  OR EXISTS (SELECT 1 FROM stock_holds h WHERE h.order_id = ${o}.id)
  OR EXISTS (SELECT 1 FROM accounts a WHERE a.code = 'order:' || ${o}.id || ':held' AND a.balance_minor <> 0)
  OR EXISTS (SELECT 1 FROM payin_shares w CROSS JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = ${o}.id AND (
    ${ATTEMPT_STATES.inFlight.inText('g.status')} OR g.status = 'reversed' OR g.next_check_at IS NOT NULL
    OR EXISTS (SELECT 1 FROM compared_nights n WHERE n.gateway = g.gateway AND unixepoch(n.day) * 1000 < g.final_at) OR g.decided_at IS NOT NULL OR g.received_minor IS NOT NULL)))`)

/** The orders that a file takes, in groups: those that ended first, with all others of their checkouts; none of them was needed lately. */
async function readDue({ db, now, settings: { sealAfter } }: Ctx): Promise<string[][]> {
  const [end, need] = [now - sealAfter.end, now - sealAfter.need]
  const due = await db.all<{ id: string; checkoutId: string | null }>(sql`
    SELECT o.id, o.checkout_id AS checkoutId FROM orders o
    WHERE o.sealed_in IS NULL AND ${sql.raw(ORDER_STATES.ended.inText('o.status'))} AND o.updated_at <= ${end}
      AND coalesce(o.unsealed_at, 0) <= ${need} AND NOT ${stays('o')} AND NOT EXISTS (
        SELECT 1 FROM orders s WHERE s.checkout_id = o.checkout_id AND (s.updated_at > ${end} OR s.unsealed_at > ${need} OR ${stays('s')}))
    ORDER BY o.updated_at LIMIT ${PER_FILE}`)
  const checkouts = [...new Set(due.flatMap(({ checkoutId }) => checkoutId ?? []))]
  if (checkouts.length === 0) return due.map(({ id }) => [id])
  const together = await db.all<{ id: string; checkoutId: string }>(sql`
    SELECT o.id, o.checkout_id AS checkoutId FROM json_each(${JSON.stringify(checkouts)}) j
    CROSS JOIN orders o ON o.checkout_id = j.value ORDER BY o.id`)
  const alone = due.flatMap(({ id, checkoutId }) => (checkoutId === null ? [[id]] : []))
  return [
    ...alone,
    ...[...Map.groupBy(together, ({ checkoutId }) => checkoutId).values()].map((all) => all.map(({ id }) => id)),
  ]
}

/**
 * Seals orders that ended long ago, a file of them (docs/growth.md, Sealed orders): the file is written, then a commit for each part of it
 * leaves only the orders' own rows, made slim. Orders of which anything changed meanwhile stay.
 * @returns the number of orders that were sealed
 */
export async function sealOrders(ctx: Ctx): Promise<number> {
  const groups = await readDue(ctx)
  if (groups.length === 0) return 0
  const slices: Slice[] = []
  let offset = 0
  const parts = partsOf(groups)
  for (const ids of parts) {
    const ends = { isFirst: slices.length === 0, isLast: slices.length === parts.length - 1 }
    const slice = await readSlice(ctx, ids, ends)
    for (const packed of slice.packs) {
      slice.places.push(await placeOf(offset, packed))
      offset += packed.byteLength
    }
    slices.push(slice)
  }
  const days = slices.flatMap(({ rows }) => (rows.history ?? []).map(({ at }) => dayOf(Number(at))))
  const packs = slices.flatMap((slice) => slice.packs)
  const file = await beginFile(ctx, packs, { written: groups.flat().length, lastDay: days.toSorted().at(-1) ?? '' })
  let sealed = 0
  for (const slice of slices) sealed += await sealSlice(ctx, file, slice)
  return sealed
}

/** Groups in parts of so many orders as one commit takes, or one group if that is larger. */
function partsOf(groups: string[][]): string[][][] {
  const parts: string[][][] = []
  let size = PER_COMMIT
  for (const group of groups) {
    if (size + group.length > PER_COMMIT) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(group)
    size += group.length
  }
  return parts
}

/** The orders of one commit: groups that share a place, with all their rows. */
type Slice = { groups: string[][]; things: Things; rows: Rows; packs: Uint8Array<ArrayBuffer>[]; places: Place[] }

async function readSlice(ctx: Ctx, groups: string[][], ends: Ends): Promise<Slice> {
  const first: Things = { orders: groups.flat(), payins: [], deliveries: [], shares: [] }
  const things = thingsOf(await readRows(ctx.db, [ORDERS, ...NAMING], first))
  const rows = await readRows(ctx.db, [ORDERS, ...PARTS], things)
  return { groups, things, rows, packs: packAll(splitRows(rows, groups), ends), places: [] }
}

/** The rows of each group. */
export function splitRows(rows: Rows, groups: string[][]): Rows[] {
  const owner = new Map<unknown, number>()
  for (const [i, group] of groups.entries()) for (const id of group) owner.set(id, i).set(`order:${id}:held`, i)
  for (const { payin_id, ref, order_id } of rows.payin_shares ?? [])
    owner.set(payin_id, owner.get(order_id) ?? 0).set(ref, owner.get(order_id) ?? 0)
  for (const { id, order_id } of rows.deliveries ?? []) owner.set(id, owner.get(order_id) ?? 0)
  const ownerOf = ({ order_id, thing_id, code, from_account, to_account, ref, id }: Row) =>
    [order_id, thing_id, code, from_account, to_account, ref, String(ref).replace(/:(in|out)$/, ''), id]
      .map((name) => owner.get(name))
      .find((place) => place !== undefined)
  return groups.map((_, i) =>
    Object.fromEntries(Object.entries(rows).map(([table, all]) => [table, all.filter((row) => ownerOf(row) === i)])),
  )
}

/** Leaves of the orders of a slice only their own rows, made slim. @returns the number of orders: none if one of them has changed */
async function sealSlice(ctx: Ctx, n: number, { groups, things, rows, places }: Slice): Promise<number> {
  const placed = JSON.stringify(groups.flatMap((group, i) => group.map((id) => ({ id, place: places[i] }))))
  try {
    await commit(
      ctx,
      moving(ctx.db, [
        ...[ORDERS, ...PARTS].map((part) => abortWhen(ctx.db, CHANGED, differs(part, things, rows))),
        abortWhen(
          ctx.db,
          CHANGED,
          sql`EXISTS (SELECT 1 FROM orders o WHERE o.id IN ${among(things.orders)} AND ${stays('o')})`,
        ),
        abortWhen(ctx.db, CHANGED, isUnproved(movedBy(rows))),
        ...carry(ctx, rows, 1),
        ...dropRows(ctx.db, things),
        ...proveAnew(ctx, movedBy(rows)),
        ctx.db.run(sql`
          UPDATE orders SET (sealed_in, sealed_place) = (
            SELECT ${n}, v.value ->> 'place' FROM json_each(${placed}) v WHERE v.value ->> 'id' = orders.id), sealed_payers = (
              SELECT s.payers FROM search_keys k CROSS JOIN orders_search s ON s.rowid = k.row WHERE k.thing_id = orders.id),
            ${SLIM} WHERE id IN ${among(things.orders)}`),
        ctx.db.run(sql`
          INSERT INTO sealed_riders (rider_id, n) SELECT DISTINCT v.value ->> 'rider_id', ${n}
          FROM json_each(${JSON.stringify(rows.deliveries)}) v WHERE v.value ->> 'rider_id' IS NOT NULL ON CONFLICT DO NOTHING`),
        ctx.db.run(sql`
          UPDATE sealed_files SET orders = orders + ${things.orders.length}, total_minor = total_minor + ${totalOf(rows)} WHERE n = ${n}`),
      ]),
    )
    return things.orders.length
  } catch (error) {
    if (error instanceof Stale) return 0
    throw error
  }
}
