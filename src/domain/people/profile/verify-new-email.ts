import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortUnlessChanged, guard } from '../../../db/guard.ts'
import { users } from '../../../db/schema/people/users.ts'
import { fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { maskEmail } from '../../../kernel/phone.ts'
import { checkCodeOf } from '../../core/codes/check.ts'
import { endTokens } from '../../core/codes/token.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { mailSecondary, mailTo } from '../../core/notices/notify.ts'
import { cancelRecoveries } from '../recovery/cancel.ts'
import { revokeSessions } from '../sessions/revoke-sessions.ts'
import { viewUser } from '../users/view.ts'
import { emailChanged } from './notices.ts'
import { selectMe } from './queries.ts'

const EMAIL_CHANGED = guard('EMAIL_CHANGED', 'CONFLICT', {
  message: 'Votre adresse e-mail vient de changer. Recommencez.',
})

export const VerifyNewEmail = z.strictObject({ code: f.code6 })

/**
 * The code that came back proves the new address: it is the account's from now on. The old one and the second one are told;
 * every other session ends, and so does what was mailed to the old address or begun with it (docs/accounts.md, Phone and e-mail).
 * @throws 401 INVALID_VERIFICATION_CODE, 410, 429 after five tries; 409 ALREADY_EXISTS when somebody took the address meanwhile
 */
export async function verifyNewEmail(ctx: Ctx, { code }: z.output<typeof VerifyNewEmail>) {
  const { id, email, sessionId } = actorOf(ctx)
  const { target, used } = await checkCodeOf(ctx, { purpose: 'NEW_EMAIL', person: id }, code)
  const facts = { email: maskEmail(target) }
  const moved = {
    email: target,
    emailVerifiedAt: ctx.now,
    secondaryEmail: sql`CASE WHEN secondary_email = ${target} THEN NULL ELSE secondary_email END`,
  }
  const [[user]] = await commit(
    ctx,
    [
      ...used,
      mailSecondary(ctx, id, emailChanged, facts),
      ctx.db
        .update(users)
        .set({ ...moved, updatedAt: ctx.now })
        .where(and(eq(users.id, id), eq(users.email, email), isNull(users.deletedAt))),
      abortUnlessChanged(ctx.db, EMAIL_CHANGED),
      ...(['PASSWORD_RESET', 'TOTP_CHALLENGE', 'RECOVERY'] as const).map((purpose) => endTokens(ctx, purpose, id)),
      cancelRecoveries(ctx, id),
      revokeSessions(ctx, id, 'EMAIL', sessionId),
      mailTo(ctx, { id, email }, emailChanged, facts),
    ],
    selectMe(ctx),
  )
  return viewUser(ctx, user ?? fail('UNAUTHORIZED'))
}
