import { readTogether } from '../../../db/client.ts'
import { fail } from '../../../kernel/failure.ts'
import { isStaff } from '../../../kernel/roles.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { selectAnyProduct, selectEvents } from './queries.ts'
import { viewModerated } from './view.ts'

/** A product with its moderation, for its owner and staff; 404 for everybody else (docs/states.md, Moderation). */
export async function showModeration(ctx: Ctx, id: string) {
  const [[product], events] = await readTogether(ctx.db, selectAnyProduct(ctx, id), selectEvents(ctx, id))
  const { role, sellerProfileId } = actorOf(ctx)
  if (!product || !(isStaff(role) || sellerProfileId === product.sellerProfileId)) fail('NOT_FOUND')
  return viewModerated(ctx, product, events)
}
