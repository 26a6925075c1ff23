import { eq, sql } from 'drizzle-orm'
import type { Write } from '../../db/client.ts'
import { abortWhen } from '../../db/commit.ts'
import { attempts } from '../../db/schema/identity.ts'
import { fail } from '../../kernel/failure.ts'
import type { Ctx } from '../context.ts'

/** A try at something guessable that has no code row: which, how many are allowed, and in what time. */
export type Guess = { key: string; most: number; windowMs: number }

/** The statement that counts one try; a window that is over starts again. */
const counting = (ctx: Ctx, { key, windowMs }: Guess) => {
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
 * Counts one try, before anything is compared, in one conditional write.
 * @throws 429 with Retry-After when the tries of this window are used up
 */
export async function countAttempt(ctx: Ctx, guess: Guess): Promise<void> {
  const [row] = await counting(ctx, guess).returning()
  if (row && row.count > guess.most) {
    fail('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, Math.ceil((row.windowEndsAt - ctx.now) / 1000)) })
  }
}

/** Forgets the tries after the right answer. */
export const forgetAttempts = (ctx: Ctx, key: string): Write => ctx.db.delete(attempts).where(eq(attempts.key, key))

/** Counts one sending inside a commit, and aborts it with CODE_QUOTA once `most` were made in this window. */
export const withinQuota = (ctx: Ctx, guess: Guess): Write[] => [
  counting(ctx, guess),
  abortWhen(ctx.db, 'CODE_QUOTA', sql`(SELECT a.count FROM attempts a WHERE a.key = ${guess.key}) > ${guess.most}`),
]
