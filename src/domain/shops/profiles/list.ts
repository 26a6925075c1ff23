import { desc, inArray, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '../../../db/counters.ts'
import { countUpTo1000, readPage } from '../../../db/read-page.ts'
import { KYC_STATUSES, sellerProfiles } from '../../../db/schema/shops/profiles.ts'
import * as f from '../../../kernel/fields.ts'
import { prefixQuery } from '../../catalogue/products/search-terms.ts'
import type { Ctx } from '../../core/context.ts'
import { viewSellerProfile } from './view.ts'

export const ListProfiles = z.strictObject({
  ...f.pageQuery,
  kycStatus: z.enum(KYC_STATUSES).optional(),
  search: f.search.optional(),
})
type ListProfiles = z.output<typeof ListProfiles>

/**
 * Profiles of sellers, newest first, for staff and accountants (docs/states.md, Seller profile). `search` finds the start of
 * any word of the business's name, its registrations or its number, whatever its accents and case.
 */
export async function listSellerProfiles(ctx: Ctx, input: ListProfiles) {
  const { ids, total } = input.search === undefined ? everybody(ctx, input) : found(ctx, input, input.search)
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

const withKyc = ({ kycStatus }: ListProfiles) => (kycStatus ? sql`sp.kyc_status = ${kycStatus}` : sql`1`)

/** The page is cut from an index alone; only its own rows are then read. */
const everybody = (ctx: Ctx, input: ListProfiles) => ({
  ids: sql`SELECT sp.id FROM seller_profiles sp WHERE ${withKyc(input)} ORDER BY sp.created_at DESC, sp.id DESC`,
  total: totalOf(ctx.db, counterName('sellerProfiles', { kycStatus: input.kycStatus })),
})

/** Walks the matches of the search from the newest and stops at the end of the page. */
function found(ctx: Ctx, input: ListProfiles, search: string) {
  const matches = (what: SQL) => sql`SELECT ${what} FROM sellers_search
    CROSS JOIN search_keys k ON k.row = sellers_search.rowid CROSS JOIN seller_profiles sp ON sp.id = k.thing_id
    WHERE sellers_search MATCH ${prefixQuery(search)} AND ${withKyc(input)}`
  return {
    ids: sql`${matches(sql`sp.id`)} ORDER BY sellers_search.rowid DESC`,
    total: countUpTo1000(ctx.db, matches(sql`1`)),
  }
}
