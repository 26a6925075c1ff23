import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { users } from '../../../db/schema/core/users.ts'
import { OWN_ACTS_TOLD } from '../../../kernel/limits.ts'
import { DAY_MS } from '../../../kernel/time.ts'
import { counting, isOver } from '../codes/attempts.ts'
import { endTokens } from '../codes/token.ts'
import { actorOf, type Ctx, personOf } from '../context.ts'
import type { Given, Notice } from '../notices/notice.ts'
import { mailSecondary, notify } from '../notices/notify.ts'
import { cancelRecoveries } from './cancel-recoveries.ts'
import { requireLiveSession } from './proof.ts'
import { revokeSessions, type SessionEnd } from './revoke-sessions.ts'

/** How long nothing is withdrawn after a change of what money follows (docs/money.md, Withdrawals). */
export const WITHDRAWAL_HOLD_MS = DAY_MS

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

/**
 * Tells a person at every address, and at the number, that the account has at this point of the commit. What they do
 * themselves is told ten times a day of each kind, so that doing and undoing it costs no messages without end; what others
 * do is always told.
 */
export const tellOwner = <Facts>(ctx: Ctx, userId: string, told: Notice<Facts>, ...given: Given<Facts>): Write[] =>
  tellOwnerWhen(ctx, sql`true`, userId, told, ...given)

const ownActsTold = (kind: string, userId: string) => ({ key: `told:${kind}:${userId}`, ...OWN_ACTS_TOLD })

/** Whether a person was told of one kind of act of their own often enough today: put it behind what counts the present one. */
export const isToldEnough = ({ kind }: Pick<Notice<unknown>, 'kind'>, userId: string): SQL =>
  sql`(${isOver(ownActsTold(kind, userId))})`

/** As `tellOwner`, where `condition` holds at that point of the commit. */
export const tellOwnerWhen = <Facts>(
  ctx: Ctx,
  condition: SQL,
  userId: string,
  told: Notice<Facts>,
  ...given: Given<Facts>
): Write[] => {
  const limit = ownActsTold(told.kind, userId)
  const isOwn = personOf(ctx)?.id === userId
  const when = isOwn ? sql`${condition} AND NOT ${isToldEnough(told, userId)}` : condition
  const whose = sql`(SELECT n.id FROM users n WHERE n.id = ${userId} AND ${when})`
  return [
    ...(isOwn ? [counting(ctx, limit, condition)] : []),
    ...notify(ctx, whose, told, ...given),
    mailSecondary(ctx, whose, told, ...given),
  ]
}

/** Nothing is withdrawn for a day, unless told; of two holds the later one counts. */
export const holdWithdrawals = (ctx: Ctx, userId: string, when: SQL = sql`1`, forMs = WITHDRAWAL_HOLD_MS): Write =>
  ctx.db
    .update(users)
    .set({ withdrawalsHeldUntil: sql`max(coalesce(withdrawals_held_until, 0), ${ctx.now + forMs})` })
    .where(and(eq(users.id, userId), when))
