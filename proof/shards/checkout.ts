import { shardOf } from '#kernel/ids.ts'
import type { Query, Store } from '#testing/store.ts'

/** A trial of one checkout over several databases (docs/decisions/0018): shard 0 is the directory, and a market of its own too. */
export type Database = { shard: number; rows: Store['rows']; commit(queries: Query[]): Promise<unknown> }
export type Letter = { id: string; to: number; kind: 'PAID' | 'FAILED' | 'REFUND'; order: string; amount: number }
type Purchase = {
  payin: Record<string, unknown> & { id: string; amount_minor: number }
  orders: Record<string, Query[]>
}
type Order = { status: string; version: number }

export const LETTERS = `CREATE TABLE letters (id TEXT PRIMARY KEY, "to" INTEGER, kind TEXT, "order" TEXT, amount INTEGER, sent INTEGER);
  CREATE TABLE letters_read (id TEXT PRIMARY KEY)`

export const insert = (table: string, row: Record<string, unknown>): Query => ({
  sql: `INSERT INTO ${table} ("${Object.keys(row).join('", "')}") VALUES (${Object.keys(row).map(() => '?')})`,
  params: Object.values(row),
})
const write = (sql: string, ...params: unknown[]): Query => ({ sql, params })
const letter = (to: number, kind: Letter['kind'], order: string, amount: number) =>
  insert('letters', { id: `${kind}:${order}`, to, kind, order, amount })
const transfer = (kind: string, ref: string, from: string, to: string, amount: number) =>
  insert('transfers', {
    ...{ id: `${kind}:${ref}`, kind, ref, from_account: from, to_account: to },
    ...{ amount_minor: amount, currency: 'USD', created_at: 1 },
  })
const dueTo = (shard: number) => `shard:${shard}:due`
const find = (at: Database, id: string) => at.rows<Order>('SELECT status, version FROM orders WHERE id = ?', id)[0]

/**
 * Orders at every market first, each with its reserved stock and its end, and at the directory last, with the one payin. Only then may a
 * phone be asked. Somebody who asks again with the same key finds what is there.
 */
export async function buy(databases: Database[], { payin, orders }: Purchase): Promise<void> {
  const [directory] = databases as [Database]
  const ids = Object.keys(orders)
  for (const at of databases.toReversed()) {
    const id = ids[at.shard] as string
    const before = find(at, id)
    if (before && before.status !== 'PENDING_PAYMENT') return
    if (before) continue
    const shares = ids.map((order) =>
      insert('payin_shares', {
        payin_id: payin.id,
        order_id: order,
        amount_minor: payin.amount_minor / ids.length,
        ref: order,
      }),
    )
    const charge = at === directory ? [insert('gateway_transactions', payin), ...shares] : []
    await at.commit([...(orders[id] as Query[]), ...charge])
  }
}

/** Books the gateway's verdict: the payin, the directory's own share, and a letter to the market of each other one, in one commit. */
export async function hear(directory: Database, isPaid: boolean): Promise<void> {
  for (const { id } of directory.rows<{ id: string }>(`SELECT id FROM gateway_transactions WHERE status = 'pending'`)) {
    const shares = directory.rows<{ order: string; amount: number }>(
      'SELECT order_id AS "order", amount_minor AS amount FROM payin_shares WHERE payin_id = ?',
      id,
    )
    await directory.commit([
      write('UPDATE gateway_transactions SET status = ? WHERE id = ?', isPaid ? 'succeeded' : 'failed', id),
      insert('history', { thing_id: id, version: 2, thing: 'payin', event: 'end', to_status: 'ended', at: 1 }),
      ...shares.flatMap(({ order, amount }) => {
        const [to, kind] = [shardOf(order), isPaid ? ('PAID' as const) : ('FAILED' as const)]
        const share = { id: `${kind}:${order}`, to, kind, order, amount }
        return [
          ...(isPaid ? [transfer('payin:shared', order, 'gatewayB:clearing', dueTo(to), amount)] : []),
          ...(to === directory.shard ? settle(directory, share) : [letter(to, kind, order, amount)]),
        ]
      }),
    ])
  }
}

/** Carries letters: each is read in one commit with its mark, then marked as sent; after a crash between both it is only marked. */
export async function carry(databases: Database[], marksFirst = false): Promise<void> {
  for (const from of databases) {
    for (const one of from.rows<Letter>('SELECT id, "to", kind, "order", amount FROM letters WHERE sent IS NULL')) {
      const to = databases[one.to] as Database
      const mark = () => from.commit([write('UPDATE letters SET sent = 1 WHERE id = ?', one.id)])
      if (marksFirst) await mark()
      const isRead = to.rows('SELECT 1 FROM letters_read WHERE id = ?', one.id).length > 0
      if (!isRead) await to.commit([insert('letters_read', { id: one.id }), ...settle(to, one)])
      if (!marksFirst) await mark()
    }
  }
}

/** Ends the orders of a market that nobody paid in time, by its own clock: it asks no other database. */
export async function expire(at: Database, now: number): Promise<void> {
  const late = `SELECT id FROM orders WHERE status = 'PENDING_PAYMENT' AND due_at <= ?`
  for (const { id } of at.rows<{ id: string }>(late, now)) await at.commit(move(at, id, 'CANCELLED'))
}

/** Moves an order on and ends its reservation; the key of its history lets one of two moves through. */
function move(at: Database, id: string, to: string): Query[] {
  const { version } = find(at, id) as Order
  return [
    write('UPDATE orders SET status = ?, due_at = NULL, version = version + 1 WHERE id = ?', to, id),
    insert('history', { thing_id: id, version: version + 1, thing: 'order', event: to, to_status: to, at: 1 }),
    write('DELETE FROM stock_holds WHERE order_id = ?', id),
  ]
}

/** The writes by which a database does what a letter says. Money that comes too late revives the order, or goes back if its goods are gone. */
function settle(at: Database, { kind, order, amount }: Letter): Query[] {
  const [held, due] = [`order:${order}:held`, dueTo(at.shard)]
  if (kind === 'REFUND') return [transfer('refund:back', order, dueTo(shardOf(order)), 'refunds:inFlight', amount)]
  const isOpen = find(at, order)?.status === 'PENDING_PAYMENT'
  if (kind === 'FAILED') return isOpen ? move(at, order, 'CANCELLED') : []
  const short = at.rows(
    'SELECT 1 FROM order_items i JOIN variants v ON v.id = i.variant_id WHERE i.order_id = ? AND v.stock - v.held < i.quantity',
    order,
  )
  const paid = transfer('order:paid', order, due, held, amount)
  if (!isOpen && short.length > 0)
    return [paid, transfer('refund:taken', order, held, due, amount), letter(0, 'REFUND', order, amount)]
  const sale = `INSERT INTO stock_movements (id, variant_id, type, amount, order_id, created_at)
    SELECT id, variant_id, 'SALE', -quantity, order_id, 1 FROM order_items WHERE order_id = ?`
  return [paid, ...move(at, order, 'PENDING_SELLER_REVIEW'), write(sale, order)]
}
