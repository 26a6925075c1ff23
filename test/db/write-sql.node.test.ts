import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { alias, SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import { orders } from '#db/schema/orders/orders.ts'
import { shops } from '#db/schema/shops/shops.ts'
import { writeFast } from '#db/write-sql.ts'

// Statements are written as drizzle writes them, text and values.

const db = drizzle({ prepare: () => ({}) } as unknown as D1Database)
const others = alias(shops, 'others')
const open = db.$with('open').as(db.select({ id: shops.id }).from(shops).where(eq(shops.status, 'PUBLISHED')))
const counted = db
  .select({ shopId: orders.shopId, orders: count().as('orders') })
  .from(orders)
  .as('counted')
const quoted = sql.identifier('a "quoted" name')

const BUILT: Record<string, { getSQL(): SQL }> = {
  'a select of one table': db.select().from(shops).where(eq(shops.id, 'x')).orderBy(asc(shops.id)).limit(3).offset(2),
  'a join with an alias': db.select().from(shops).innerJoin(others, eq(others.id, shops.id)),
  'a column of an alias in raw SQL': sql`SELECT ${others.id}, ${shops.id} FROM ${shops}, ${others}`,
  'a subquery': db.select().from(counted).where(sql`${counted.orders} > ${2}`),
  'a subquery as a value': sql`SELECT ${db.select({ id: shops.id }).from(shops)}`,
  'a WITH': db.with(open).select().from(open),
  'a list': db
    .select()
    .from(shops)
    .where(and(inArray(shops.id, ['x', 'y']), inArray(shops.status, []))),
  'a list of nothing': sql`SELECT 1 WHERE 1 IN ${[]}`,
  'an insert with a null, JSON, SQL and defaults': db
    .insert(shops)
    .values({ id: 'x', logoKey: null, openingHours: [], name: sql`upper(${'x'})` } as never),
  'an insert beside a row': db
    .insert(shops)
    .values({ id: 'x' } as never)
    .onConflictDoUpdate({ target: shops.id, set: { name: sql`excluded.name` } })
    .returning({ id: shops.id }),
  'an update': db.update(shops).set({ name: 'x', openingHours: [] }).where(eq(shops.id, 'x')),
  'a delete': db.delete(shops).where(eq(shops.id, 'x')),
  'values of each type': sql`SELECT ${'x'}, ${1}, ${true}, ${null}, ${undefined}, ${new Uint8Array(2)}`,
  placeholders: db
    .select()
    .from(shops)
    .where(
      and(eq(shops.id, sql.placeholder('id')), sql`${sql.param(sql.placeholder('hours'), shops.openingHours)} = 1`),
    ),
  'pieces of SQL': sql`${sql.raw('SELECT')} ${sql.join([sql`1`, sql`${2}`], sql`, `)} AS ${quoted} ${sql.empty()}`,
  'a name of a selection': sql`SELECT 1 ORDER BY ${sql`1`.as('one')}`,
  'values in the text': sql`SELECT ${1}, ${sql`${"it's"} = ${2}`.inlineParams()}, ${3}`,
}

describe('as drizzle writes it:', () => {
  it.each(Object.keys(BUILT))('%s', (name) => {
    const built = (BUILT[name] as { getSQL(): SQL }).getSQL()
    const { sql, params } = new SQLiteAsyncDialect().sqlToQuery(built)
    expect(writeFast(new SQLiteAsyncDialect()).sqlToQuery(built)).toEqual({ sql, params })
  })
})
