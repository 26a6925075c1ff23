import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import * as z from 'zod'
import { users } from '#db/schema/core/users.ts'
import { totp } from '#db/schema/people/factors.ts'
import { countAttempt, forgive } from '#domain/core/codes/attempts.ts'
import { totpGuess } from '#domain/core/codes/guesses.ts'
import { readTokenText, tryToken } from '#domain/core/codes/token.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail, invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { addFacts } from '#kernel/report.ts'
import type { Device } from '../sessions/open-session.ts'
import { type Session, startSession } from '../sign-in/sign-in.ts'
import { acceptCode } from './accept-code.ts'
import { useBackupCode } from './backup-codes.ts'
import { totpOrBackupCode } from './prove.ts'

export const LoginTotp = z
  .strictObject({
    pendingToken: z.string().min(1).max(500),
    code: f.code6.optional(),
    backupCode: totpOrBackupCode.optional(),
  })
  .meta(f.oneOf('code', 'backupCode'))

/**
 * Ends a sign-in that waits for the authenticator (docs/accounts.md, Authenticator): its token and a code, or backup code, open the
 * session. The token allows five tries, and the account ten in 15 minutes for each first factor; a try counts before anything is compared.
 * @throws 400 without exactly one of both codes, 401 INVALID_VERIFICATION_CODE, 403 ACCOUNT_BLOCKED, 410 for a token that expired, was used
 *   or was tried too often, 429
 */
export async function loginTotp(
  ctx: Ctx,
  { pendingToken, code, backupCode }: z.output<typeof LoginTotp>,
  device: Device,
): Promise<Session> {
  const accept =
    code !== undefined && backupCode === undefined
      ? (row: typeof totp.$inferSelect) => acceptCode(ctx, row, code)
      : backupCode !== undefined && code === undefined
        ? ({ userId }: { userId: string }) => useBackupCode(ctx, userId, backupCode)
        : invalid('code', "Donnez le code de l'application, ou un code de secours.")
  const tried = await tryToken(ctx, 'TOTP_CHALLENGE', readTokenText(pendingToken))
  const userId = tried.userId ?? fail('GONE')
  addFacts({ of: userId })
  const guess = await totpGuess(ctx, userId, String(tried.facts.method))
  const [[user], [row]] = await countAttempt(
    ctx,
    guess,
    ctx.db
      .select()
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.deletedAt))),
    ctx.db
      .select()
      .from(totp)
      .where(and(eq(totp.userId, userId), isNotNull(totp.confirmedAt))),
  )
  if (!user || !row) fail('GONE', { message: "Cette demande n'est plus valable. Recommencez." })
  if (user.blockedAt !== null) fail('FORBIDDEN', 'ACCOUNT_BLOCKED')
  const accepted = await accept(row)
  const used = [...tried.used, ...accepted, ...forgive(ctx, guess)]
  return startSession(ctx, user, device, { opening: 'TOTP', used })
}
