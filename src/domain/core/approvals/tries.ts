import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import { APPROVAL_TRIES } from '../../../kernel/limits.ts'
import { countAttempt, giveBackTries } from '../codes/attempts.ts'
import { checkCode } from '../codes/check.ts'
import type { CodeUse } from '../codes/issue.ts'
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
 * Compares a code that lets money go. The try is counted before it is compared: five in all within an hour, however often
 * the code is sent again (docs/money.md, Approval codes).
 * @returns the writes that use the code up and give this try back, for the commit of what it approves
 * @throws 401 INVALID_VERIFICATION_CODE, 429 when the tries are used up, 410 for a code that expired
 */
export async function tryApprovalCode(ctx: Ctx, use: CodeUse, typed: string): Promise<Write[]> {
  await countAttempt(ctx, triesOf(use))
  return [...(await checkCode(ctx, use, typed)), ...giveBackTries(ctx, triesOf(use))]
}

/** Aborts the sending of a code that could not be tried any more: 429. */
export const unlessTriesUsedUp = (ctx: Ctx, use: Omit<CodeUse, 'target'>): Write =>
  abortWhen(
    ctx.db,
    TRIES_USED_UP,
    sql`EXISTS (SELECT 1 FROM attempts a WHERE a.key = ${triesOf(use).key} AND a.count >= ${APPROVAL_TRIES.max} AND a.window_ends_at > ${ctx.now})`,
  )
