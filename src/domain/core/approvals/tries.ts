import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { Stale } from '#db/violation.ts'
import { Failure } from '#kernel/failure.ts'
import { APPROVAL_TRIES } from '#kernel/limits.ts'
import { countAttempt, giveBackTries } from '../codes/attempts.ts'
import { compareCode } from '../codes/check.ts'
import type { CodeUse } from '../codes/issue.ts'
import { commit } from '../commit.ts'
import type { Ctx } from '../context.ts'

const TRIES_USED_UP = guard('TRIES_USED_UP', 'TOO_MANY_REQUESTS', {
  message: 'Trop de codes incorrects. Réessayez dans une heure.',
  retryAfter: APPROVAL_TRIES.windowMs / 1000,
})

/** The tries of a person for a purpose: no new code, other amount or other session starts a new count. */
const triesOf = ({ purpose, person }: Omit<CodeUse, 'target'>) => ({
  key: `approval:${purpose}:${person}`,
  ...APPROVAL_TRIES,
})

/**
 * Compares a code and runs the act that it approves (docs/money.md, Approval codes). A try counts before it is compared, five in an hour
 * however often the code is sent again. A right code costs no try, and stays if its act is refused or must be decided again.
 * @param act commits the writes that use up the code; nothing outside happens before, and if it throws, nothing was written
 * @throws 401 INVALID_VERIFICATION_CODE, 429 if the tries are used up, 410 if the code has expired
 */
export async function withApprovalCode<T>(
  ctx: Ctx,
  use: CodeUse,
  typed: string,
  act: (used: Write[]) => Promise<T>,
): Promise<T> {
  await countAttempt(ctx, triesOf(use))
  const { used, giveBack } = await compareCode(ctx, use, typed)
  const given = giveBackTries(ctx, triesOf(use))
  try {
    return await act([...used, ...given])
  } catch (error) {
    // The request asked for something else than these writes: its Idempotency-Key stays free.
    if (isRefusal(error)) await commit({ ...ctx, keyUse: undefined }, [...giveBack, ...given])
    throw error
  }
}

/** Whether the commit certainly wrote nothing; for any other error nobody knows. */
const isRefusal = (error: unknown) => error instanceof Failure || error instanceof Stale

/** Aborts the sending of a code that could not be tried any more. @throws 429 */
export const unlessTriesUsedUp = (ctx: Ctx, use: Omit<CodeUse, 'target'>): Write =>
  abortWhen(
    ctx.db,
    TRIES_USED_UP,
    sql`EXISTS (SELECT 1 FROM attempts a WHERE a.key = ${triesOf(use).key} AND a.count >= ${APPROVAL_TRIES.max} AND a.window_ends_at > ${ctx.now})`,
  )
