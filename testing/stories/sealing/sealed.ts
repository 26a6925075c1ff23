// Steps of the tests of sealed orders: days that pass by the public clock, and what lies in the database and in R2.
import { env } from 'cloudflare:workers'
import { gunzipSync } from 'node:zlib'
import { CRON } from '#cron/table.ts'
import { cronAfter } from '#testing/clock.ts'
import { all, count, first } from '#testing/fixtures/database.ts'
import { DAY, HOUR, MINUTE } from '#testing/stories/money.ts'

/** Days after its end for which an order stays warm, and days after which lines of wallets have left too. */
export const WARM_DAYS = 90
export const WALLET_DAYS = 130

/** Times of a day, in minutes of UTC, at which an expression is run: all that it says, but of the minute's and of steps only some of the night. */
function timesOf(cron: string): number[] {
  const [minute = '', hour = ''] = cron.split(' ')
  if (minute === '*') return [100, 130, 790]
  if (minute.startsWith('*/')) return Array.from({ length: 5 }, (_, i) => 85 + i * Number(minute.slice(2)))
  return (hour === '*' ? [1, 2, 13] : [Number(hour)]).map((one) => one * 60 + Number(minute))
}

const DAYS_PLAN = Object.keys(CRON)
  .flatMap((cron) => timesOf(cron).map((at) => ({ cron, at })))
  .sort((one, other) => one.at - other.at)

/** One run of an expression after a time. */
type RunCron = (cron: string, ms: number) => Promise<unknown>
const asTheClock: RunCron = (cron, ms) => cronAfter(cron)(ms)
/** The next day of UTC from one in the morning to early afternoon: every expression of the clock runs when it is due, and nothing else. */
export async function dayPasses(runs: RunCron = asTheClock): Promise<void> {
  const midnight = (Math.floor(Date.now() / DAY) + 1) * DAY
  for (const { cron, at } of DAYS_PLAN) await runs(cron, midnight + at * MINUTE - Date.now())
}

/** Days pass, all but the last without a clock: what was missed is made up for. */
export async function leap(days: number): Promise<void> {
  if (days > 1) await cronAfter('* * * * *')((days - 1) * DAY)
  await dayPasses()
}
/** Days pass, each with its clock. */
export async function daysPass(days: number): Promise<void> {
  for (let day = 0; day < days; day++) await dayPasses()
}

/** Days that stories need until the last of them is over and nothing is told of it any more, with `warm` days since. */
export async function growOld(days: number): Promise<void> {
  const began = Date.now()
  await daysPass(9)
  for (const until of [31, 40, 62, 72, days]) {
    const left = Math.floor((began + until * DAY - Date.now()) / DAY)
    if (left > 0) await leap(left)
  }
}

// Files of R2.

type Bucket = R2Bucket
const isBucket = (one: unknown): one is Bucket =>
  typeof (one as Bucket)?.list === 'function' && typeof (one as Bucket)?.head === 'function'
/** The buckets of the service, by the names of their bindings. */
export const bucketsByName = (): Record<string, Bucket> =>
  Object.fromEntries(Object.entries(env).filter((one): one is [string, Bucket] => isBucket(one[1])))

export type SealedFile = { bucket: Bucket; key: string; bytes: Uint8Array }
/** Every file under `sealed/`, in whichever bucket. */
export async function sealedFiles(): Promise<SealedFile[]> {
  const found: SealedFile[] = []
  for (const bucket of Object.values(bucketsByName()))
    for (const { key } of (await bucket.list({ prefix: 'sealed/' })).objects) {
      const file = await bucket.get(key)
      if (file) found.push({ bucket, key, bytes: new Uint8Array(await file.arrayBuffer()) })
    }
  return found
}
/** The text of a sealed file, unpacked. */
export function textOf({ key, bytes }: SealedFile): string {
  try {
    return gunzipSync(bytes).toString('utf8')
  } catch {
    throw new Error(`${key} is no gzip`)
  }
}
/** All that sealed files say. */
export const sealedText = async () => (await sealedFiles()).map(textOf).join('\n')

// Rows of the database.

/** Rows of an order that leave the database when it is sealed, each as a count's FROM. */
export const CHILDREN: Record<string, string> = {
  items: 'order_items WHERE order_id = ?',
  history: "history WHERE thing = 'order' AND thing_id = ?",
  deliveries: 'deliveries WHERE order_id = ?',
  messages: 'messages WHERE order_id = ?',
  movements: 'stock_movements WHERE order_id = ?',
  payins: 'payin_shares WHERE order_id = ?',
  transfers: "transfers WHERE from_account = 'order:' || ?1 || ':held' OR to_account = 'order:' || ?1 || ':held'",
}
/** Numbers of the rows of an order that the database holds, by kind; kinds of which it has none are left out. */
export async function rowsOf(orderId: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const [kind, from] of Object.entries(CHILDREN)) {
    const rows = await count(from, orderId)
    if (rows > 0) found[kind] = rows
  }
  return found
}
export const hasLines = async (orderId: string) => (await count('order_items WHERE order_id = ?', orderId)) > 0
/** Whether an order has no line in the database any more, and a file under `sealed/` names it. */
export const isSealed = async (orderId: string) => !(await hasLines(orderId)) && (await sealedText()).includes(orderId)
/** Whether the row by which lists, searches and permissions find an order is still there. */
export const hasDirectoryRow = async (orderId: string) =>
  (await first('SELECT id FROM orders WHERE id = ?', orderId)) !== null

/** Days pass with their clocks until these orders are sealed, 12 at most. @returns those that are not */
export async function letSeal(...orderIds: string[]): Promise<string[]> {
  let left = orderIds
  for (let day = 0; day < 12 && left.length > 0; day++) {
    await dayPasses()
    const text = await sealedText()
    const warm = await Promise.all(left.map(async (id) => (await hasLines(id)) || !text.includes(id)))
    left = left.filter((_, i) => warm[i])
  }
  return left
}

// Readings that leave nothing behind.

/** Undoes whatever `work` does to the database and to sealed files, so that each reading finds the same. Only one at a time, in plain Node. */
export async function undone<T>(name: string, work: () => Promise<T>): Promise<T> {
  const files = await sealedFiles()
  await env.DB.prepare(`SAVEPOINT ${name}`).run()
  try {
    return await work()
  } finally {
    await env.DB.prepare(`ROLLBACK TO ${name}`).run()
    await env.DB.prepare(`RELEASE ${name}`).run()
    await putBack(files)
  }
}
async function putBack(files: SealedFile[]): Promise<void> {
  const known = new Map(files.map((file) => [file.key, file]))
  for (const now of await sealedFiles()) {
    const before = known.get(now.key)
    if (!before) await now.bucket.delete(now.key)
    else if (Buffer.compare(before.bytes, now.bytes) === 0) known.delete(now.key)
  }
  for (const { bucket, key, bytes } of known.values()) await bucket.put(key, bytes)
}

/** An hour and a half: every code and window of a request is over. */
export const LATER = 1.5 * HOUR

/** Writes to these tables as if no trigger stood beside them: theirs are dropped, and made again as they were. */
export async function withoutTriggers(tables: string[], work: () => Promise<unknown>): Promise<void> {
  const triggers = await all<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name IN (SELECT value FROM json_each(?))",
    JSON.stringify(tables),
  )
  for (const { name } of triggers) await env.DB.prepare(`DROP TRIGGER "${name}"`).run()
  await work()
  for (const { sql } of triggers) await env.DB.prepare(sql).run()
}
