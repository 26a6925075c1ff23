import { type SQL, sql } from 'drizzle-orm'

/** Most terms of a compound SELECT in D1; it also merges several inside one another. */
const MOST_TERMS = 5

const join = (selects: SQL[]) => sql.join(selects, sql` UNION ALL `)

/**
 * The rows of all these SELECTs, at most 25. If each has the rows of the ORDER BY from its index, they are merged only as far as a LIMIT
 * reads.
 */
export function unionAll(selects: SQL[]): SQL {
  const groups = Array.from({ length: Math.ceil(selects.length / MOST_TERMS) }, (_, i) =>
    selects.slice(i * MOST_TERMS, (i + 1) * MOST_TERMS),
  )
  return groups.length === 1 ? join(selects) : join(groups.map((group) => sql`SELECT * FROM (${join(group)})`))
}
