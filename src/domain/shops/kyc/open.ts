import { eq } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { type KYC_STATUSES, kyc } from '#db/schema/shops/kyc.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import type { Ctx } from '#domain/core/context.ts'
import { recordCreation } from '#domain/core/machine.ts'

/** Writes the file's status in the profile, in the commit that changes it. */
export const followInProfile = (ctx: Ctx, sellerProfileId: string, status: (typeof KYC_STATUSES)[number]): Write =>
  ctx.db
    .update(sellerProfiles)
    .set({ kycStatus: status, updatedAt: ctx.now })
    .where(eq(sellerProfiles.id, sellerProfileId))

/** Creates a file, by its first change. If several come at once, one creates it, and the others are run again. */
export const openKyc = (
  ctx: Ctx,
  id: string,
  sellerProfileId: string,
  said: Partial<typeof kyc.$inferInsert>,
): Write[] => [
  ctx.db.insert(kyc).values({ ...said, id, sellerProfileId, createdAt: ctx.now, updatedAt: ctx.now }),
  recordCreation(ctx, 'kyc', id, 'DRAFT'),
  followInProfile(ctx, sellerProfileId, 'DRAFT'),
]
