import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { boundsOfMonth, monthOf } from '#kernel/period.ts'
import type { Rows } from './rows.ts'

/** The account on the other side of every carried sum: it comes to zero in each currency. */
const CARRIED = 'sealed:carried'

type Transfer = { from_account: string; to_account: string; amount_minor: number; currency: string; created_at: number }
type Net = { id: string; ref: string; month: string; account: string; currency: string; net: number; at: number }

/** The accounts of the transfers among these rows, with the one of carried sums, and the variants of their movements of stock. */
export const movedBy = ({ transfers = [], stock_movements: movements = [] }: Rows) => ({
  accounts: [
    CARRIED,
    ...new Set((transfers as Transfer[]).flatMap(({ from_account, to_account }) => [from_account, to_account])),
  ],
  variants: [...new Set(movements.map(({ variant_id }) => String(variant_id)))],
})

/**
 * Carries what transfers did to each account in one transfer a month and account, in the commit that seals them (1), or unseals them (-1):
 * an account stays the sum of its transfers.
 */
export function carry(ctx: Ctx, { transfers = [] }: Rows, sign: 1 | -1): Write[] {
  const nets = new Map<string, Net>()
  for (const { from_account, to_account, amount_minor, currency, created_at } of transfers as Transfer[])
    for (const [account, amount] of [
      [to_account, amount_minor],
      [from_account, -amount_minor],
    ] as const) {
      const month = monthOf(created_at)
      const ref = `${month}:${account}:${currency}`
      const known = nets.get(ref) ?? {
        ...{ id: ctx.ids.v7(), ref, month, account, currency, net: 0 },
        at: boundsOfMonth(month).since,
      }
      known.net += sign * amount
      nets.set(ref, known)
    }
  // An order's escrow goes with its transfers, which come to nothing together.
  const isKept = ({ account, net }: Net) => net !== 0 && !/^order:.*:held$/.test(account)
  const all = JSON.stringify([...nets.values()].filter(isKept))
  return [
    ctx.db.run(sql`
      INSERT INTO sealing (id, amount_minor) SELECT v.value ->> 'ref', v.value ->> 'net' + coalesce((
        SELECT iif(t.to_account = ${CARRIED}, -t.amount_minor, t.amount_minor) FROM transfers t
        WHERE t.kind = ${CARRIED} AND t.ref = v.value ->> 'ref'), 0)
      FROM json_each(${all}) v`),
    ctx.db.run(sql`
      DELETE FROM transfers WHERE kind = ${CARRIED} AND ref IN (SELECT v.value ->> 'ref' FROM json_each(${all}) v)`),
    ctx.db.run(sql`
      INSERT INTO transfers (id, kind, ref, from_account, to_account, amount_minor, currency, created_at)
      SELECT v.value ->> 'id', ${CARRIED}, s.id, iif(s.amount_minor > 0, ${CARRIED}, v.value ->> 'account'),
        iif(s.amount_minor > 0, v.value ->> 'account', ${CARRIED}), abs(s.amount_minor), v.value ->> 'currency', v.value ->> 'at'
      FROM json_each(${all}) v CROSS JOIN sealing s ON s.id = v.value ->> 'ref' WHERE s.amount_minor <> 0`),
  ]
}
