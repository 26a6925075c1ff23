import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortWhen, VERSION_MISMATCH } from '#db/guard.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { Failure, fail, type Reason } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { viewVariant } from '../products/view.ts'
import { requireOwnVariant } from '../variants/guards.ts'
import { selectVariant } from '../variants/queries.ts'
import { MAX_UNITS } from './fields.ts'

/** Units that a seller counts. `expectedStock` has no upper bound, because units that come back from orders may pass it. */
const units = z.int().min(0).max(MAX_UNITS)

export const SetStock = z.strictObject({ stock: units, expectedStock: z.int().min(0), reason: f.reason })
type SetStock = z.output<typeof SetStock>

/**
 * Sets the stock after a count (docs/states.md, Stock): the difference, if there is one, is one ADJUSTMENT.
 * @throws 404; 409 VERSION_MISMATCH if the stock is not the expected one, with the present stock; INSUFFICIENT_STOCK below the reserved units,
 *   with their number; 429
 */
export const setStock = (ctx: Ctx, variantId: string, input: SetStock) =>
  writeCount(ctx, variantId, input).catch(async (error: unknown) => {
    if (!(error instanceof Failure && error.reason)) throw error
    const [found] = await selectVariant(ctx, variantId)
    const told = found && saidOf(found.variant)[error.reason]
    if (!told) throw error
    const [field, message] = told
    return fail(error.code, { reason: error.reason, message, details: [{ field, message }] })
  })

/** The field and the message of a refusal, with the present stock for a new count. */
const saidOf = ({ stock, held }: { stock: number; held: number }): Partial<Record<Reason, [string, string]>> => ({
  VERSION_MISMATCH: ['expectedStock', `Le stock a changé : il est de ${stock}.`],
  INSUFFICIENT_STOCK: ['stock', `Des commandes à payer en réservent ${held} : le stock ne peut pas être plus bas.`],
})

async function writeCount(ctx: Ctx, variantId: string, input: SetStock) {
  const { stock, expectedStock, reason } = input
  const [[counted]] = await commit(
    ctx,
    [
      ...requireOwnVariant(ctx, variantId),
      ...withinEdits(ctx),
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
