import { MINUTE_MS } from '#kernel/time.ts'
import { call, type Movement, outside, type Somebody } from '#testing/running/call.ts'
import type { RunningService } from '#testing/running/start.ts'
import { brokenLaws } from '../races/run.ts'
import { type Entry, send } from './journal.ts'

const isDone = ({ answer }: Entry) => answer !== undefined && answer.status < 300
/** Committed, and the answer lost: the key remembers that it happened. */
const isCommitted = ({ answer }: Entry) => answer?.said === '409 REQUEST_IN_PROGRESS'

/** Every acknowledged write is there, once; what nobody acknowledged is there at most once. */
export async function auditEffects(service: RunningService, entries: Entry[]): Promise<string[]> {
  const told = entries.flatMap((entry) => (entry.effect ? [{ entry, effect: entry.effect }] : []))
  const counts: number[] = []
  for (let at = 0; at < told.length; at += 200) {
    const rows = await service.sqls(told.slice(at, at + 200).map(({ effect }) => effect))
    counts.push(...rows.map(([row]) => Number(row?.n)))
  }
  return told.flatMap(({ entry }, i) => {
    const n = counts[i] ?? 0
    const what = `${entry.name} ${entry.path} (${entry.answer?.said ?? 'no answer'})`
    if (n > 1) return [`done ${n} times: ${what}`]
    return n < 1 && (isDone(entry) || isCommitted(entry)) ? [`lost: ${what}`] : []
  })
}

/**
 * Asks again for what was cut off, with the same keys: at once, and after the minute in which a key belongs to the
 * request that took it.
 */
export async function retry(service: RunningService, entries: Entry[]): Promise<string[]> {
  const cut = entries.filter(({ answer }) => answer === undefined)
  const failures: string[] = []
  for (const round of [1, 2]) {
    const open = cut.filter((each) => each.answer === undefined || isCommitted(each))
    await Promise.all(
      open.map(async (entry) => {
        const { status, said } = await send(service, entry)
        if (status >= 500 && round === 2) failures.push(`${entry.name} ${entry.path} answers ${said} after the restart`)
      }),
    )
    await service.sql(
      'UPDATE idempotency_keys SET created_at = created_at - ? WHERE committed_at IS NULL AND status IS NULL',
      MINUTE_MS + 1,
    )
  }
  return failures
}

type Open = { id: string; gateway: string; kind: string; reference: string; incident: string | null }

/** Time passes and the cron runs, until everything that can be known of the money on its way is known. */
export async function sweep(service: RunningService): Promise<string[]> {
  // Whoever holds a phone has answered meanwhile, and nobody heard of it.
  const phones = await outside<Movement[]>(service, 'GET', '/phones')
  await Promise.all(
    phones.map(({ id }) => {
      const verdict = Math.random() < 0.7 ? 'approve' : 'refuse'
      return outside(service, 'POST', `/movements/${id}/${verdict}`, { faults: ['silent'] })
    }),
  )
  // First as after half a minute, then as after the quarter of an hour in which silence means nothing.
  for (const ms of [0, 16 * MINUTE_MS]) {
    await service.sql(
      // Only of what the sweep has on its list: what is on no list stays open, and is told below.
      `UPDATE gateway_transactions SET next_check_at = 1, asked_at = NULL, sent_at = sent_at - ?
       WHERE status = 'pending' AND next_check_at IS NOT NULL`,
      ms,
    )
    await service.sql(`UPDATE outbox SET next_at = 1 WHERE status = 'PENDING'`)
    for (let ticks = 0; ticks < 40; ticks++) {
      await service.cron()
      const [left] = await service.sql<{ n: number }>(
        `SELECT (SELECT count(*) FROM gateway_transactions WHERE next_check_at = 1)
           + (SELECT count(*) FROM outbox WHERE status = 'PENDING' AND next_at = 1) AS n`,
      )
      if (left?.n === 0) break
    }
  }
  const open = await service.sql<Open>(
    `SELECT g.id, g.gateway, g.kind, g.reference, i.id AS incident FROM gateway_transactions g
     LEFT JOIN incidents i ON i.ref = 'untraced:' || g.id WHERE g.status = 'pending'`,
  )
  const waiting = new Set(
    (await outside<{ id: string; reference: string | null }[]>(service, 'GET', '/phones')).flatMap(
      ({ id, reference }) => [id, reference],
    ),
  )
  const unsent = await service.sql<{ n: number }>(`SELECT count(*) AS n FROM outbox WHERE status = 'PENDING'`)
  return [
    ...open
      .filter(({ reference, incident }) => !waiting.has(reference) && incident === null)
      .map(({ kind, reference }) => `${kind} ${reference} stays open without a reason`),
    ...(unsent[0]?.n ? [`${unsent[0].n} messages stay unsent`] : []),
  ]
}

/** Each movement at a gateway is one that was written down here first, and none was made twice. */
export async function auditMovements(service: RunningService): Promise<string[]> {
  const made = await outside<(Movement & { gateway: string })[]>(service, 'GET', '/movements')
  const references = made.map(({ gateway, id, reference }) => (gateway === 'A' ? id : (reference ?? '')))
  const wrong: string[] = []
  const rows = await service.sql<{ reference: string; status: string }>(
    'SELECT reference, status FROM gateway_transactions WHERE reference IN (SELECT value FROM json_each(?))',
    JSON.stringify(references),
  )
  const known = new Map(rows.map(({ reference, status }) => [reference, status]))
  for (const [at, reference] of references.entries()) {
    const movement = made[at] as Movement
    const status = known.get(reference)
    const what = `${movement.kind} ${reference}`
    if (references.indexOf(reference) !== at) wrong.push(`made twice at the operator: ${what}`)
    if (status === undefined) wrong.push(`nobody here knows of ${what}`)
    else if (ENDED[movement.status] && ENDED[movement.status] !== status) {
      wrong.push(`${what} is ${movement.status} at the operator and ${status} here`)
    }
  }
  return wrong
}
const ENDED: Record<string, string> = {
  COMPLETED: 'succeeded',
  FAILED: 'failed',
  successful: 'succeeded',
  failed: 'failed',
}

/** The books and the file itself. */
export async function auditBooks(service: RunningService, finance: Somebody): Promise<string[]> {
  const check = await service.sql('PRAGMA quick_check')
  const { said } = await call(service, finance, 'GET', '/auth/me')
  return [
    ...(Object.values(check[0] ?? {})[0] === 'ok' ? [] : [`the database file: ${JSON.stringify(check)}`]),
    ...(said === '200' ? [] : [`a session is gone: ${said}`]),
    ...(await brokenLaws(service, finance)),
  ]
}
