import type { DatabaseSync } from 'node:sqlite'

/** A buyer has one row of these tables, which came with the first order. */
const ONE_EACH = ['carts']

/**
 * Tables in which copies wait until all of a chunk are made. They go on in the order of their time, because lists take rows of one moment in
 * the order of their rowids.
 */
export function newStage(db: DatabaseSync) {
  const columnsOf = new Map<string, string[]>()
  return {
    /** Makes the waiting table of a table, and gives its name. */
    of(table: string, columns: string[]): string {
      const known = columnsOf.get(table)
      if (!known)
        db.exec(`CREATE TEMP TABLE waiting_${table} AS SELECT ${columns.join(', ')} FROM main.${table} WHERE false`)
      if (known && known.join() !== columns.join()) throw new Error(`two stories write other columns of ${table}`)
      columnsOf.set(table, columns)
      return `temp.waiting_${table}`
    },
    flush(): void {
      for (const [table, columns] of columnsOf) {
        const time = ['created_at', 'at', 'last_at'].find((column) => columns.includes(column))
        const into = `INSERT ${ONE_EACH.includes(table) ? 'OR IGNORE ' : ''}INTO main.${table} (${columns.join(', ')})`
        db.exec(`${into} SELECT * FROM temp.waiting_${table}${time ? ` ORDER BY ${time}` : ''}`)
        db.exec(`DELETE FROM temp.waiting_${table}`)
      }
    },
  }
}
export type Stage = ReturnType<typeof newStage>
