import { eq } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { riders } from '#db/schema/orders/riders.ts'
import { refreshVisibility } from '#domain/catalogue/products/visibility.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { shopMachine } from '#domain/shops/shops/machine.ts'
import type { Shop } from '#domain/shops/shops/view.ts'
import type { Subject } from './get-subject.ts'

/**
 * Ends a person's sales and deliveries: their shops and products leave the public lists, and no job is offered to them. A person who comes
 * back publishes again.
 */
export const stopTrading = (ctx: Ctx, { id, sellerProfileId }: Subject, shops: Shop[]): Write[] => [
  ...shops
    .filter(({ status }) => status === 'PUBLISHED')
    .flatMap((shop) => transition(ctx, shopMachine, shop, 'unpublish', { reason: 'Le vendeur est parti.' })),
  ...(sellerProfileId === null ? [] : refreshVisibility(ctx, sellerProfileId)),
  ctx.db.update(riders).set({ availability: 'OFFLINE', updatedAt: ctx.now }).where(eq(riders.userId, id)),
]
