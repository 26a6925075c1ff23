import { eq } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { totp } from '#db/schema/people/factors.ts'
import { countAttempt, forgive } from '#domain/core/codes/attempts.ts'
import { totpGuess } from '#domain/core/codes/guesses.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { codeIn } from '#kernel/signs.ts'
import { acceptCode } from './accept-code.ts'
import { useBackupCode } from './backup-codes.ts'

/** The second factor as a person types it: six digits of the app, or a backup code. */
export const totpOrBackupCode = z.string().overwrite(codeIn).min(1).max(40)

/**
 * Checks a code of the signed-in person's authenticator, or a backup code. The try counts before the code is compared.
 * @returns writes for the commit of the act that is approved: they use the code up, and refuse the commit if another one used it
 * @throws 401 INVALID_VERIFICATION_CODE, 409 without an authenticator, 429
 */
export async function checkTotpProof(ctx: Ctx, code: string): Promise<Write[]> {
  const { id } = actorOf(ctx)
  const guess = await totpGuess(ctx, id, 'SIGNED_IN')
  const [[row]] = await countAttempt(ctx, guess, ctx.db.select().from(totp).where(eq(totp.userId, id)))
  if (!row || row.confirmedAt === null)
    fail('CONFLICT', { message: "La double authentification n'est pas activée sur votre compte." })
  const used = /^\d{6}$/.test(code) ? await acceptCode(ctx, row, code) : await useBackupCode(ctx, id, code)
  return [...used, ...forgive(ctx, guess)]
}
