import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { readableBy, selectVariant } from '../variants/queries.ts'
import { viewStock } from './view.ts'

/**
 * Shows the stock of a variant to its seller and staff (docs/states.md, Stock).
 * @throws 404
 */
export async function showStock(ctx: Ctx, variantId: string) {
  const [found] = await selectVariant(ctx, variantId, readableBy(ctx))
  return viewStock(found ?? fail('NOT_FOUND'))
}
