import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { isStaff } from '#kernel/roles.ts'
import { getOwnShop, selectShop } from './queries.ts'
import { type ShopView, viewShop } from './view.ts'

/**
 * Reads a shop for the answer to an act of its owner or staff, as it is now.
 * @throws 404
 */
export async function readShopAgain(ctx: Ctx, id: string): Promise<ShopView> {
  const [shop] = isStaff(actorOf(ctx).role) ? await selectShop(ctx, id) : [await getOwnShop(ctx, id)]
  return viewShop(ctx, shop ?? fail('NOT_FOUND'))
}
