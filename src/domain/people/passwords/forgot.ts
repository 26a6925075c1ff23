import { and, eq, isNull, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { users } from '#db/schema/core/users.ts'
import { onceAMinute } from '#domain/core/codes/attempts.ts'
import { rowOf } from '#domain/core/codes/issue.ts'
import { commitForGuest, type OneEmail } from '#domain/core/codes/mail-code.ts'
import type { Ctx } from '#domain/core/context.ts'
import { askerOf } from '#domain/core/devices/known.ts'
import { mailOf, messageOrNothing } from '#domain/core/notices/notify.ts'
import { isForAdminToReset } from '../sign-in/ways.ts'
import { resetLink, resetRefused } from './notices.ts'
import { issueResetLink } from './reset-link.ts'

/**
 * Mails a link that sets a new password, good for 30 minutes (docs/accounts.md, Passwords); earlier links stay good. An unknown or blocked
 * address gets no mail, but the same answer, time and limits. A team member without a factor is told who can let them in.
 * @throws 429 within 60 s of the last link, and for the sixth in an hour
 */
export async function forgotPassword(ctx: Ctx, { email }: z.output<typeof OneEmail>) {
  const [user] = await ctx.db
    .select({ id: users.id, isForAdmin: isForAdminToReset(ctx).as('is_for_admin') })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt), isNull(users.blockedAt)))
  const userId = user?.id ?? null
  const isForAdmin = user?.isForAdmin ?? false
  const { link, writes } = await issueResetLink(ctx, { userId: isForAdmin ? null : userId, email })
  const isSomebody = sql`${userId} IS NOT NULL`
  const to = mailOf({ id: userId ?? '', email })
  const row = rowOf(ctx, email, await askerOf(ctx, email))
  await commitForGuest(ctx, 'PASSWORD_RESET', email, (quota) => [
    ...onceAMinute(ctx, sql`'reset:' || ${row}`),
    ...quota,
    ...writes,
    isForAdmin
      ? messageOrNothing(ctx, isSomebody, to, resetRefused)
      : messageOrNothing(ctx, isSomebody, to, resetLink, { link }),
  ])
  return { message: "Si un compte a cette adresse, un lien vient d'y être envoyé." }
}
