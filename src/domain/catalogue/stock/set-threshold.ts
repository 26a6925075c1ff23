import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { variants } from '#db/schema/catalogue/variants.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { viewVariant } from '../products/view.ts'
import { requireOwnVariant } from '../variants/guards.ts'
import { selectVariant } from '../variants/queries.ts'
import { MAX_UNITS } from './fields.ts'

export const SetThreshold = z.strictObject({ lowStockThreshold: z.int().min(0).max(MAX_UNITS).nullable() })

/**
 * Sets the number of available units at which a variant of the seller counts as low; null for never (docs/states.md, Stock).
 * @throws 404
 */
export async function setThreshold(ctx: Ctx, variantId: string, { lowStockThreshold }: z.output<typeof SetThreshold>) {
  const [[set]] = await commit(
    ctx,
    [
      ...requireOwnVariant(ctx, variantId),
      ...withinEdits(ctx),
      ctx.db.update(variants).set({ lowStockThreshold, updatedAt: ctx.now }).where(eq(variants.id, variantId)),
    ],
    selectVariant(ctx, variantId),
  )
  const { variant, currency } = set ?? fail('NOT_FOUND')
  return viewVariant(variant, currency)
}
