import { broke, type Simulation } from '../simulation.ts'

type Line = { id: string; quantity: number; line: number; wanted: string; price: number; currency: string; at: number }
type Sum = { id: string; subtotal: number; lines: number }

const ONE = 100_000_000n

/** Holds, for every order since the last look, what its goods cost: rounded once on the line, half up. @returns the last order */
export function checkPrices(simulation: Simulation, after: number): number {
  const { store } = simulation
  const last = store.look<{ at: number | null }>('SELECT max(rowid) AS at FROM orders')[0]?.at ?? 0
  if (last <= after) return after
  const lines = store.rows<Line>(
    `SELECT i.id, i.quantity, i.line_total_minor AS line, o.currency AS wanted, v.price_minor AS price, p.currency, o.created_at AS at
     FROM orders o JOIN order_items i ON i.order_id = o.id JOIN variants v ON v.id = i.variant_id
     JOIN products p ON p.id = v.product_id WHERE o.rowid > ?`,
    after,
  )
  for (const line of lines) {
    const due = [line.at, ...quotedAt(simulation, line)].map((at) => priceOf(simulation, { ...line, at }))
    if (!due.includes(line.line))
      broke(simulation, 'a line is its prices at the rate, rounded once', JSON.stringify({ ...line, due }))
  }
  const sums = store.rows<Sum>(
    `SELECT o.id, o.subtotal_minor AS subtotal, (SELECT sum(i.line_total_minor) FROM order_items i WHERE i.order_id = o.id) AS lines
     FROM orders o WHERE o.rowid > ?`,
    after,
  )
  for (const sum of sums)
    if (sum.subtotal !== sum.lines) broke(simulation, 'the goods cost the sum of their lines', JSON.stringify(sum))
  return last
}

/** When what a line's buyer ordered by it was quoted: a quote holds what it said, whatever the rate is by then. */
const quotedAt = ({ store }: Simulation, { id }: Line): number[] =>
  store
    .rows<{ at: number }>(
      `SELECT q.created_at AS at FROM order_items i JOIN orders o ON o.id = i.order_id
       JOIN quotes q ON q.user_id = o.buyer_id AND q.used_at = o.created_at
       WHERE i.id = ? AND o.checkout_id IS NOT NULL`,
      id,
    )
    .map(({ at }) => at)

function priceOf(simulation: Simulation, { quantity, price, currency, wanted, at }: Line): number {
  const whole = BigInt(price) * BigInt(quantity)
  if (currency === wanted) return Number(whole)
  const direct = rateAt(simulation, currency, wanted, at)
  const [times, over] = direct ? [direct, ONE] : [ONE, rateAt(simulation, wanted, currency, at) ?? ONE]
  return atLeastOne(halfUp(whole * times, over))
}

/** The latest active rate whose time had come. */
function rateAt({ store }: Simulation, base: string, quote: string, at: number): bigint | undefined {
  const [row] = store.rows<{ rate: number }>(
    `SELECT rate_scaled AS rate FROM exchange_rates WHERE base_currency = ? AND quote_currency = ? AND is_active = 1
     AND effective_at <= ? ORDER BY effective_at DESC, rowid DESC LIMIT 1`,
    base,
    quote,
    at,
  )
  return row && BigInt(row.rate)
}

export const halfUp = (amount: bigint, over: bigint) => Number((2n * amount + over) / (2n * over))
const atLeastOne = (amount: number) => Math.max(1, amount)
