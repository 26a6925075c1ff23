import { and, eq, isNull, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { users } from '../../../db/schema/people/users.ts'
import { MINUTE_MS } from '../../../kernel/time.ts'
import { onceAMinute } from '../../core/codes/attempts.ts'
import { rowOf } from '../../core/codes/issue.ts'
import { type OneEmail, withinGuestQuota } from '../../core/codes/mail-code.ts'
import { endTokens, issueToken, tokenText } from '../../core/codes/token.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { askerOf } from '../../core/devices/known.ts'
import { mailOf, messageOrNothing } from '../../core/notices/notify.ts'
import { resetLink } from './notices.ts'

const RESET_TTL_MS = 30 * MINUTE_MS

/**
 * Mails a link that sets a new password, good for 30 minutes and in place of any before it (docs/accounts.md, Passwords).
 * For an address that nobody has, or whose account is blocked, a token of nobody is kept and no mail is written, so that
 * the answer, its time and its limits are the same. 429 within 60 s of the last one, and for the sixth in an hour.
 */
export async function forgotPassword(ctx: Ctx, { email }: z.output<typeof OneEmail>) {
  const [user] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt), isNull(users.blockedAt)))
  const userId = user?.id ?? null
  const token = await issueToken(ctx, { purpose: 'PASSWORD_RESET', userId, ttlMs: RESET_TTL_MS, facts: { email } })
  const link = `${ctx.settings.webBaseUrl}/reinitialiser?token=${tokenText(token)}`
  await commit(ctx, [
    ...onceAMinute(ctx, `reset:${rowOf(ctx, email, await askerOf(ctx, email))}`),
    ...(await withinGuestQuota(ctx, 'PASSWORD_RESET', email)),
    endTokens(ctx, 'PASSWORD_RESET', userId ?? ''),
    ...token.writes,
    messageOrNothing(ctx, sql`${userId} IS NOT NULL`, mailOf({ id: userId ?? '', email }), resetLink, { link }),
  ])
  return { message: "Si un compte a cette adresse, un lien vient d'y être envoyé." }
}
