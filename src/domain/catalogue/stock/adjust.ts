import * as z from 'zod'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { unwrap } from '#kernel/result.ts'
import { type VariantView, viewVariant } from '../products/view.ts'
import { MAX_UNITS, movementType } from './fields.ts'

export const AdjustStock = z.strictObject({
  type: movementType,
  amount: z
    .int()
    .min(-MAX_UNITS)
    .max(MAX_UNITS)
    .refine((amount) => amount !== 0, { error: 'La quantité à ajouter ou à retirer ne peut pas être zéro.' }),
  reason: f.reason.optional(),
})

/**
 * Adjusts the stock of a variant of the seller; adjustments of one variant run one after the other.
 * @throws 404, 409 INSUFFICIENT_STOCK
 */
export async function adjustStock(
  ctx: Ctx,
  variantId: string,
  input: z.output<typeof AdjustStock>,
): Promise<VariantView> {
  const { variant, currency } = unwrap(await ctx.objects.adjustStock(actorOf(ctx), variantId, input))
  return viewVariant(variant, currency)
}
