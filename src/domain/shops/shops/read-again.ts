import { fail } from '../../../kernel/failure.ts'
import { isStaff } from '../../../kernel/roles.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { getOwnShop, selectShop } from './queries.ts'
import { type ShopView, viewShop } from './view.ts'

/** A shop as its owner and staff are answered after each act, as it is now. 404 */
export async function readShopAgain(ctx: Ctx, id: string): Promise<ShopView> {
  const [shop] = isStaff(actorOf(ctx).role) ? await selectShop(ctx, id) : [await getOwnShop(ctx, id)]
  return viewShop(ctx, shop ?? fail('NOT_FOUND'))
}
