import { and, eq, inArray, isNull } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { abortUnlessChanged, guard } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { identities, passkeys, totp } from '#db/schema/people/factors.ts'
import { endTokens } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { forgetDevices } from '#domain/core/devices/forget.ts'
import { mailTo } from '#domain/core/notices/notify.ts'
import { tellOwner } from '#domain/core/owner/after-change.ts'
import { cancelRecoveries } from '#domain/core/owner/cancel-recoveries.ts'
import { revokeSessions } from '#domain/core/owner/revoke-sessions.ts'
import { staffAct } from '#domain/core/owner/staff-acts.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { EMPLOYEES } from '#kernel/roles.ts'
import { resetLink } from '../passwords/notices.ts'
import { issueResetLink } from '../passwords/reset-link.ts'
import { dropBackupCodes } from '../totp/backup-codes.ts'
import { getSubject, type Subject } from './get-subject.ts'
import { factorsReset } from './notices.ts'

const NOT_IN_OFFICE = guard('NOT_IN_OFFICE', 'CONFLICT', {
  message: "Seule une personne de l'équipe dont le compte est ouvert peut recevoir de nouveaux facteurs.",
})

export const ForceLogout = z.strictObject({ reason: f.reason.optional(), resetFactors: z.boolean().optional() })
type ForceLogout = z.output<typeof ForceLogout>
export const ForcedLogoutView = z.object({ revokedSessions: z.int() })

/**
 * Signs a person out everywhere, and ends sign-ins that wait for an authenticator's code (docs/accounts.md, Staff acts). With
 * `resetFactors`, a team member who lost every factor begins again (docs/accounts.md, Staff factors).
 * @throws 403 for SUPPORT on an ADMIN, 404, 409 for the actor's own account; with `resetFactors` 403 for all but an ADMIN, 403
 *   REAUTH_REQUIRED, and 409 for a person outside the team or blocked
 */
export async function forceLogout(ctx: Ctx, id: string, { reason, resetFactors = false }: ForceLogout) {
  const subject = await getSubject(ctx, id)
  if (resetFactors && actorOf(ctx).role !== 'ADMIN')
    fail('FORBIDDEN', { message: "Seul un administrateur peut faire recommencer les facteurs de quelqu'un." })
  const told = resetFactors ? ({ act: 'FACTORS', whom: subject.email } as const) : undefined
  const [ended] = await commit(
    ctx,
    [
      ...staffAct(ctx, 'user.force-logout', id, resetFactors ? { reason, resetFactors } : { reason }, told),
      ...(resetFactors ? await beginAnew(ctx, subject) : []),
      endTokens(ctx, 'TOTP_CHALLENGE', id),
    ],
    revokeSessions(ctx, id, 'FORCED'),
  )
  return { revokedSessions: ended.length }
}

/**
 * Removes every factor of a team member, and mails a link that sets a new password. The old password goes too: a thief who knows it could
 * else set up the new factor.
 */
async function beginAnew(ctx: Ctx, { id, email }: Subject): Promise<Write[]> {
  const { link, writes } = await issueResetLink(ctx, { userId: id, email, isFromAdmin: true })
  return [
    ctx.db
      .update(users)
      .set({ passwordHash: null, updatedAt: ctx.now })
      .where(and(eq(users.id, id), inArray(users.role, EMPLOYEES), isNull(users.blockedAt), isNull(users.deletedAt))),
    abortUnlessChanged(ctx.db, NOT_IN_OFFICE),
    ctx.db.delete(totp).where(eq(totp.userId, id)),
    dropBackupCodes(ctx, id),
    ctx.db.delete(passkeys).where(eq(passkeys.userId, id)),
    ctx.db.delete(identities).where(eq(identities.userId, id)),
    ...cancelRecoveries(ctx, id),
    forgetDevices(ctx, id),
    ...writes,
    ...tellOwner(ctx, id, factorsReset),
    mailTo(ctx, { id, email }, resetLink, { link }),
  ]
}
