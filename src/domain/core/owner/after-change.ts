import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { users } from '#db/schema/core/users.ts'
import { OWN_ACTS_TOLD } from '#kernel/limits.ts'
import { DAY_MS } from '#kernel/time.ts'
import { countTry, isOver } from '../codes/attempts.ts'
import { endTokens } from '../codes/token.ts'
import { actorOf, type Ctx, personOf } from '../context.ts'
import type { Notice, NoticeFacts } from '../notices/notice.ts'
import { mailSecondary, notify } from '../notices/notify.ts'
import { cancelRecoveries } from './cancel-recoveries.ts'
import { requireLiveSession } from './proof.ts'
import { revokeSessions, type SessionEnd } from './revoke-sessions.ts'

/** Time without withdrawals after a change of an account's access or numbers, in ms (docs/money.md, Withdrawals). */
export const WITHDRAWAL_FREEZE_MS = DAY_MS

/**
 * Writes with every change of access or of a number that receives money (docs/accounts.md, After a change): they end every other session,
 * and recoveries and sign-ins under way.
 * @throws 401 if another change has ended the session meanwhile
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
 * Tells a person at every address and number that the account has at this point of the commit. Their own acts are told ten times a day of
 * each kind, so that repeated changes do not cost messages without end; acts of others are always told.
 */
export const tellOwner = <Facts>(
  ctx: Ctx,
  userId: string,
  told: Notice<Facts>,
  ...given: NoticeFacts<Facts>
): Write[] => tellOwnerWhen(ctx, sql`true`, userId, told, ...given)

const quotaOfOwnActs = (kind: string, userId: string) => ({ key: `told:${kind}:${userId}`, ...OWN_ACTS_TOLD })

/** Whether a person was told of one kind of own act often enough today: put it behind the statement that counts the present act. */
export const isToldEnough = ({ kind }: Pick<Notice<unknown>, 'kind'>, userId: string): SQL =>
  sql`(${isOver(quotaOfOwnActs(kind, userId))})`

/** Tells as `tellOwner`, if `condition` holds at that point of the commit. */
export const tellOwnerWhen = <Facts>(
  ctx: Ctx,
  condition: SQL,
  userId: string,
  told: Notice<Facts>,
  ...given: NoticeFacts<Facts>
): Write[] => {
  const limit = quotaOfOwnActs(told.kind, userId)
  const isOwn = personOf(ctx)?.id === userId
  const when = isOwn ? sql`${condition} AND NOT ${isToldEnough(told, userId)}` : condition
  const whose = sql`(SELECT n.id FROM users n WHERE n.id = ${userId} AND ${when})`
  return [
    ...(isOwn ? [countTry(ctx, limit, condition)] : []),
    ...notify(ctx, whose, told, ...given),
    mailSecondary(ctx, whose, told, ...given),
  ]
}

/** Freezes withdrawals for a day, or for `forMs`; of two freezes the later end counts. */
export const freezeWithdrawals = (ctx: Ctx, userId: string, when: SQL = sql`1`, forMs = WITHDRAWAL_FREEZE_MS): Write =>
  ctx.db
    .update(users)
    .set({ withdrawalsHeldUntil: sql`max(coalesce(withdrawals_held_until, 0), ${ctx.now + forMs})` })
    .where(and(eq(users.id, userId), when))
