import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import { Stale } from '../../../db/violation.ts'
import { Failure } from '../../../kernel/failure.ts'
import { APPROVAL_TRIES } from '../../../kernel/limits.ts'
import { countAttempt, giveBackTries } from '../codes/attempts.ts'
import { compareCode } from '../codes/check.ts'
import type { CodeUse } from '../codes/issue.ts'
import { commit } from '../commit.ts'
import type { Ctx } from '../context.ts'

const TRIES_USED_UP = guard('TRIES_USED_UP', 'TOO_MANY_REQUESTS', {
  message: 'Trop de codes incorrects. Réessayez dans une heure.',
  retryAfter: APPROVAL_TRIES.windowMs / 1000,
})

/** One count for a person and a purpose: neither a new code, nor another amount, nor another session begins a new one. */
const triesOf = ({ purpose, person }: Omit<CodeUse, 'target'>) => ({
  key: `approval:${purpose}:${person}`,
  ...APPROVAL_TRIES,
})

/**
 * Does what a code approves, once it was compared. The try is counted before it is compared: five in all within an hour,
 * however often the code is sent again (docs/money.md, Approval codes). A right one costs none, also where what it approves is
 * refused or must be decided anew: then the code stays.
 * @param act commits the writes that use the code up, and nothing outside happens before; what it throws, nothing of it was written
 * @throws 401 INVALID_VERIFICATION_CODE, 429 when the tries are used up, 410 for a code that expired
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
    // What was refused is not what the request asked for: its Idempotency-Key stays free.
    if (isRefusal(error)) await commit({ ...ctx, keyUse: undefined }, [...giveBack, ...given])
    throw error
  }
}

/** Of anything else nobody knows whether it was written. */
const isRefusal = (error: unknown) => error instanceof Failure || error instanceof Stale

/** Aborts the sending of a code that could not be tried any more: 429. */
export const unlessTriesUsedUp = (ctx: Ctx, use: Omit<CodeUse, 'target'>): Write =>
  abortWhen(
    ctx.db,
    TRIES_USED_UP,
    sql`EXISTS (SELECT 1 FROM attempts a WHERE a.key = ${triesOf(use).key} AND a.count >= ${APPROVAL_TRIES.max} AND a.window_ends_at > ${ctx.now})`,
  )
