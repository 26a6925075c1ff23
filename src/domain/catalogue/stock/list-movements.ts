import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import * as z from 'zod'
import { countUpTo1000, readPage } from '#db/read-page.ts'
import { stockMovements } from '#db/schema/catalogue/stock.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { periodOf, periodQuery } from '#kernel/period.ts'
import { readableBy, selectVariant } from '../variants/queries.ts'
import { movementType } from './fields.ts'
import { viewMovement } from './view.ts'

export const ListMovements = z.strictObject({ ...f.pageQuery, type: movementType.optional(), ...periodQuery })

/**
 * Lists the movements of a variant's stock for its seller and staff, the newest first; `total` stops at 1000.
 * @throws 400, 404
 */
export async function listMovements(ctx: Ctx, variantId: string, query: z.output<typeof ListMovements>) {
  const { since, before } = periodOf(query)
  const where = and(
    eq(stockMovements.variantId, variantId),
    query.type === undefined ? undefined : eq(stockMovements.type, query.type),
    since === undefined ? undefined : gte(stockMovements.createdAt, since),
    before === undefined ? undefined : lt(stockMovements.createdAt, before),
  )
  const {
    rows,
    pagination,
    others: [readable],
  } = await readPage(
    ctx.db,
    query,
    ctx.db.select().from(stockMovements).where(where).orderBy(desc(stockMovements.createdAt), desc(stockMovements.id)),
    countUpTo1000(ctx.db, sql`SELECT 1 FROM stock_movements WHERE ${where}`),
    selectVariant(ctx, variantId, readableBy(ctx)),
  )
  if (readable.length === 0) fail('NOT_FOUND')
  return { movements: rows.map(viewMovement), pagination }
}
