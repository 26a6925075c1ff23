import { desc, inArray, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '../../../db/counters.ts'
import { countUpTo1000, readPage } from '../../../db/read-page.ts'
import { users } from '../../../db/schema/people/users.ts'
import * as f from '../../../kernel/fields.ts'
import { ROLES } from '../../../kernel/roles.ts'
import { startsOf } from '../../../kernel/text.ts'
import type { Ctx } from '../../core/context.ts'
import { type UserList, viewUser } from './view.ts'

export const ListUsers = z.strictObject({ ...f.pageQuery, search: f.search.optional(), role: z.enum(ROLES).optional() })
type ListUsers = z.output<typeof ListUsers>

/**
 * People, newest first, for staff (docs/accounts.md, Staff acts). `search` finds the start of any word of the name or e-mail,
 * whatever its accents and case.
 */
export async function listUsers(ctx: Ctx, input: ListUsers): Promise<z.output<typeof UserList>> {
  const { ids, total } = input.search === undefined ? everybody(ctx, input) : found(ctx, input, input.search)
  const { rows, pagination } = await readPage(
    ctx.db,
    input,
    (cut) =>
      ctx.db
        .select()
        .from(users)
        .where(inArray(users.id, sql`(${ids} ${cut})`))
        .orderBy(desc(users.createdAt), desc(users.id)),
    total,
  )
  return { users: rows.map((user) => viewUser(ctx, user)), pagination }
}

const withRole = ({ role }: ListUsers) => (role ? sql`u.role = ${role}` : sql`1`)

/** The page is cut from an index alone; only its own rows are then read. */
const everybody = (ctx: Ctx, input: ListUsers) => ({
  ids: sql`SELECT u.id FROM users u WHERE ${withRole(input)} ORDER BY u.created_at DESC, u.id DESC`,
  total: totalOf(ctx.db, counterName('users', { role: input.role })),
})

/** The search walks its matches from the newest and stops at the end of the page: rows of it rise with each new account. */
function found(ctx: Ctx, input: ListUsers, search: string) {
  const matches = (what: SQL) => sql`SELECT ${what} FROM users_search
    CROSS JOIN search_keys k ON k.row = users_search.rowid CROSS JOIN users u ON u.id = k.thing_id
    WHERE users_search MATCH ${startsOf(search)} AND ${withRole(input)}`
  return {
    ids: sql`${matches(sql`u.id`)} ORDER BY users_search.rowid DESC`,
    total: countUpTo1000(ctx.db, matches(sql`1`)),
  }
}
