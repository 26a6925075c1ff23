import type { DatabaseSync } from 'node:sqlite'
import { type Chain, readLines } from './folder.ts'

/**
 * Who was erased after the restored moment, as later backups in the folder say, is due for it again: the service's own job erases
 * them within the hour (docs/restore.md, Erased people).
 * @returns how many
 */
export function eraseAgain(db: DatabaseSync, { folder, later }: Chain): number {
  const erased = new Set<unknown>()
  for (const { tables, files } of later) {
    const columns = tables.users?.columns ?? []
    const [id, erasedAt] = [columns.indexOf('id'), columns.indexOf('erased_at')]
    for (const { table, values } of files.flatMap((file) => readLines(folder, file)))
      if (table === 'users' && values && values[erasedAt] !== null) erased.add(values[id])
  }
  return Number(
    db
      .prepare(
        `UPDATE users SET erasure_due_at = min(coalesce(erasure_due_at, updated_at), updated_at)
          WHERE erased_at IS NULL AND id IN (SELECT value FROM json_each(?))`,
      )
      .run(JSON.stringify([...erased])).changes,
  )
}
