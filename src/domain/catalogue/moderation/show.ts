import { readTogether } from '#db/client.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { isStaff } from '#kernel/roles.ts'
import { selectAnyProduct, selectEvents } from './queries.ts'
import { viewModerated } from './view.ts'

/**
 * Shows a product with its moderation to its owner and to staff (docs/states.md, Moderation).
 * @throws 404 also for everybody else
 */
export async function showModeration(ctx: Ctx, id: string) {
  const [[product], events] = await readTogether(ctx.db, selectAnyProduct(ctx, id), selectEvents(ctx, id))
  const { role, sellerProfileId } = actorOf(ctx)
  if (!product || !(isStaff(role) || sellerProfileId === product.sellerProfileId)) fail('NOT_FOUND')
  return viewModerated(ctx, product, events)
}
