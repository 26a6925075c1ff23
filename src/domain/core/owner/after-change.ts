import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { users } from '../../../db/schema/people/users.ts'
import { DAY_MS } from '../../../kernel/time.ts'
import { endTokens } from '../codes/token.ts'
import { actorOf, type Ctx } from '../context.ts'
import type { Given, Notice } from '../notices/notice.ts'
import { mailSecondary, notify } from '../notices/notify.ts'
import { cancelRecoveries } from './cancel-recoveries.ts'
import { requireLiveSession } from './proof.ts'
import { revokeSessions, type SessionEnd } from './revoke-sessions.ts'

/** How long nothing is withdrawn after a change of what money follows (docs/money.md, Withdrawals). */
export const HOLD_MS = DAY_MS

/**
 * What goes with every change of what gives access or receives money (docs/accounts.md, After a change): every other
 * session ends, and so do recoveries and sign-ins under way. 401 for a session that another change ended meanwhile.
 */
export function afterChange(ctx: Ctx, reason: SessionEnd = 'CHANGE'): Write[] {
  const { id, sessionId } = actorOf(ctx)
  return [
    requireLiveSession(ctx),
    revokeSessions(ctx, id, reason, sessionId),
    endTokens(ctx, 'TOTP_CHALLENGE', id),
    ...cancelRecoveries(ctx, id),
  ]
}

/** Tells a person at every address, and at the number, that the account has at this point of the commit. */
export const tellOwner = <Facts>(ctx: Ctx, userId: string, told: Notice<Facts>, ...given: Given<Facts>): Write[] => [
  ...notify(ctx, userId, told, ...given),
  mailSecondary(ctx, userId, told, ...given),
]

/** As `tellOwner`, where `condition` holds at that point of the commit. */
export const tellOwnerWhen = <Facts>(
  ctx: Ctx,
  condition: SQL,
  userId: string,
  told: Notice<Facts>,
  ...given: Given<Facts>
): Write[] => [
  ...notify(ctx, sql`(SELECT n.id FROM users n WHERE n.id = ${userId} AND ${condition})`, told, ...given),
  mailSecondary(ctx, sql`(SELECT n.id FROM users n WHERE n.id = ${userId} AND ${condition})`, told, ...given),
]

/** Nothing is withdrawn for a day; of two holds the later one counts. */
export const holdWithdrawals = (ctx: Ctx, userId: string, when: SQL = sql`1`): Write =>
  ctx.db
    .update(users)
    .set({ withdrawalsHeldUntil: sql`max(coalesce(withdrawals_held_until, 0), ${ctx.now + HOLD_MS})` })
    .where(and(eq(users.id, userId), when))
