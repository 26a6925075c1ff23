import { type SQL, sql } from 'drizzle-orm'

/** D1 takes so many terms in a compound SELECT; of several in one another it merges all the same. */
const MOST_TERMS = 5

const join = (selects: SQL[]) => sql.join(selects, sql` UNION ALL `)

/**
 * The rows of all these SELECTs, up to 25. With an ORDER BY that each of them has from its index, they are merged as far as a
 * LIMIT reads.
 */
export function unionAll(selects: SQL[]): SQL {
  const groups = Array.from({ length: Math.ceil(selects.length / MOST_TERMS) }, (_, i) =>
    selects.slice(i * MOST_TERMS, (i + 1) * MOST_TERMS),
  )
  return groups.length === 1 ? join(selects) : join(groups.map((group) => sql`SELECT * FROM (${join(group)})`))
}
