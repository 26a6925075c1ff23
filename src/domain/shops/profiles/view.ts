import * as z from 'zod'
import { KYC_STATUSES, sellerProfiles } from '#db/schema/shops/profiles.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'
import { AddressView } from './address.ts'

export type SellerProfile = typeof sellerProfiles.$inferSelect

export const BusinessType = z.enum(sellerProfiles.businessType.enumValues).meta({ id: 'BusinessType' })

export const SellerProfileView = z
  .object({
    id: f.id,
    userId: f.id,
    businessName: z.string(),
    businessType: BusinessType,
    rccm: z.string().nullable(),
    idNat: z.string().nullable(),
    taxNumber: z.string().nullable(),
    contactPhone: z.string(),
    address: AddressView,
    kycStatus: z.enum(KYC_STATUSES).meta({ id: 'KycStatus' }),
    createdAt: f.isoTime,
  })
  .meta({ id: 'SellerProfile' })
export type SellerProfileView = z.output<typeof SellerProfileView>

export const viewSellerProfile = (profile: SellerProfile): z.output<typeof SellerProfileView> => ({
  id: profile.id,
  userId: profile.userId,
  businessName: profile.businessName,
  businessType: profile.businessType,
  rccm: profile.rccm,
  idNat: profile.idNat,
  taxNumber: profile.taxNumber,
  contactPhone: profile.contactPhone,
  address: profile.address,
  kycStatus: profile.kycStatus,
  createdAt: iso(profile.createdAt),
})
