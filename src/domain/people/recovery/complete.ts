import { and, eq, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortUnlessChanged } from '#db/guard.ts'
import { recoveries } from '#db/schema/core/recoveries.ts'
import { users } from '#db/schema/core/users.ts'
import { TOKEN_USED } from '#domain/core/codes/guards.ts'
import { forgiveTry, readTokenText, tryToken } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { markAtAddress } from '#domain/core/devices/known.ts'
import { deviceMark } from '#domain/core/devices/view.ts'
import { revokeSessions } from '#domain/core/owner/revoke-sessions.ts'
import { SEASONED_MS } from '#domain/core/owner/young.ts'
import { fail } from '#kernel/failure.ts'
import { formatInstant } from '#kernel/format.ts'
import { EMPLOYEES } from '#kernel/roles.ts'
import { iso } from '#kernel/time.ts'
import { afterPasswordChange } from '../passwords/after-change.ts'
import { chooseByToken } from '../passwords/choose.ts'
import { newPassword } from '../passwords/new-password.ts'
import { endYoungWays } from '../sign-in/end-young-ways.ts'
import { recoveryCompleted } from './notices.ts'

export const CompleteRecovery = z.strictObject({ recoveryToken: z.string().min(1).max(200), newPassword })
export const CompletedRecoveryView = z.object({ recovered: z.literal(true), ...deviceMark })

/**
 * Sets the password of a recovered account after the wait, signs it out everywhere and makes this device known. Ways in added from a week
 * before the recovery on are removed, and a scheduled erasure is cancelled. An older authenticator goes on asking; a backup code passes it.
 * @throws 401 INVALID_VERIFICATION_CODE for a wrong token; 409 before the wait is over, with the time of its end; 410 for a recovery that
 *   was stopped, completed or expired, or whose account is blocked or gone
 */
export async function completeRecovery(
  ctx: Ctx,
  input: z.output<typeof CompleteRecovery>,
): Promise<z.output<typeof CompletedRecoveryView>> {
  const token = await tryToken(ctx, 'RECOVERY', readTokenText(input.recoveryToken))
  const { userId, facts, used } = token
  const availableAt = Number(facts.availableAt)
  if (ctx.now < availableAt) {
    await commit(ctx, [forgiveTry(ctx, token.id)])
    fail('CONFLICT', {
      details: [{ field: 'availableAt', message: iso(availableAt) }],
      message: `Vous pourrez choisir un nouveau mot de passe à partir du ${formatInstant(availableAt)}.`,
    })
  }
  const id = userId ?? ''
  const passwordHash = await chooseByToken(ctx, token, input.newPassword)
  const deviceToken = await markAtAddress(ctx, String(facts.email))
  const open = and(isNotNull(recoveries.provenAt), isNull(recoveries.completedAt), isNull(recoveries.cancelledAt))
  await commit(ctx, [
    ...used,
    ctx.db
      .update(recoveries)
      .set({ completedAt: ctx.now })
      .where(and(eq(recoveries.id, String(facts.recoveryId)), open)),
    abortUnlessChanged(ctx.db, TOKEN_USED),
    ctx.db
      .update(users)
      .set({ passwordHash, erasureDueAt: null, updatedAt: ctx.now })
      .where(
        and(eq(users.id, id), isNull(users.deletedAt), isNull(users.blockedAt), notInArray(users.role, EMPLOYEES)),
      ),
    abortUnlessChanged(ctx.db, TOKEN_USED),
    ...endYoungWays(ctx, id, addedLately(String(facts.recoveryId))),
    revokeSessions(ctx, id, 'RECOVERY'),
    ...afterPasswordChange(ctx, id, recoveryCompleted),
  ])
  return { recovered: true, deviceToken }
}

/** Time since which an added way in is too young: as long before the recovery as a number or address recovers nothing. */
const addedLately = (recoveryId: string) =>
  sql`(SELECT r.created_at - ${SEASONED_MS} FROM recoveries r WHERE r.id = ${recoveryId})`
