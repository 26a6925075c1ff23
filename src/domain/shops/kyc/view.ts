import * as z from 'zod'
import { KYC_KINDS } from '#db/schema/core/files.ts'
import { ID_TYPES, KYC_STATES } from '#db/schema/shops/kyc.ts'
import type { Ctx } from '#domain/core/context.ts'
import type { Paper } from '#domain/core/files/documents.ts'
import { ReviewedPaperView, viewReviewedPaper } from '#domain/core/files/view.ts'
import * as f from '#kernel/fields.ts'
import { unseal } from '#kernel/seal.ts'
import { isoOrNull } from '#kernel/time.ts'
import { SellerProfileView } from '../profiles/view.ts'
import type { KycFile, KycRow, StartedKyc } from './queries.ts'
import { requirementsOf } from './requirements.ts'

/** The owner under which a paper's number is sealed: no other row can use it. */
export const ownerOfNumber = (kycId: string) => `kyc:${kycId}`

const PaperView = ReviewedPaperView.extend({ kind: z.enum(KYC_KINDS).meta({ id: 'KycDocumentKind' }) })

/** A seller's identity file (docs/states.md, Identity): the number of the paper is masked for everybody. */
export const KycView = z
  .object({
    id: f.id.nullable(),
    status: SellerProfileView.shape.kycStatus,
    legalName: z.string().nullable(),
    birthDate: f.day.nullable(),
    idType: z.enum(ID_TYPES).nullable(),
    idNumber: z.string().nullable(),
    idExpiresAt: f.day.nullable(),
    requirements: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        required: z.boolean(),
        status: z.enum(['MISSING', 'PROVIDED']),
      }),
    ),
    documents: z.array(PaperView),
    submittedAt: f.isoTime.nullable(),
    reviewedAt: f.isoTime.nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'Kyc' })
export type KycView = z.output<typeof KycView>

/** A seller's identity file for staff, with its seller. */
export const StaffKycView = KycView.extend({ sellerProfileId: f.id, businessName: z.string() }).meta({ id: 'StaffKyc' })
export const StaffKycList = f.listOf('items', StaffKycView)

/** A number whose last characters alone show: four, two or none, by its length. */
const mask = (number: string) => {
  const shown = number.length >= 8 ? 4 : number.length >= 5 ? 2 : 0
  return '•'.repeat(number.length - shown) + number.slice(number.length - shown)
}

async function maskedNumber(ctx: Ctx, kyc: KycRow | null): Promise<string | null> {
  if (!kyc?.sealedIdNumber || kyc.keyVersion === null) return null
  const sealed = { text: kyc.sealedIdNumber, version: kyc.keyVersion }
  return mask(await unseal(ctx.settings.sealKeys, ownerOfNumber(kyc.id), sealed))
}

/** The status of a paper: APPROVED if its file is, REJECTED if its file was refused or revoked after the paper came, else PENDING. */
function statusOf(kyc: KycRow | null, { createdAt }: Paper) {
  if (kyc?.status === 'APPROVED') return 'APPROVED'
  return kyc && KYC_STATES.refused.has(kyc.status) && createdAt <= (kyc.reviewedAt ?? 0) ? 'REJECTED' : 'PENDING'
}

/**
 * @param withAddresses adds to each paper an address that is good for ten minutes
 */
export async function viewKyc(ctx: Ctx, file: KycFile, { withAddresses = true } = {}): Promise<KycView> {
  const { kyc, papers } = file
  const viewOne = (paper: Paper) =>
    viewReviewedPaper<(typeof KYC_KINDS)[number]>(ctx, paper, statusOf(kyc, paper), withAddresses)
  return {
    id: kyc?.id ?? null,
    status: kyc?.status ?? 'NOT_STARTED',
    legalName: kyc?.legalName ?? null,
    birthDate: kyc?.birthDate ?? null,
    idType: kyc?.idType ?? null,
    idNumber: await maskedNumber(ctx, kyc),
    idExpiresAt: kyc?.idExpiresAt ?? null,
    requirements: requirementsOf(file),
    documents: await Promise.all(papers.map(viewOne)),
    submittedAt: isoOrNull(kyc?.submittedAt ?? null),
    reviewedAt: isoOrNull(kyc?.reviewedAt ?? null),
    reason: kyc?.reason ?? null,
  }
}

export const viewKycForStaff = async (ctx: Ctx, file: StartedKyc, options?: { withAddresses: boolean }) => ({
  ...(await viewKyc(ctx, file, options)),
  sellerProfileId: file.profileId,
  businessName: file.businessName,
})
