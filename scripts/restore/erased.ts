import type { DatabaseSync } from 'node:sqlite'
import { type Chain, readLines } from './folder.ts'

/**
 * Marks people for erasure who were erased after the restored moment, as later backups say: the service's own job
 * erases them again within the hour (docs/restore.md, Erased people).
 * @returns how many, and the files of later backups that could not be read
 */
export function eraseAgain(db: DatabaseSync, { folder, later, damaged }: Chain): { erased: number; unread: string[] } {
  const gone = new Set<unknown>()
  const unread = [...damaged]
  for (const { tables, files } of later) {
    const columns = tables.users?.columns ?? []
    const [id, erasedAt] = [columns.indexOf('id'), columns.indexOf('erased_at')]
    for (const file of files) {
      try {
        for (const { table, values } of readLines(folder, file))
          if (table === 'users' && values && values[erasedAt] !== null) gone.add(values[id])
      } catch {
        unread.push(file.key)
      }
    }
  }
  const { changes } = db
    .prepare(
      `UPDATE users SET erasure_due_at = min(coalesce(erasure_due_at, updated_at), updated_at)
        WHERE erased_at IS NULL AND id IN (SELECT value FROM json_each(?))`,
    )
    .run(JSON.stringify([...gone]))
  return { erased: Number(changes), unread }
}
