import { eq } from 'drizzle-orm'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { type SellerProfileView, viewSellerProfile } from './view.ts'

/**
 * Shows the signed-in person's seller profile.
 * @throws 404 before it is created
 */
export async function showMySellerProfile(ctx: Ctx): Promise<SellerProfileView> {
  const [profile] = await ctx.db
    .select()
    .from(sellerProfiles)
    .where(eq(sellerProfiles.userId, actorOf(ctx).id))
  return viewSellerProfile(profile ?? fail('NOT_FOUND', { message: "Vous n'avez pas encore de profil vendeur." }))
}
