import * as z from 'zod'
import { freeSlug } from '#db/free-slug.ts'
import { shops } from '#db/schema/shops/shops.ts'
import { dayQuota, withinDay } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { requireHonestName } from '#domain/core/honest-name.ts'
import { recordCreation } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import { fold } from '#kernel/folding.ts'
import { SHOPS_A_DAY } from '#kernel/limits.ts'
import { requireSubscription, shopsWithinPlan } from '../plans/limits.ts'
import { columnsOf, ShopFields } from './fields.ts'
import { selectShop } from './queries.ts'
import { type ShopView, viewShop } from './view.ts'

export const CreateShop = z.strictObject({
  ...ShopFields,
  description: ShopFields.description.default(''),
  phone: ShopFields.phone.default(null),
  email: ShopFields.email.default(null),
  openingHours: ShopFields.openingHours.default([]),
  closedFrom: ShopFields.closedFrom.default(null),
  closedTo: ShopFields.closedTo.default(null),
  closureNote: ShopFields.closureNote.default(''),
  currency: ShopFields.currency.default('USD'),
  minOrderAmount: ShopFields.minOrderAmount.default(0),
  prepMinutes: ShopFields.prepMinutes.default(30),
  deliveryMethods: ShopFields.deliveryMethods.default(['DELIVERY', 'PICKUP']),
})

/**
 * Creates a shop as a DRAFT (docs/states.md, Shop). Its slug comes from its first name, and stays. The commit checks the plan's limit after
 * a trigger has counted the shop.
 * @throws 403 SUBSCRIPTION_REQUIRED without an ACTIVE or GRACE subscription, 409 PLAN_LIMIT_REACHED past its maxShops, 429
 */
export async function createShop(ctx: Ctx, input: z.output<typeof CreateShop>): Promise<ShopView> {
  const { sellerProfileId } = sellerOf(ctx)
  requireHonestName(input.name, 'name')
  const id = ctx.ids.v7()
  const columns = columnsOf(input, { ...input, closedFrom: null, closedTo: null })
  const row = {
    ...columns,
    id,
    sellerProfileId,
    name: input.name,
    slug: freeSlug(shops, input.name, id),
    address: input.address,
    foldedCity: fold(input.address.city),
    openingHours: input.openingHours,
    currency: input.currency,
    deliveryMethods: input.deliveryMethods,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  const [rows] = await commit(
    ctx,
    [
      requireActiveActor(ctx),
      ...withinDay(ctx, dayQuota(ctx, 'shops', SHOPS_A_DAY)),
      requireSubscription(ctx, sellerProfileId),
      ctx.db.insert(shops).values(row),
      shopsWithinPlan(ctx, sellerProfileId),
      recordCreation(ctx, 'shop', id, 'DRAFT'),
    ],
    selectShop(ctx, id),
  )
  return viewShop(ctx, rows[0] ?? fail('NOT_FOUND'))
}
