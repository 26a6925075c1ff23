import { eq, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { formatInstant } from '#kernel/format.ts'
import { iso } from '#kernel/time.ts'

const WITHDRAWAL_HELD = guard('WITHDRAWAL_HELD', 'CONFLICT', { reason: 'WITHDRAWAL_HELD' })

/** The end of the freeze on the person's withdrawals; null if nothing ever froze them. */
export const selectFreeze = (ctx: Ctx) =>
  ctx.db
    .select({ frozenUntil: users.withdrawalsHeldUntil })
    .from(users)
    .where(eq(users.id, actorOf(ctx).id))

export const areWithdrawalsFrozen = (ctx: Ctx, frozenUntil: number | null | undefined) => (frozenUntil ?? 0) > ctx.now

/**
 * Refuses a withdrawal in the day after a change of the account, and in the week after a number changed hands.
 * @throws 409 WITHDRAWAL_HELD, which says from when withdrawals go on
 */
export function requireWithdrawalsNotFrozen(ctx: Ctx, frozenUntil: number | null | undefined): void {
  if (!frozenUntil || !areWithdrawalsFrozen(ctx, frozenUntil)) return
  const message = `Après un changement de votre compte, les retraits attendent. Réessayez à partir du ${formatInstant(frozenUntil)}.`
  const details = [{ field: 'availableAt', message: iso(frozenUntil) }]
  fail('CONFLICT', { reason: 'WITHDRAWAL_HELD', message, details })
}

/** Aborts a commit while withdrawals are frozen. @throws 409 WITHDRAWAL_HELD */
export const abortWhenWithdrawalsFrozen = (ctx: Ctx): Write =>
  abortWhen(
    ctx.db,
    WITHDRAWAL_HELD,
    sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${actorOf(ctx).id} AND u.withdrawals_held_until > ${ctx.now})`,
  )
