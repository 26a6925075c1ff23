import { desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { readPage } from '#db/read-page.ts'
import { KYC_STATUSES, kyc } from '#db/schema/shops/kyc.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { selectKycs } from './queries.ts'
import { viewKycForStaff } from './view.ts'

export const ListKyc = z.strictObject({ ...f.pageQuery, status: z.enum(KYC_STATUSES).optional() })

/** Lists identity files for staff, the newest first: those SUBMITTED wait for a decision (docs/states.md, Identity). */
export async function listKyc(ctx: Ctx, { status, ...page }: z.output<typeof ListKyc>) {
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    selectKycs(ctx)
      .where(status && eq(kyc.status, status))
      .orderBy(desc(kyc.createdAt), desc(kyc.id)),
    totalOf(ctx.db, counterName('kyc', { status })),
  )
  return {
    items: await Promise.all(rows.map((row) => viewKycForStaff(ctx, row, { withAddresses: false }))),
    pagination,
  }
}
