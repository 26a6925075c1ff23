import { and, eq, inArray } from 'drizzle-orm'
import * as z from 'zod'
import { abortUnlessChanged, guard } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireHonestName } from '#domain/core/honest-name.ts'
import { recordCreation } from '#domain/core/machine.ts'
import { acceptOnJoining, termsFields } from '#domain/core/terms.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { profileFields } from './fields.ts'
import { type SellerProfileView, viewSellerProfile } from './view.ts'

const NOT_A_BUYER = guard('NOT_A_BUYER', 'CONFLICT', {
  message: 'Seul un compte acheteur ou vendeur peut devenir vendeur.',
})

export const CreateProfile = z.strictObject({
  ...profileFields,
  rccm: profileFields.rccm.optional(),
  idNat: profileFields.idNat.optional(),
  taxNumber: profileFields.taxNumber.optional(),
  ...termsFields,
  acceptTerms: z.literal(true, { error: 'Acceptez les conditions de vente pour continuer.' }),
})

/**
 * Creates the person's seller profile, and makes a buyer a SELLER in the same commit (docs/states.md, Seller profile). A person has one.
 * @throws 403 TERMS_CHANGED without the terms in force, if the platform has any; 409 for a rider or staff, and if there is a profile already
 */
export async function createSellerProfile(ctx: Ctx, input: z.output<typeof CreateProfile>): Promise<SellerProfileView> {
  const { acceptTerms, termsVersion, contactPhone, ...fields } = input
  const userId = actorOf(ctx).id
  requireHonestName(fields.businessName, 'businessName')
  const phone = f.phoneOf(contactPhone, 'contactPhone', fields.address.country)
  const id = ctx.ids.v7()
  const [rows] = await commit(
    ctx,
    [
      ctx.db
        .update(users)
        .set({ role: 'SELLER', updatedAt: ctx.now })
        .where(and(eq(users.id, userId), inArray(users.role, ['BUYER', 'SELLER']))),
      abortUnlessChanged(ctx.db, NOT_A_BUYER),
      ctx.db
        .insert(sellerProfiles)
        .values({ ...fields, id, userId, contactPhone: phone, createdAt: ctx.now, updatedAt: ctx.now }),
      ...acceptOnJoining(ctx, userId, { acceptTerms, termsVersion }),
      recordCreation(ctx, 'seller_profile', id, 'NOT_STARTED'),
      recordAct(ctx, 'seller.accept-terms', id),
    ],
    ctx.db.select().from(sellerProfiles).where(eq(sellerProfiles.id, id)),
  )
  return viewSellerProfile(rows[0] ?? fail('NOT_FOUND'))
}
