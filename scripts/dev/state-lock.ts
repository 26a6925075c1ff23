import { mkdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Locks that are held: the garbage collector closes a database without references, and its lock is gone. */
const held = new Set<DatabaseSync>()

/**
 * Keeps a server's data to this process. The lock is SQLite's own, on a file beside the data, so it ends with the
 * process.
 * @returns the function that releases the lock
 * @throws if another process holds the lock
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
