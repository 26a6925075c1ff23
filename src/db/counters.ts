import { eq } from 'drizzle-orm'
import type { Db } from './client.ts'
import { counters } from './schema/core/counters.ts'

/**
 * The total of a common filter, kept by the triggers of migrations/0001_laws.sql: a list never counts its table. No row
 * is a total of zero. For the same trip as the page itself.
 */
export const totalOf = (db: Db, name: string) =>
  db.select({ total: counters.value }).from(counters).where(eq(counters.name, name))
