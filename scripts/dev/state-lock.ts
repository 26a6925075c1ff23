import { mkdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** A database that nothing refers to is closed by the garbage collector, and its lock is gone. */
const held = new Set<DatabaseSync>()

/**
 * Keeps a server's data to this process. The lock is SQLite's own, on a file beside the data, so it never outlives the
 * process.
 * @returns releases the lock
 * @throws when another process holds it
 */
export function lockState(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const lock = new DatabaseSync(`${folder}/lock.sqlite`, { timeout: 0 })
  lock.exec('BEGIN EXCLUSIVE')
  held.add(lock)
  return () => {
    held.delete(lock)
    lock.close()
  }
}
