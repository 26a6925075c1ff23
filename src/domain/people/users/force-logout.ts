import * as z from 'zod'
import * as f from '../../../kernel/fields.ts'
import { audited } from '../../core/audit.ts'
import { endTokens } from '../../core/codes/token.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { revokeSessions } from '../../core/owner/revoke-sessions.ts'
import { getSubject } from './get-subject.ts'

/** Why staff did it, for the record. */
export const StaffAct = z.strictObject({ reason: f.reason.optional() })
export type StaffAct = z.output<typeof StaffAct>
export const ForcedLogoutView = z.object({ revokedSessions: z.int() })

/**
 * Signs a person out everywhere: their tokens are refused from the next request on, and sign-ins that wait for an
 * authenticator's code begin anew (docs/accounts.md, Staff acts).
 * @throws 403 for SUPPORT on an ADMIN, 404, 409 for oneself
 */
export async function forceLogout(ctx: Ctx, id: string, { reason }: StaffAct) {
  await getSubject(ctx, id)
  const [ended] = await commit(
    ctx,
    [endTokens(ctx, 'TOTP_CHALLENGE', id), audited(ctx, 'user.force-logout', id, { reason })],
    revokeSessions(ctx, id, 'FORCED'),
  )
  return { revokedSessions: ended.length }
}
