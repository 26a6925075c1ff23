import type { Write } from '#db/client.ts'
import { refreshVisibility } from '#domain/catalogue/products/visibility.ts'
import type { Ctx } from '#domain/core/context.ts'
import { closing } from '#domain/shops/shops/closing.ts'
import type { Shop } from '#domain/shops/shops/view.ts'

/**
 * Closes a seller's shops with their products, before their texts are erased.
 * @param shops those that are not closed
 */
export const eraseSeller = (ctx: Ctx, sellerProfileId: string, shops: Shop[]): Write[] => [
  ...shops.flatMap((shop) => closing(ctx, shop, 'Le compte est effacé.')),
  ...refreshVisibility(ctx, sellerProfileId),
]
