import { desc, inArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { readPage } from '#db/read-page.ts'
import { KYC_STATUSES, sellerProfiles } from '#db/schema/shops/profiles.ts'
import { search } from '#db/search.ts'
import { prefixQuery } from '#db/search-terms.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { viewSellerProfile } from './view.ts'

export const ListProfiles = z.strictObject({
  ...f.pageQuery,
  kycStatus: z.enum(KYC_STATUSES).optional(),
  search: f.search.optional(),
})
type ListProfiles = z.output<typeof ListProfiles>

/**
 * Lists seller profiles for staff and accountants, the newest first (docs/states.md, Seller profile). `search` finds the start of any word
 * of the business's name, registrations or number, whatever its accents and case.
 */
export async function listSellerProfiles(ctx: Ctx, input: ListProfiles) {
  const { ids, total } =
    input.search === undefined
      ? everybody(ctx, input)
      : search(ctx.db, 'sellers', prefixQuery(input.search), withKyc(input))
  const { rows, pagination } = await readPage(
    ctx.db,
    input,
    (cut) =>
      ctx.db
        .select()
        .from(sellerProfiles)
        .where(inArray(sellerProfiles.id, sql`(${ids} ${cut})`))
        .orderBy(desc(sellerProfiles.createdAt), desc(sellerProfiles.id)),
    total,
  )
  return { profiles: rows.map(viewSellerProfile), pagination }
}

const withKyc = ({ kycStatus }: ListProfiles) => kycStatus && sql`t.kyc_status = ${kycStatus}`

/** Cuts the page from an index alone; only the rows of the page are then read. */
const everybody = (ctx: Ctx, input: ListProfiles) => ({
  ids: sql`SELECT t.id FROM seller_profiles t WHERE ${withKyc(input) ?? sql`1`} ORDER BY t.created_at DESC, t.id DESC`,
  total: totalOf(ctx.db, counterName('sellerProfiles', { kycStatus: input.kycStatus })),
})
