// Steps of the tests of money. Time only goes on: `at` is counted from when the file began.
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { count, first, run } from '#testing/fixtures/database.ts'
import { signIn } from '#testing/fixtures/people.ts'
import { setFault } from '#testing/sandbox.ts'

export const SECOND = 1_000
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The clock stands at this time. */
export const clockAt = (now: number) => vi.useFakeTimers({ toFake: ['Date'], now })
/** The minute's cron runs at this time, and the clock stays there. */
export const tickAt = (now: number) => minuteCronAfter(now - Date.now())
/** The minute's cron, at each of these times after `from`. */
export async function ticks(from: number, times: number[]): Promise<void> {
  for (const ms of times) await tickAt(from + ms)
}

/** Signs a person in again, with a token of now. */
export const again = <P extends Person>(person: P): Promise<P> =>
  signIn(person.email, person.role).then(({ token }) => ({ ...person, token }))

/** A fault that lasts until it is switched off; fails where the sandbox does not know it. */
export async function breaks(
  gateway: 'A' | 'B' | 'SMS' | 'EMAIL',
  fault: string,
  more: { kind?: string; times?: number } = {},
) {
  const answer = (await setFault({ gateway, fault, times: 0, ...more })) as { error?: string }
  if (answer.error) throw new Error(answer.error)
}

/** Counts open incidents, all or those that say this in their text, their reference or their order. */
export const incidents = (about?: string): Promise<number> =>
  about === undefined
    ? count("incidents WHERE status IN ('OPEN', 'INVESTIGATING')")
    : count(
        `incidents WHERE status IN ('OPEN', 'INVESTIGATING')
           AND instr(title || ' ' || description || ' ' || ref || ' ' || coalesce(order_id, ''), ?)`,
        about,
      )

/** Row of an attempt, by what it is for. */
export const movementRow = (subjectId: string) =>
  first<{ id: string; status: string; reference: string; externalId: string | null }>(
    `SELECT id, status, reference, external_id AS externalId FROM gateway_transactions WHERE subject_id = ?
     ORDER BY created_at DESC, id DESC`,
    subjectId,
  )

/** A rate in force from now on: eight decimals, as a whole number. */
export const rate = (base: string, quote: string, scaled: number) =>
  run(
    `INSERT INTO exchange_rates (id, base_currency, quote_currency, rate_scaled, source, effective_at, is_active, created_at)
     VALUES (?, ?, ?, ?, 'test', 1, 1, ?)`,
    ...[crypto.randomUUID(), base, quote, scaled, Date.now()],
  )

/** The account balances of one currency, by code, in text as finance reads them. */
export async function books(finance: Person, currency: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (let page = 1; ; page++) {
    const { data } = await call(finance, 'GET', `/ledger/accounts?currency=${currency}&limit=100&page=${page}`)
    for (const { code, balance } of data.accounts) found[code] = balance
    if (page >= data.pagination.totalPages) return found
  }
}

/** Whole rows a statement finds. */
export const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<T>()
  ).results
