import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '../../db/client.ts'
import { abortWhen, guard } from '../../db/guard.ts'
import { isUnverified } from './above.ts'
import type { Ctx } from './context.ts'

/** What the platform may ask an approved identity for (docs/states.md, Identity). */
export const KYC_REQUIRED_FOR = ['NONE', 'WITHDRAWAL', 'PUBLISHING'] as const
export type KycRequiredFor = (typeof KYC_REQUIRED_FOR)[number]

/** The name of the setting. */
export const KYC_SETTING = 'kycRequiredFor'

const KYC_REQUIRED = guard('KYC_REQUIRED', 'FORBIDDEN', { reason: 'KYC_REQUIRED' })

/** Whether the platform asks for it and the seller has none; never of a rider, whose papers are others. */
export const lacksKyc = (act: Exclude<KycRequiredFor, 'NONE'>, sellerProfileId: string | SQL): SQL<boolean> =>
  sql<boolean>`(EXISTS (SELECT 1 FROM platform_settings ps WHERE ps.name = ${KYC_SETTING} AND ps.value = ${act})
    AND ${isUnverified(sellerProfileId)})`

/** Whether the platform asks sellers for it at all. */
export const asksForKyc: SQL<0 | 1> = sql`EXISTS (SELECT 1 FROM platform_settings ps
  WHERE ps.name = ${KYC_SETTING} AND ps.value <> 'NONE')`

/** Aborts a commit for which the platform asks an approved identity of the seller: 403 KYC_REQUIRED. */
export const requireKyc = (ctx: Ctx, act: Exclude<KycRequiredFor, 'NONE'>, sellerProfileId: string): Write =>
  abortWhen(ctx.db, KYC_REQUIRED, lacksKyc(act, sellerProfileId))
