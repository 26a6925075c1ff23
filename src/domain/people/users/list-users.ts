import { desc, inArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { readPage } from '#db/read-page.ts'
import { users } from '#db/schema/core/users.ts'
import { search } from '#db/search.ts'
import { prefixQuery } from '#db/search-terms.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { ROLES } from '#kernel/roles.ts'
import { type UserList, viewUser } from './view.ts'

export const ListUsers = z.strictObject({ ...f.pageQuery, search: f.search.optional(), role: z.enum(ROLES).optional() })
type ListUsers = z.output<typeof ListUsers>

/**
 * Lists people for staff, the newest first (docs/accounts.md, Staff acts). `search` finds the start of any word of the name or e-mail,
 * whatever its accents and case.
 */
export async function listUsers(ctx: Ctx, input: ListUsers): Promise<z.output<typeof UserList>> {
  const { ids, total } =
    input.search === undefined
      ? everybody(ctx, input)
      : search(ctx.db, 'users', prefixQuery(input.search), withRole(input))
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

const withRole = ({ role }: ListUsers) => role && sql`t.role = ${role}`

/** Cuts the page from an index alone; only the rows of the page are then read. */
const everybody = (ctx: Ctx, input: ListUsers) => ({
  ids: sql`SELECT t.id FROM users t WHERE ${withRole(input) ?? sql`1`} ORDER BY t.created_at DESC, t.id DESC`,
  total: totalOf(ctx.db, counterName('users', { role: input.role })),
})
