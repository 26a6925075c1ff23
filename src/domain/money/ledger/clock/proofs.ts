import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'

/**
 * Sums that grow with every order are not added up each hour: the sum of the rows up to a mark is kept beside the balance, and only rows
 * behind the mark are added to it (docs/money.md, Laws).
 */
const PROOFS = {
  accounts: {
    rows: 'transfers',
    sum: 'proved_minor',
    since: (
      mark: string,
    ) => `coalesce((SELECT sum(iif(t.to_account = a.code, t.amount_minor, -t.amount_minor)) FROM transfers t
      WHERE t.rowid > ${mark} AND a.code IN (t.to_account, t.from_account) AND +t.currency = a.currency), 0)`,
    moves: (those: string) => `SELECT code, currency, sum(amount) AS amount FROM (
      SELECT t.to_account AS code, t.currency, t.amount_minor AS amount FROM transfers t WHERE t.rowid ${those}
      UNION ALL SELECT t.from_account, t.currency, -t.amount_minor FROM transfers t WHERE t.rowid ${those}) GROUP BY 1, 2`,
    isOf: 'accounts.code = w.code AND accounts.currency = w.currency',
  },
  variants: {
    rows: 'stock_movements',
    sum: 'proved',
    since: (mark: string) =>
      `coalesce((SELECT sum(m.amount) FROM stock_movements m WHERE m.rowid > ${mark} AND +m.variant_id = v.id), 0)`,
    moves: (those: string) =>
      `SELECT m.variant_id AS id, sum(m.amount) AS amount FROM stock_movements m WHERE m.rowid ${those} GROUP BY 1`,
    isOf: 'variants.id = w.id',
  },
}
type Proved = keyof typeof PROOFS
const ALL = Object.keys(PROOFS) as Proved[]

const markOf = (table: Proved) => `(SELECT k.proved_to FROM law_marks k WHERE k.name = '${table}')`

/** The sum of the rows behind the mark, or behind another rowid, for the account `a` or the variant `v`. */
export const sinceProof = (table: Proved, mark = markOf(table)): string => PROOFS[table].since(mark)

/** Transfers of an account that one statement adds up. */
const FEW = 2000
const hasMore = (side: string) =>
  `EXISTS (SELECT 1 FROM transfers t WHERE t.${side} = a.code AND t.currency = a.currency LIMIT 1 OFFSET ${FEW})`
/** Whether the account `a` has more transfers than that. */
export const IS_BUSY = `(${hasMore('to_account')} OR ${hasMore('from_account')})`

/** Accounts by their codes, and variants by their ids. */
type Things = Record<Proved, string[]>
const KEYS: Record<Proved, string> = { accounts: 'a.code', variants: 'v.id' }
const KEPT: Record<Proved, string> = { accounts: 'a.balance_minor', variants: 'v.stock' }
const among = (keys: string[]) => sql`(SELECT j.value FROM json_each(${JSON.stringify(keys)}) j)`

/** Whether the balance of an account, or the stock of a variant, is not what was proved of it and the rows since. */
export const isUnproved = (things: Things): SQL =>
  sql.join(
    ALL.map((table) => {
      const differs = sql.raw(`${KEPT[table]} <> ${KEYS[table][0]}.${PROOFS[table].sum} + ${sinceProof(table)}`)
      return sql`EXISTS (SELECT 1 FROM ${sql.raw(`${table} ${KEYS[table][0]}`)} WHERE ${sql.raw(KEYS[table])} IN ${among(things[table])} AND ${differs})`
    }),
    sql` OR `,
  )

/**
 * Says anew what is proved of these, in a commit that took rows away or brought them back without a change of balance or stock. After
 * the last row SQLite gives the same rowids again, so a mark behind it goes back to it.
 */
export const proveAnew = ({ db }: Pick<Ctx, 'db'>, things: Things): Write[] =>
  ALL.flatMap((table) => {
    const { rows, sum } = PROOFS[table]
    return [
      db.run(
        sql.raw(`UPDATE law_marks SET proved_to = (SELECT coalesce(max(rowid), 0) FROM ${rows})
          WHERE name = '${table}' AND proved_to > (SELECT coalesce(max(rowid), 0) FROM ${rows})`),
      ),
      db.run(sql`${sql.raw(`UPDATE ${table} AS ${KEYS[table][0]} SET ${sum} = ${KEPT[table]} - ${sinceProof(table)} WHERE ${KEYS[table]}`)}
        IN ${among(things[table])}`),
    ]
  })

/** Rows that one commit adds to the proved sums. */
const PIECE = 2000

/**
 * Adds rows behind the marks to the proved sums, and moves the marks over them in the same commit: a row that comes meanwhile lies behind
 * the mark. What one commit leaves, the laws still add up themselves.
 * @returns whether more rows lie behind a mark
 */
export async function proveMore(ctx: Ctx): Promise<boolean> {
  const writes = ALL.flatMap((table) => {
    const { rows, sum, moves, isOf } = PROOFS[table]
    const mark = markOf(table)
    return [
      ctx.db.run(
        sql.raw(
          `UPDATE ${table} SET ${sum} = ${sum} + w.amount FROM (${moves(`BETWEEN ${mark} + 1 AND ${mark} + ${PIECE}`)}) w WHERE ${isOf}`,
        ),
      ),
      ctx.db.run(
        sql.raw(`UPDATE law_marks SET proved_to = min(proved_to + ${PIECE}, (SELECT coalesce(max(rowid), 0) FROM ${rows}))
          WHERE name = '${table}' AND proved_to < (SELECT max(rowid) FROM ${rows})`),
      ),
    ]
  })
  const isBehind = ALL.map((table) => `EXISTS (SELECT 1 FROM ${PROOFS[table].rows} WHERE rowid > ${markOf(table)})`)
  const [[left]] = await commit(
    ctx,
    writes,
    ctx.db.all<{ isBehind: 0 | 1 }>(sql.raw(`SELECT ${isBehind.join(' OR ')} AS isBehind`)),
  )
  return left?.isBehind === 1
}
