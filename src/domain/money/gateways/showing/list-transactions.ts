import { desc, sql } from 'drizzle-orm'
import * as z from 'zod'
import { countUpTo1000, readPage } from '#db/read-page.ts'
import { GATEWAY_STATUSES, type GatewayTransaction, gatewayTransactions } from '#db/schema/money/gateways.ts'
import { unionAll } from '#db/union.ts'
import type { Ctx } from '#domain/core/context.ts'
import { PayinStatus, payinStatusOf } from '#domain/money/payins/view.ts'
import * as f from '#kernel/fields.ts'
import { periodOf, periodQuery } from '#kernel/period.ts'
import type { GatewayId } from '#providers/gateways.ts'
import { selectTransactions } from '../queries.ts'
import { TransactionType, TransactionView, viewTransaction } from '../view.ts'

export const ListTransactions = z.strictObject({
  ...f.pageQuery,
  ...f.beforeQuery,
  type: TransactionType.optional(),
  status: PayinStatus.optional(),
  ...periodQuery,
})
export const TransactionList = f.listOf('transactions', TransactionView)

/** Lists a gateway's attempts for finance, the newest first; refunds are payouts there (docs/gateways.md, Which gateway does what). */
export async function listTransactions(ctx: Ctx, gateway: GatewayId, input: z.output<typeof ListTransactions>) {
  const { before: head, ...choice } = input
  const rows = placesOf(gateway, choice, head)
  const page = await readPage(
    ctx.db,
    input,
    (cut) =>
      selectTransactions(ctx)
        .where(sql`gateway_transactions.rowid IN (SELECT p.row FROM (${rows} ORDER BY at DESC, row DESC ${cut}) p)`)
        .orderBy(desc(gatewayTransactions.createdAt), sql`gateway_transactions.rowid DESC`),
    countUpTo1000(ctx.db, placesOf(gateway, choice)),
  )
  return { transactions: page.rows.map(viewTransaction), pagination: page.pagination }
}

/** Whether an attempt stands behind another one of the list. */
const isBehind = (id: string) => sql`
  (g.created_at, g.rowid) < (SELECT b.created_at, b.rowid FROM gateway_transactions b WHERE b.id = ${id})`

/** The places of attempts, in an index by type and status: the parts are merged in the order of time, and no others are read. */
function placesOf(
  gateway: GatewayId,
  { type, status, ...query }: Omit<z.output<typeof ListTransactions>, 'before'>,
  head?: string,
) {
  const { since, before } = periodOf(query)
  const bounds = sql.join([
    ...(since === undefined ? [] : [sql` AND g.created_at >= ${since}`]),
    ...(before === undefined ? [] : [sql` AND g.created_at < ${before}`]),
    ...(head === undefined ? [] : [sql` AND ${isBehind(head)}`]),
  ])
  const types = type ? [type] : TransactionType.options
  const statuses = GATEWAY_STATUSES.filter(
    (each) => !status || payinStatusOf({ status: each } as GatewayTransaction) === status,
  )
  return unionAll(
    types.flatMap((kind) =>
      statuses.map(
        (each) => sql`SELECT g.created_at AS at, g.rowid AS row FROM gateway_transactions g
          WHERE g.gateway = ${gateway} AND g.kind = ${kind} AND g.status = ${each}${bounds}`,
      ),
    ),
  )
}
