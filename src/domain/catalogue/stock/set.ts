import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortWhen, VERSION_MISMATCH } from '../../../db/guard.ts'
import { fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { commit } from '../../core/commit.ts'
import { type Ctx, sellerOf } from '../../core/context.ts'
import { viewVariant } from '../products/view.ts'
import { requireOwnVariant } from '../variants/guards.ts'
import { selectVariant } from '../variants/queries.ts'
import { MAX_UNITS } from './fields.ts'

const units = z.int().min(0).max(MAX_UNITS)

export const SetStock = z.strictObject({ stock: units, expectedStock: units, reason: f.reason })

/**
 * A seller says what there is after a count (docs/states.md, Stock): the difference is one ADJUSTMENT, and none where there is
 * no difference.
 * @throws 404; 409 VERSION_MISMATCH when there was not what was expected, INSUFFICIENT_STOCK below what is held
 */
export async function setStock(ctx: Ctx, variantId: string, input: z.output<typeof SetStock>) {
  const { stock, expectedStock, reason } = input
  const [[counted]] = await commit(
    ctx,
    [
      requireOwnVariant(ctx, variantId),
      abortWhen(
        ctx.db,
        VERSION_MISMATCH,
        sql`EXISTS (SELECT 1 FROM variants v WHERE v.id = ${variantId} AND v.stock <> ${expectedStock})`,
      ),
      ctx.db.run(sql`
        INSERT INTO stock_movements (id, variant_id, type, amount, reason, actor_id, created_at)
        SELECT ${ctx.ids.v7()}, v.id, 'ADJUSTMENT', ${stock} - v.stock, ${reason}, ${sellerOf(ctx).id}, ${ctx.now}
        FROM variants v WHERE v.id = ${variantId} AND v.stock <> ${stock}`),
    ],
    selectVariant(ctx, variantId),
  )
  const { variant, currency } = counted ?? fail('NOT_FOUND')
  return viewVariant(variant, currency)
}
