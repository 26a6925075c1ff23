import { and, eq, type SQL, sql } from 'drizzle-orm'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { isPublicShop, shops } from '#db/schema/shops/shops.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import type { Shop } from './view.ts'

/** Selects one shop: for `readTogether`, or behind the writes of a commit. */
export const selectShop = (ctx: Ctx, id: string) => ctx.db.select().from(shops).where(eq(shops.id, id))

/**
 * Reads a shop of the signed-in seller.
 * @throws 404 also for another seller's
 */
export async function getOwnShop(ctx: Ctx, id: string): Promise<Shop> {
  const [shop] = await selectOwnShop(ctx, id)
  return shop ?? fail('NOT_FOUND')
}

/** Selects a shop of the signed-in seller, for one trip with other reads. */
export const selectOwnShop = (ctx: Ctx, id: string) =>
  ctx.db
    .select()
    .from(shops)
    .where(and(eq(shops.id, id), eq(shops.sellerProfileId, sellerOf(ctx).sellerProfileId)))

const sellerFields = {
  businessName: sellerProfiles.businessName,
  businessType: sellerProfiles.businessType,
  kycStatus: sellerProfiles.kycStatus,
  rccm: sellerProfiles.rccm,
  idNat: sellerProfiles.idNat,
  taxNumber: sellerProfiles.taxNumber,
  city: sql<string | null>`seller_profiles.address ->> 'city'`.as('seller_city'),
}

/** Selects a shop that guests see, with its seller. @param which a condition on shops */
export const selectShopPage = (ctx: Ctx, which: SQL) =>
  ctx.db
    .select({ shop: shops, seller: sellerFields })
    .from(shops)
    .innerJoin(sellerProfiles, eq(sellerProfiles.id, shops.sellerProfileId))
    .where(and(which, isPublicShop('shops')))
