import { eq } from 'drizzle-orm'
import type * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { viewPlan } from '../plans/view.ts'
import { selectCurrentPlan, selectCurrentSubscription } from './queries.ts'
import { type StandingView, viewSubscription } from './view.ts'

const NOTHING = { maxProducts: 0, maxPhotosPerProduct: 0, maxShops: 0 }

/** Shows the seller's live subscription, else the newest, with the use and the limits of its plan (docs/money.md, Plans). */
export async function showMySubscription(ctx: Ctx): Promise<z.output<typeof StandingView>> {
  const { sellerProfileId } = sellerOf(ctx)
  const [[subscription], [plan], [usage]] = await readTogether(
    ctx.db,
    selectCurrentSubscription(ctx, sellerProfileId),
    selectCurrentPlan(ctx, sellerProfileId),
    ctx.db
      .select({ products: sellerProfiles.productCount, shops: sellerProfiles.shopCount })
      .from(sellerProfiles)
      .where(eq(sellerProfiles.id, sellerProfileId)),
  )
  const isCurrent = SUBSCRIPTION_STATES.current.has(subscription?.status)
  const { maxProducts, maxPhotosPerProduct, maxShops } = (isCurrent && plan) || NOTHING
  return {
    subscription: subscription ? viewSubscription(subscription) : null,
    plan: plan ? viewPlan(plan) : null,
    usage: usage ?? { products: 0, shops: 0 },
    limits: { maxProducts, maxPhotosPerProduct, maxShops },
  }
}
