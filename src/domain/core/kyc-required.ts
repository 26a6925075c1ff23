import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { isUnverified } from './above.ts'
import type { Ctx } from './context.ts'

/** Acts for which the platform may ask for an approved identity (docs/states.md, Identity). */
export const KYC_REQUIRED_FOR = ['NONE', 'WITHDRAWAL', 'PUBLISHING'] as const
export type KycRequiredFor = (typeof KYC_REQUIRED_FOR)[number]

/** The name of the setting. */
export const KYC_SETTING = 'kycRequiredFor'

const KYC_REQUIRED = guard('KYC_REQUIRED', 'FORBIDDEN', { reason: 'KYC_REQUIRED' })

/** Whether the platform asks for an identity and the seller has none; never true for a rider, who has other papers. */
export const lacksKyc = (act: Exclude<KycRequiredFor, 'NONE'>, sellerProfileId: string | SQL): SQL<boolean> =>
  sql<boolean>`(EXISTS (SELECT 1 FROM platform_settings ps WHERE ps.name = ${KYC_SETTING} AND ps.value = ${act})
    AND ${isUnverified(sellerProfileId)})`

/** Whether the platform asks sellers for an identity at all. */
export const asksForKyc: SQL<0 | 1> = sql`EXISTS (SELECT 1 FROM platform_settings ps
  WHERE ps.name = ${KYC_SETTING} AND ps.value <> 'NONE')`

/** Aborts a commit for which the platform asks the seller for an approved identity. @throws 403 KYC_REQUIRED */
export const requireKyc = (ctx: Ctx, act: Exclude<KycRequiredFor, 'NONE'>, sellerProfileId: string): Write =>
  abortWhen(ctx.db, KYC_REQUIRED, lacksKyc(act, sellerProfileId))
