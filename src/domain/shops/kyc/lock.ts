import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { KYC_STATES } from '#db/schema/shops/kyc.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import type { KycRow } from './queries.ts'

const TOLD = {
  reason: 'INVALID_TRANSITION',
  message: "Impossible de modifier : le dossier d'identité est en cours d'examen ou approuvé.",
} as const
const KYC_LOCKED = guard('KYC_LOCKED', 'CONFLICT', TOLD)

/** Refuses to change a file that is reviewed or approved: 409. */
export function requireUnlocked(kyc: KycRow | null): void {
  if (KYC_STATES.locked.has(kyc?.status)) fail('CONFLICT', TOLD)
}

/** Refuses a commit that changes a file that is reviewed or approved: 409. */
export const abortWhenLocked = (ctx: Ctx, sellerProfileId: string): Write =>
  abortWhen(
    ctx.db,
    KYC_LOCKED,
    sql`EXISTS (SELECT 1 FROM kyc k WHERE k.seller_profile_id = ${sellerProfileId} AND ${KYC_STATES.locked.in('k.status')})`,
  )
