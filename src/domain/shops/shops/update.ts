import * as z from 'zod'
import { retryOnStale } from '../../../db/commit.ts'
import { fail, invalid } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { nextStatus, revise } from '../../core/machine.ts'
import { columnsOf, ShopFields } from './fields.ts'
import { shopMachine } from './machine.ts'
import { getOwnShop, selectShop } from './queries.ts'
import { type ShopView, viewShop } from './view.ts'

export const UpdateShop = z.strictObject(ShopFields).partial().extend({ version: f.version.optional() })

/**
 * The owner changes some fields of a shop (docs/states.md, Shop); its address on the web stays.
 * @throws 409 VERSION_MISMATCH when it changed since `version`, INVALID_TRANSITION for a closed shop
 */
export function updateShop(
  ctx: Ctx,
  id: string,
  { version, ...fields }: z.output<typeof UpdateShop>,
): Promise<ShopView> {
  return retryOnStale(async () => {
    const shop = await getOwnShop(ctx, id)
    if (version !== undefined && version !== shop.version) fail('CONFLICT', 'VERSION_MISMATCH')
    nextStatus(shopMachine, shop.status, 'edit')
    const changesCurrency = fields.currency !== undefined && fields.currency !== shop.currency
    if (changesCurrency && shop.minOrderMinor > 0 && fields.minOrderAmount === undefined) {
      invalid('minOrderAmount', 'Donnez aussi le minimum de commande dans la nouvelle devise.')
    }
    const [rows] = await commit(
      ctx,
      revise(ctx, shopMachine, shop, 'edit', { set: columnsOf(fields, shop) }),
      selectShop(ctx, id),
    )
    return viewShop(ctx, rows[0] ?? fail('NOT_FOUND'))
  })
}
