import { retryOnStale } from '#db/commit.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { requireKyc } from '#domain/core/kyc-required.ts'
import { transition } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import { refreshVisibility } from '../above.ts'
import { publishedWithinPlan } from '../plans/limits.ts'
import { recordReview, reviewAfter } from '../reviews/move.ts'
import { shopMachine } from './machine.ts'
import { getOwnShop, selectShop } from './queries.ts'
import { type ShopView, viewShop } from './view.ts'

/**
 * Publishes a shop with its products; the first time it goes to review, which hides nothing (docs/states.md, Shop).
 * @throws 403 SHOP_SUSPENDED, KYC_REQUIRED; 409 if it is published already or closed, PLAN_LIMIT_REACHED past maxShops
 */
export const publishShop = (ctx: Ctx, id: string): Promise<ShopView> => move(ctx, id, 'publish')

/** Hides a shop and its products; orders under way go on. @throws as publishShop */
export const unpublishShop = (ctx: Ctx, id: string): Promise<ShopView> => move(ctx, id, 'unpublish')

const move = (ctx: Ctx, id: string, event: 'publish' | 'unpublish'): Promise<ShopView> =>
  retryOnStale(async () => {
    const shop = await getOwnShop(ctx, id)
    if (shop.status === 'SUSPENDED') fail('FORBIDDEN', 'SHOP_SUSPENDED')
    const isFirst = event === 'publish' && shop.publishedAt === null
    const isToReview = event === 'publish' && shop.reviewStatus === 'NONE'
    const [rows] = await commit(
      ctx,
      [
        requireActiveActor(ctx),
        ...withinEdits(ctx),
        ...transition(ctx, shopMachine, shop, event, {
          set: { ...(isFirst && { publishedAt: ctx.now }), ...(isToReview && reviewAfter(shop, 'publish')) },
        }),
        ...(isToReview ? [recordReview(ctx, shop, 'publish')] : []),
        ...(event === 'publish'
          ? [requireKyc(ctx, 'PUBLISHING', shop.sellerProfileId), publishedWithinPlan(ctx, shop.sellerProfileId)]
          : []),
        ...refreshVisibility(ctx, shop.sellerProfileId),
      ],
      selectShop(ctx, id),
    )
    return viewShop(ctx, rows[0] ?? fail('NOT_FOUND'))
  })
