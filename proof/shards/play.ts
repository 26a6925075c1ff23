import { platformIds } from '#kernel/ids.ts'
import { d1Over } from '#testing/d1.ts'
import { NOW, type TestDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction } from '#testing/domain/money.ts'
import { addOrder } from '#testing/domain/orders.ts'
import { openStore, type Query, type Store } from '#testing/store.ts'
import { buy, carry, type Database, expire, hear, insert, LETTERS } from './checkout.ts'

const [DUE, TOTAL] = [NOW + 900_000, 2151]
const CRASH = new Error('crash')
export type Scene = {
  isPaid: boolean
  lateness: 'in time' | 'late' | 'sold out'
  asksAgain: boolean
  marksFirst?: boolean
}

const stores = [openStore(), openStore()]
for (const store of stores) {
  store.db.exec(LETTERS)
  const add = (table: string, row: Record<string, unknown>) => void store.run(insert(table, row))
  addMarket({ add, run: (sql: string) => store.run({ sql, params: [] }) } as unknown as TestDomain)
}

/**
 * Plays a scene with crashes at these points: 2n before the commit n, 2n + 1 after it, when its answer is lost. Everything is then played
 * to its end without one. @returns what is wrong in the end, the
 * states of its orders, `none` where there is none, and the number of points
 */
export async function play(
  scene: Scene,
  crashes: number[],
): Promise<{ wrong: string[]; ends: string; points: number }> {
  let points = 0
  const databases = stores.map((store, shard): Database => {
    const d1 = d1Over(store, async (_kind, work) => {
      const [before, after] = [points++, points++]
      if (crashes.includes(before)) throw CRASH
      const answer = work()
      if (crashes.includes(after)) throw CRASH
      return answer
    })
    const bound = ({ sql, params }: Query) => d1.prepare(sql).bind(...params)
    return { shard, rows: store.rows.bind(store), commit: (queries) => d1.batch(queries.map(bound)) }
  })
  const [directory, market] = databases as [Database, Database]
  const orders = Object.fromEntries(
    databases.map(({ shard }) => {
      const [id, writes] = [platformIds(NOW, shard).v7(), [] as Query[]]
      const add = (table: string, row: Record<string, unknown>) => writes.push(insert(table, row))
      addOrder({ add } as unknown as TestDomain, { id, due_at: DUE })
      for (const [variant_id, quantity] of [['v1', 3] as const, ['v2', 1] as const])
        add('stock_holds', { order_id: id, variant_id, quantity })
      return [id, writes]
    }),
  )
  const payin = {} as { id: string; amount_minor: number }
  const add = (_: string, row: Record<string, unknown>) => Object.assign(payin, row)
  const id = platformIds(NOW, 0).v7()
  addTransaction({ add } as unknown as TestDomain, { id, purpose: 'CHECKOUT', amountMinor: 2 * TOTAL })
  const purchase = { payin, orders }

  const order = () => buy(databases, purchase)
  const end = async () => {
    for (const at of databases) await expire(at, DUE)
  }
  const sellOut = async () => void stores[1]?.run(SELL_OUT)
  const verdict = () => hear(directory, scene.isPaid)
  const letters = () => carry(databases, scene.marksFirst)
  const late = scene.lateness === 'in time' ? [] : scene.lateness === 'late' ? [end] : [end, sellOut]
  const acts = [order, ...(scene.asksAgain ? [order] : []), ...late, verdict, verdict, letters, end, letters]
  const rest = [verdict, letters, end, letters]

  for (const store of stores) store.begin()
  for (const act of acts)
    await act().catch((error) => {
      if (error !== CRASH) throw error
    })
  const reached = points
  crashes = []
  for (const act of rest) await act()
  const wrong = stores.flatMap((store, i) => wrongIn(store, i)).concat(wrongTogether(directory, market))
  const ends = stores.map((store) => store.rows<{ status: string }>('SELECT status FROM orders')[0]?.status ?? 'none')
  for (const store of stores) store.forget()
  return { wrong, ends: ends.join(', '), points: reached }
}

/** Somebody else buys all that is free. */
const SELL_OUT: Query = {
  sql: `INSERT INTO stock_movements (id, variant_id, type, amount, created_at)
    SELECT 'out', id, 'DAMAGE', held - stock, 1 FROM variants WHERE id = 'v1' AND stock > held`,
  params: [],
}

/** Everything that must not be in one database. */
const LAWS = {
  'reserved for ever': 'SELECT 1 FROM stock_holds UNION ALL SELECT 1 FROM variants WHERE held <> 0',
  'an order that waits': `SELECT 1 FROM orders WHERE status = 'PENDING_PAYMENT'`,
  'a letter that nobody reads': 'SELECT 1 FROM letters WHERE sent IS NULL',
  'an order without its money': `SELECT 1 FROM orders o LEFT JOIN accounts a ON a.code = 'order:' || o.id || ':held'
    WHERE coalesce(a.balance_minor, 0) <> CASE o.status WHEN 'PENDING_SELLER_REVIEW' THEN o.total_minor ELSE 0 END`,
  'an order without its goods': `SELECT 1 FROM orders o WHERE (o.status = 'PENDING_SELLER_REVIEW') <>
    EXISTS (SELECT 1 FROM stock_movements m WHERE m.order_id = o.id AND m.type = 'SALE')`,
  'a payin beside its shares': `SELECT 1 FROM gateway_transactions g WHERE g.amount_minor <>
    (SELECT coalesce(sum(s.amount_minor), 0) FROM payin_shares s WHERE s.payin_id = g.id)`,
}
const wrongIn = (store: Store, i: number) =>
  Object.entries(LAWS).flatMap(([name, sql]) => (store.rows(sql).length > 0 ? [`${name}, in ${i}`] : []))

/** Everything that both together must say: no money is between them, and all that came in is with an order or on its way back. */
function wrongTogether(...databases: Database[]): string[] {
  const sum = (like: string) =>
    databases
      .flatMap((at) => at.rows<{ n: number }>('SELECT balance_minor AS n FROM accounts WHERE code GLOB ?', like))
      .reduce((all, { n }) => all + n, 0)
  const [came] = databases.flatMap((at) =>
    at.rows<{ n: number }>(`SELECT amount_minor AS n FROM gateway_transactions WHERE status = 'succeeded'`),
  )
  const wrong = sum('shard:*:due') === 0 ? [] : ['money between two databases']
  const isKept = sum('order:*:held') + sum('refunds:inFlight') === (came?.n ?? 0)
  return isKept ? wrong : [...wrong, 'a payin is not where its orders are']
}
