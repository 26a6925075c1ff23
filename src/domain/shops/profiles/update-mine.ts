import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortWhen, guard } from '#db/guard.ts'
import { KYC_STATES } from '#db/schema/shops/kyc.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { requireHonestName } from '#domain/core/honest-name.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import type { CountryCode } from '#kernel/phone.ts'
import { profileFields } from './fields.ts'
import { selectProfile } from './queries.ts'
import { type SellerProfile, type SellerProfileView, viewSellerProfile } from './view.ts'

const PROFILE_VERIFIED = guard('PROFILE_VERIFIED', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: "Le type et les numéros d'enregistrement ne changent plus : votre dossier est vérifié ou en cours d'examen.",
})

export const UpdateSellerProfile = z
  .strictObject({
    ...profileFields,
    rccm: profileFields.rccm.nullable(),
    idNat: profileFields.idNat.nullable(),
    taxNumber: profileFields.taxNumber.nullable(),
  })
  .partial()
type UpdateSellerProfile = z.output<typeof UpdateSellerProfile>

/**
 * Changes some fields of the seller's profile; an address is replaced whole (docs/states.md, Seller profile). A number without a country
 * code is read in the country of the address.
 * @throws 409 for the kind of business or a registration that staff review or have approved
 */
export async function updateMySellerProfile(ctx: Ctx, input: UpdateSellerProfile): Promise<SellerProfileView> {
  const id = sellerOf(ctx).sellerProfileId
  requireHonestName(input.businessName, 'businessName')
  const [profile] = await selectProfile(ctx, id)
  if (!profile) fail('NOT_FOUND')
  const { contactPhone, ...fields } = input
  const country = (fields.address ?? profile.address).country as CountryCode | undefined
  const phone = contactPhone && f.phoneOf(contactPhone, 'contactPhone', country)
  const [rows] = await commit(
    ctx,
    [
      requireActiveActor(ctx),
      ...withinEdits(ctx),
      ...(changesProvenFields(profile, input) ? [abortWhen(ctx.db, PROFILE_VERIFIED, isUnderLock(id))] : []),
      ctx.db
        .update(sellerProfiles)
        .set({ ...fields, ...(phone && { contactPhone: phone }), updatedAt: ctx.now })
        .where(eq(sellerProfiles.id, id)),
    ],
    selectProfile(ctx, id),
  )
  return viewSellerProfile(rows[0] ?? fail('NOT_FOUND'))
}

/** Fields that the papers prove. */
const VERIFIED = ['businessType', 'rccm', 'idNat', 'taxNumber'] as const

const changesProvenFields = (profile: SellerProfile, input: UpdateSellerProfile) =>
  VERIFIED.some((field) => input[field] !== undefined && input[field] !== profile[field])

const isUnderLock = (id: string) => sql`EXISTS (
  SELECT 1 FROM seller_profiles sp WHERE sp.id = ${id} AND ${KYC_STATES.locked.in('sp.kyc_status')})`
