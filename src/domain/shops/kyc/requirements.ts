import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import type { KYC_KINDS } from '#db/schema/core/files.ts'
import type { Ctx } from '#domain/core/context.ts'
import { type FieldError, fail } from '#kernel/failure.ts'
import { dayOf } from '#kernel/period.ts'
import type { KycFile, KycRow } from './queries.ts'

type KycKind = (typeof KYC_KINDS)[number]
type KycText = 'legalName' | 'birthDate' | 'idType' | 'idNumber'
type Key = KycText | KycKind

const LABELS: Record<Key, string> = {
  legalName: 'Nom complet, comme sur la pièce',
  birthDate: 'Date de naissance',
  idType: 'Type de pièce',
  idNumber: 'Numéro de la pièce',
  ID_FRONT: "Recto de la pièce d'identité",
  SELFIE: 'Photo du visage avec la pièce',
  BUSINESS_REGISTRATION: 'Registre du commerce (RCCM)',
  ID_BACK: "Verso de la pièce d'identité",
  TAX_CERTIFICATE: "Attestation d'impôt",
  PROOF_OF_ADDRESS: "Justificatif d'adresse",
}
const SAID = new Set<string>(['legalName', 'birthDate', 'idType', 'idNumber'] satisfies KycText[])

const hasSaid = (kyc: KycRow | null, key: KycText) => (key === 'idNumber' ? kyc?.sealedIdNumber : kyc?.[key]) != null

/**
 * The fields and papers of a file, and whether each is there (docs/states.md, Identity). Only a company must prove that it is registered.
 */
export const requirementsOf = ({ kyc, businessType, papers }: KycFile) =>
  (Object.keys(LABELS) as Key[]).map((key) => {
    const isThere = SAID.has(key) ? hasSaid(kyc, key as KycText) : papers.some(({ kind }) => kind === key)
    return {
      key,
      label: LABELS[key],
      required:
        SAID.has(key) ||
        key === 'ID_FRONT' ||
        key === 'SELFIE' ||
        (key === 'BUSINESS_REGISTRATION' && businessType === 'COMPANY'),
      status: isThere ? ('PROVIDED' as const) : ('MISSING' as const),
    }
  })

const isOver = (ctx: Ctx, day: string | null | undefined) => day != null && day <= dayOf(ctx.now)
export const ID_IS_OVER = 'Cette pièce a expiré.'

/** Refuses a file that is not complete. 409, with every missing requirement */
export function requireComplete(ctx: Ctx, file: KycFile): void {
  const details: FieldError[] = requirementsOf(file)
    .filter(({ required, status }) => required && status === 'MISSING')
    .map(({ key, label }) => ({ field: key, message: `Il manque : ${label}.` }))
  if (isOver(ctx, file.kyc?.idExpiresAt)) details.push({ field: 'idExpiresAt', message: ID_IS_OVER })
  if (details.length > 0) fail('CONFLICT', { ...INCOMPLETE, details })
}

/** Refuses to approve an expired paper, which may have been valid when it was sent. 409 */
export function requireValidId(ctx: Ctx, idExpiresAt: string | null): void {
  if (isOver(ctx, idExpiresAt))
    fail('CONFLICT', {
      reason: 'INVALID_TRANSITION',
      message: "Impossible d'approuver : la pièce a expiré. Demandez des corrections.",
    })
}

const INCOMPLETE = {
  reason: 'INVALID_TRANSITION',
  message: "Impossible d'envoyer : le dossier d'identité est incomplet.",
} as const
const KYC_INCOMPLETE = guard('KYC_INCOMPLETE', 'CONFLICT', INCOMPLETE)

/** Refuses a commit without a required paper: one may have been removed meanwhile, or a person become a company. */
export const abortWhenIncomplete = (ctx: Ctx, sellerProfileId: string): Write => {
  const has = (kind: KycKind) =>
    sql`EXISTS (SELECT 1 FROM documents d WHERE d.owner_id = sp.user_id AND d.kind = ${sql.raw(`'${kind}'`)})`
  return abortWhen(
    ctx.db,
    KYC_INCOMPLETE,
    sql`NOT EXISTS (
      SELECT 1 FROM seller_profiles sp WHERE sp.id = ${sellerProfileId} AND ${has('ID_FRONT')} AND ${has('SELFIE')}
        AND (sp.business_type <> 'COMPANY' OR ${has('BUSINESS_REGISTRATION')}))`,
  )
}
