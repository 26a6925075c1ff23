import { desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '../../../db/client.ts'
import { counterName, totalOf } from '../../../db/counters.ts'
import { users } from '../../../db/schema/people/users.ts'
import * as f from '../../../kernel/fields.ts'
import { offsetOf, pagination } from '../../../kernel/page.ts'
import { ROLES } from '../../../kernel/roles.ts'
import type { Ctx } from '../../core/context.ts'
import { type UserList, viewUser } from './view.ts'

export const ListUsers = z.strictObject({ ...f.pageQuery, search: f.search.optional(), role: z.enum(ROLES).optional() })
type ListUsers = z.output<typeof ListUsers>

/** What a search counts at most: beyond it `total` stays here, however many match. */
const MOST_COUNTED = 1000

/**
 * People, newest first, for staff (spec.md, GET /users). `search` finds the start of any word of the name or e-mail,
 * whatever its accents and case.
 */
export async function listUsers(ctx: Ctx, input: ListUsers): Promise<z.output<typeof UserList>> {
  const { page, total } = input.search === undefined ? everybody(ctx, input) : found(ctx, input, input.search)
  const [rows, [counted]] = await readTogether(
    ctx.db,
    ctx.db.select().from(users).where(inArray(users.id, page)).orderBy(desc(users.createdAt), desc(users.id)),
    total,
  )
  return { users: rows.map((user) => viewUser(ctx, user)), pagination: pagination(input, counted?.total ?? 0) }
}

/** The page is cut from an index alone; only its own rows are then read. */
function everybody(ctx: Ctx, { role, ...page }: ListUsers) {
  return {
    page: ctx.db
      .select({ id: users.id })
      .from(users)
      .where(role && eq(users.role, role))
      .orderBy(desc(users.createdAt), desc(users.id))
      .limit(page.limit)
      .offset(offsetOf(page)),
    total: totalOf(ctx.db, counterName('users', { role })),
  }
}

/** The search walks its matches from the newest and stops at the end of the page: rows of it rise with each new account. */
function found(ctx: Ctx, { role, ...page }: ListUsers, search: string) {
  const matches = (what: SQL, end: SQL) => sql<string>`(
    SELECT ${what} FROM users_search
    CROSS JOIN search_keys k ON k.row = users_search.rowid CROSS JOIN users u ON u.id = k.thing_id
    WHERE users_search MATCH ${startsOf(search)} AND ${role ? sql`u.role = ${role}` : sql`1`} ${end})`
  const thisPage = sql`ORDER BY users_search.rowid DESC LIMIT ${page.limit} OFFSET ${offsetOf(page)}`
  const counted = sql<number>`(SELECT count(*) FROM ${matches(sql`1`, sql`LIMIT ${MOST_COUNTED}`)})`
  return {
    page: matches(sql`u.id`, thisPage),
    total: ctx.db.select({ total: counted.as('total') }).from(sql`(SELECT 1)`),
  }
}

/** Each word quoted, so that nothing in it is an operator, and open at its end. */
const startsOf = (search: string) =>
  search
    .split(/\s+/)
    .map((word) => `"${word.replaceAll('"', '""')}"*`)
    .join(' ')
