import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { requireHonestName } from '#domain/core/honest-name.ts'
import { fail, invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { editShop } from './edit.ts'
import { columnsOf, ShopFields } from './fields.ts'
import { getOwnShop, selectShop } from './queries.ts'
import { type Shop, type ShopView, viewShop } from './view.ts'

export const UpdateShop = z.strictObject(ShopFields).partial().extend({ version: f.version.optional() })

/**
 * Changes some fields of a shop; its slug stays (docs/states.md, Shop).
 * @throws 409 VERSION_MISMATCH if it changed since `version`, INVALID_TRANSITION for a closed shop
 */
export function updateShop(
  ctx: Ctx,
  id: string,
  { version, ...fields }: z.output<typeof UpdateShop>,
): Promise<ShopView> {
  requireHonestName(fields.name, 'name')
  return retryOnStale(async () => {
    const shop = await getOwnShop(ctx, id)
    if (version !== undefined && version !== shop.version) fail('CONFLICT', 'VERSION_MISMATCH')
    const changesCurrency = fields.currency !== undefined && fields.currency !== shop.currency
    if (changesCurrency && shop.minOrderMinor > 0 && fields.minOrderAmount === undefined) {
      invalid('minOrderAmount', 'Donnez aussi le minimum de commande dans la nouvelle devise.')
    }
    const [rows] = await commit(
      ctx,
      editShop(ctx, shop, columnsOf(fields, shop), changesReviewedFields(shop, fields)),
      selectShop(ctx, id),
    )
    return viewShop(ctx, rows[0] ?? fail('NOT_FOUND'))
  })
}

const changesReviewedFields = (shop: Shop, fields: z.output<typeof UpdateShop>) =>
  (['name', 'description'] as const).some((field) => fields[field] !== undefined && fields[field] !== shop[field])
