import { eq, sql } from 'drizzle-orm'
import type { BatchResponse } from 'drizzle-orm/batch'
import { readTogether, type Write } from '../../../db/client.ts'
import { abortWhen } from '../../../db/guard.ts'
import { attempts } from '../../../db/schema/core/codes.ts'
import { fail } from '../../../kernel/failure.ts'
import { MINUTE_MS } from '../../../kernel/time.ts'
import type { Ctx } from '../context.ts'
import { CODE_QUOTA, CODE_TOO_SOON } from './guards.ts'

/** A try at something guessable that has no code row: which, how many are allowed, and in what time. */
export type AttemptLimit = { key: string; max: number; windowMs: number }

/** The statement that counts one try; a window that is over starts again. */
export const counting = (ctx: Ctx, { key, windowMs }: AttemptLimit) => {
  const over = sql`attempts.window_ends_at <= ${ctx.now}`
  return ctx.db
    .insert(attempts)
    .values({ key, count: 1, windowEndsAt: ctx.now + windowMs })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`CASE WHEN ${over} THEN 1 ELSE attempts.count + 1 END`,
        windowEndsAt: sql`CASE WHEN ${over} THEN ${ctx.now + windowMs} ELSE attempts.window_ends_at END`,
      },
    })
}

/**
 * Counts one try, before anything is compared, in one conditional write; reads that follow it come in the same trip.
 * @throws 429 with Retry-After when the tries of this window are used up
 */
export async function countAttempt<R extends Write[]>(
  ctx: Ctx,
  guess: AttemptLimit,
  ...reads: R
): Promise<BatchResponse<R>> {
  const [[row], ...answers] = await readTogether(ctx.db, counting(ctx, guess).returning(), ...reads)
  if (row && row.count > guess.max) {
    fail('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, Math.ceil((row.windowEndsAt - ctx.now) / 1000)) })
  }
  return answers as BatchResponse<R>
}

/** Forgets the tries after the right answer. */
export const forgetAttempts = (ctx: Ctx, key: string): Write => ctx.db.delete(attempts).where(eq(attempts.key, key))

/** Whether more than `max` were counted, at that point of a commit. */
export const isOver = ({ key, max }: Pick<AttemptLimit, 'key' | 'max'>) =>
  sql`coalesce((SELECT a.count FROM attempts a WHERE a.key = ${key}), 0) > ${max}`

/** Counts one sending inside a commit, and aborts it with CODE_QUOTA once `max` were made in this window. */
export const withinQuota = (ctx: Ctx, guess: AttemptLimit, code = CODE_QUOTA): Write[] => [
  counting(ctx, guess),
  abortWhen(ctx.db, code, isOver(guess)),
]

/** Counts one sending inside a commit, and aborts it with CODE_TOO_SOON within 60 s of the last. */
export const onceAMinute = (ctx: Ctx, key: string): Write[] =>
  withinQuota(ctx, { key, max: 1, windowMs: MINUTE_MS }, CODE_TOO_SOON)
