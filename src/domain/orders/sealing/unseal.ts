import { sql } from 'drizzle-orm'
import { abortWhen } from '#db/guard.ts'
import { SEALED } from '#db/sealed.ts'
import { Stale } from '#db/violation.ts'
import { commit } from '#domain/core/commit.ts'
import { asService, type Ctx } from '#domain/core/context.ts'
import { carry, moving } from './carry.ts'
import { type At, readGroups } from './file.ts'
import { among, putBack, putBackOrders, type Rows } from './rows.ts'

/**
 * Brings the rows of a sealed order back, with those of the orders of its checkout, as they were (docs/growth.md). If two do so at once,
 * one does. An order that is not sealed stays as it is.
 * @throws 503 if its file cannot be read
 */
export async function unsealOrder(asked: Ctx, orderId: string): Promise<void> {
  // It belongs to no request: it marks no key.
  const ctx: Ctx = { ...asService(asked, 'cron'), keyUse: undefined }
  const [at] = await ctx.db.all<At>(
    sql`SELECT o.sealed_in AS n, o.sealed_place AS place FROM orders o WHERE o.id = ${orderId} AND o.sealed_in IS NOT NULL`,
  )
  if (!at) return
  const [rows = {}] = (await readGroups(ctx, [at])).values()
  const ids = among((rows.orders ?? []).map(({ id }) => String(id)))
  const isThere = sql`o.id IN ${ids} AND o.sealed_in = ${at.n} AND o.sealed_place = ${at.place}`
  try {
    await commit(
      ctx,
      moving(ctx, [
        abortWhen(ctx.db, SEALED, sql`(SELECT count(*) FROM orders o WHERE ${isThere}) <> ${rows.orders?.length ?? 0}`),
        ctx.db.run(sql`
          UPDATE sealed_files SET orders = orders - ${rows.orders?.length ?? 0}, total_minor = total_minor - ${totalOf(rows)} WHERE n = ${at.n}`),
        putBackOrders(ctx.db, rows, ctx.now),
        ...putBack(ctx.db, rows),
        ...carry(ctx, rows, -1),
      ]),
    )
  } catch (error) {
    if (!(error instanceof Stale)) throw error
  }
}

/** The sum of the totals of orders, whatever their currency. */
export const totalOf = ({ orders = [] }: Rows): number =>
  orders.reduce((sum, order) => sum + Number(order.total_minor), 0)
