// Parts of the service that fail: D1 and R2 with faults of their own, for `serviceWith`.
import { env } from 'cloudflare:workers'
import { bucketsByName } from './sealed.ts'

type Parts = Record<string, unknown>
/** One write, and the fault in its place. */
export type Fault = (write: () => Promise<unknown>) => Promise<unknown>

/** Fails before anything is written. */
export const refuses =
  (message: string): Fault =>
  () =>
    Promise.reject(new Error(message))
/** Fails once all is written. */
export const forgets =
  (message: string): Fault =>
  (write) =>
    write().then(() => Promise.reject(new Error(message)))

/** Every bucket of the service, with a fault in the place of each write of a sealed file. */
export const bucketsThat = (fault: Fault): Parts =>
  Object.fromEntries(
    Object.entries(bucketsByName()).map(([name, bucket]) => {
      const put = (key: string, ...more: [never, never]) =>
        key.startsWith('sealed/') ? fault(() => bucket.put(key, ...more)) : bucket.put(key, ...more)
      return [name, { ...bucket, put }]
    }),
  )

/** The database, with a fault in the place of one batch in so many. */
export function databaseThat(fault: Fault, oneIn: number): Parts {
  const { DB } = env
  let batches = 0
  return {
    DB: {
      prepare: (sql: string) => DB.prepare(sql),
      batch: (all: D1PreparedStatement[]) => (++batches % oneIn === 0 ? fault(() => DB.batch(all)) : DB.batch(all)),
    },
  }
}
