import { and, eq, lte, or, type SQL, sql } from 'drizzle-orm'
import type { BatchResponse } from 'drizzle-orm/batch'
import { readTogether, type Write } from '#db/client.ts'
import { abortWhen } from '#db/guard.ts'
import { attempts } from '#db/schema/core/codes.ts'
import { fail } from '#kernel/failure.ts'
import { reportSecurity } from '#kernel/security.ts'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import type { Ctx } from '../context.ts'
import { CODE_QUOTA, CODE_TOO_SOON } from './guards.ts'

/** A limit of tries at something guessable without a code row: its key, most tries, and window. A try counts one unless `by` says more. */
export type AttemptLimit = { key: string | SQL; max: number; windowMs: number; by?: number | SQL }
/** A try that longer limits count too. */
export type Guess = AttemptLimit & { also?: AttemptLimit[] }

/** The statement that counts one try if `condition` holds; a window that is over starts again. */
export const countTry = (ctx: Ctx, { key, windowMs, by = 1 }: AttemptLimit, condition = sql`true`): Write => {
  const over = sql`attempts.window_ends_at <= ${ctx.now}`
  return ctx.db.run(sql`
    INSERT INTO attempts (key, count, window_ends_at) SELECT ${key}, ${by}, ${ctx.now + windowMs} WHERE ${condition}
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN ${over} THEN ${by} ELSE attempts.count + ${by} END,
      window_ends_at = CASE WHEN ${over} THEN excluded.window_ends_at ELSE attempts.window_ends_at END`)
}

/** The count of one limit now. */
export const selectTries = (ctx: Ctx, { key }: AttemptLimit) =>
  ctx.db.select().from(attempts).where(eq(attempts.key, key))

export type CountedTries = { count: number; windowEndsAt: number }

/** Whether the count is not above the limit; the try that reaches the limit is allowed. */
export const isWithin = (ctx: Ctx, { max }: AttemptLimit, row: CountedTries | undefined): boolean =>
  !row || row.count <= max || row.windowEndsAt < ctx.now

/** Refuses a try above the limit. @throws 429 */
export function requireWithin(ctx: Ctx, limit: AttemptLimit, row: CountedTries | undefined, message?: string): void {
  if (!row || isWithin(ctx, limit, row)) return
  const retryAfter = Math.max(1, Math.ceil((row.windowEndsAt - ctx.now) / SECOND_MS))
  fail('TOO_MANY_REQUESTS', { retryAfter, ...(message && { message }) })
}

/** Logs that the tries of a limit are used up, at the first try beyond. The key is not logged, because it may contain an address. */
export function logUsedUp({ max, windowMs }: AttemptLimit, row: CountedTries | undefined): void {
  if (row?.count === max + 1) reportSecurity('guesses used up', { what: 'tries', max, windowMs })
}

/**
 * Counts one try, before anything is compared, in one conditional write; reads that follow come in the same trip.
 * @throws 429 with Retry-After if the tries of this window are used up
 */
export async function countAttempt<R extends Write[]>(ctx: Ctx, guess: Guess, ...reads: R): Promise<BatchResponse<R>> {
  const { also = [] } = guess
  const limits = [guess, ...also]
  const tries = limits.map((limit) => selectTries(ctx, limit))
  // A try that the short window refuses is not compared, so the longer ones do not count it.
  const counts = also.map((limit) => countTry(ctx, limit, sql`NOT (${isOver(guess)})`))
  const answers: unknown[] = await readTogether(ctx.db, countTry(ctx, guess), ...counts, ...tries, ...reads)
  for (const [i, limit] of limits.entries()) {
    const [row] = answers[limits.length + i] as CountedTries[]
    logUsedUp(limit, row)
    requireWithin(ctx, limit, row)
  }
  return answers.slice(2 * limits.length) as BatchResponse<R>
}

/** Forgets the tries after the right answer. */
export const forgetAttempts = (ctx: Ctx, key: string | SQL): Write =>
  ctx.db.delete(attempts).where(eq(attempts.key, key))

/** Takes one try back because it was right; tries of others stay counted. */
export function giveBackTries(ctx: Ctx, ...limits: AttemptLimit[]): Write[] {
  const mine = or(...limits.map(({ key }) => eq(attempts.key, key)))
  return [
    ctx.db.delete(attempts).where(and(mine, lte(attempts.count, 1))),
    ctx.db.update(attempts).set({ count: sql`attempts.count - 1` }).where(mine),
  ]
}

/** Writes for a right answer: the short window starts again, the longer ones lose this one try only. */
export const forgive = (ctx: Ctx, { key, also = [] }: Guess): Write[] => [
  forgetAttempts(ctx, key),
  ...(also.length > 0 ? giveBackTries(ctx, ...also) : []),
]

/** Whether the count is above `max`, at that point of a commit. */
export const isOver = ({ key, max }: Pick<AttemptLimit, 'key' | 'max'>) =>
  sql`coalesce((SELECT a.count FROM attempts a WHERE a.key = ${key}), 0) > ${max}`

/** Counts one message inside a commit, and aborts the commit with CODE_QUOTA if it is above `max` in this window. */
export const withinQuota = (ctx: Ctx, guess: AttemptLimit, code = CODE_QUOTA): Write[] =>
  withinQuotaWhen(ctx, sql`true`, guess, code)

/** Counts as `withinQuota`, but only if `condition` holds at that point of the commit. */
export const withinQuotaWhen = (ctx: Ctx, condition: SQL, guess: AttemptLimit, code = CODE_QUOTA): Write[] => [
  countTry(ctx, guess, condition),
  abortWhen(ctx.db, code, sql`${condition} AND ${isOver(guess)}`),
]

/** Counts one message inside a commit, and aborts the commit with CODE_TOO_SOON within 60 s of the last. */
export const onceAMinute = (ctx: Ctx, key: string | SQL): Write[] =>
  withinQuota(ctx, { key, max: 1, windowMs: MINUTE_MS }, CODE_TOO_SOON)
