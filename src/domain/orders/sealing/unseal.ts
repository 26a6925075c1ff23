import { sql } from 'drizzle-orm'
import { outside } from '#db/admission.ts'
import { abortWhen } from '#db/guard.ts'
import { moving, SEALED } from '#db/sealed.ts'
import { Stale } from '#db/violation.ts'
import { commit } from '#domain/core/commit.ts'
import { asService, type Ctx } from '#domain/core/context.ts'
import { proveAnew } from '#domain/money/ledger/clock/proofs.ts'
import { carry, movedBy } from './carry.ts'
import { type At, readGroups } from './file.ts'
import { among, putBack, putBackOrders, type Rows } from './rows.ts'

/**
 * Brings the rows of sealed orders back, with those of the orders of their checkouts, as they were (docs/growth.md). If two do so at once,
 * one does. Orders that are not sealed stay as they are.
 * @throws 503 if a file cannot be read
 */
export const unsealOrders = (ctx: Ctx, orderIds: string[]): Promise<void> =>
  // No request owns its commit, which holds no session and marks no key.
  outside(() => unseal({ ...asService(ctx, 'cron'), keyUse: undefined }, orderIds))

async function unseal(ctx: Ctx, orderIds: string[]): Promise<void> {
  const all = await ctx.db.all<At>(sql`
    SELECT o.sealed_in AS n, o.sealed_place AS place FROM orders o WHERE o.id IN ${among(orderIds)} AND o.sealed_in IS NOT NULL`)
  if (all.length === 0) return
  const groups = await readGroups(ctx, all)
  const rows: Rows = {}
  for (const group of groups.values())
    for (const [table, some] of Object.entries(group)) rows[table] = [...(rows[table] ?? []), ...some]
  const back = JSON.stringify(
    [...groups].flatMap(([at, { orders = [] }]) => {
      const [n, place] = at.split(' ')
      return orders.map(({ id, total_minor }) => ({ id, n: Number(n), place, minor: total_minor }))
    }),
  )
  const ofFile = sql`FROM json_each(${back}) v WHERE v.value ->> 'n' = sealed_files.n`
  try {
    await commit(
      ctx,
      moving(ctx.db, [
        abortWhen(
          ctx.db,
          SEALED,
          sql`EXISTS (SELECT 1 FROM json_each(${back}) v WHERE NOT EXISTS (SELECT 1 FROM orders o
            WHERE o.id = v.value ->> 'id' AND o.sealed_in = v.value ->> 'n' AND o.sealed_place = v.value ->> 'place'))`,
        ),
        ctx.db.run(sql`
          UPDATE sealed_files SET orders = orders - (SELECT count(*) ${ofFile}), total_minor = total_minor - (
            SELECT sum(v.value ->> 'minor') ${ofFile}) WHERE n IN (SELECT v.value ->> 'n' FROM json_each(${back}) v)`),
        putBackOrders(ctx.db, rows, ctx.now),
        ...putBack(ctx.db, rows),
        ...carry(ctx, rows, -1),
        ...proveAnew(ctx, movedBy(rows)),
      ]),
    )
  } catch (error) {
    if (!(error instanceof Stale)) throw error
  }
}

/** The sum of the totals of orders, whatever their currency. */
export const totalOf = ({ orders = [] }: Rows): number =>
  orders.reduce((sum, order) => sum + Number(order.total_minor), 0)
