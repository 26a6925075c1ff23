import { eq, sql } from 'drizzle-orm'
import { isKycKind } from '#db/schema/core/files.ts'
import { kyc } from '#db/schema/shops/kyc.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { papersWhere, readPapers } from '#domain/core/files/documents.ts'
import { fail } from '#kernel/failure.ts'

export type KycRow = typeof kyc.$inferSelect

const papers = papersWhere(sql`d.owner_id = seller_profiles.user_id AND ${isKycKind('d.kind')}`)

const fields = {
  kyc,
  profileId: sql<string>`seller_profiles.id`.as('profile_id'),
  userId: sellerProfiles.userId,
  businessName: sellerProfiles.businessName,
  businessType: sellerProfiles.businessType,
  papers: papers.mapWith(readPapers).as('papers'),
}

/** Selects the identity file of a seller; `kyc` is null before the first change. */
export const selectKycOf = (ctx: Ctx, sellerProfileId: string) =>
  ctx.db
    .select(fields)
    .from(sellerProfiles)
    .leftJoin(kyc, eq(kyc.sellerProfileId, sellerProfiles.id))
    .where(eq(sellerProfiles.id, sellerProfileId))

export type KycFile = Awaited<ReturnType<typeof selectKycOf>>[number]
export type StartedKyc = KycFile & { kyc: KycRow }

/** Selects the files that exist, for staff. */
export const selectKycs = (ctx: Ctx) =>
  ctx.db.select(fields).from(kyc).innerJoin(sellerProfiles, eq(sellerProfiles.id, kyc.sellerProfileId)).$dynamic()

export const selectKyc = (ctx: Ctx, id: string) => selectKycs(ctx).where(eq(kyc.id, id))

/** Reads the signed-in seller's file. */
export async function getOwnKyc(ctx: Ctx): Promise<KycFile> {
  const [file] = await selectKycOf(ctx, sellerOf(ctx).sellerProfileId)
  return file ?? fail('NOT_FOUND')
}

/** Reads a file. @throws 404 */
export async function getKyc(ctx: Ctx, id: string): Promise<StartedKyc> {
  const [file] = await selectKyc(ctx, id)
  return file ?? fail('NOT_FOUND')
}
