import { and, eq, lt, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortUnlessChanged } from '#db/guard.ts'
import { totp } from '#db/schema/people/factors.ts'
import { CODE_USED } from '#domain/core/codes/guards.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { seal, unseal } from '#kernel/seal.ts'
import { stepOfCode } from './authenticator.ts'

type Totp = typeof totp.$inferSelect

/**
 * Compares a code with an authenticator; count the try before. A seed sealed under an older key is sealed again under the newest.
 * @param set further columns of the authenticator to change
 * @returns writes for the commit of the act that is approved. They refuse it with 401 if this step, or a later one, was accepted already,
 *   so that a code works once, or if the authenticator changed since it was read
 * @throws 401 INVALID_VERIFICATION_CODE
 */
export async function acceptCode(
  ctx: Ctx,
  { userId, sealedSeed, keyVersion, confirmedAt }: Totp,
  code: string,
  set: Partial<Totp> = {},
): Promise<Write[]> {
  const { sealKeys } = ctx.settings
  const seed = await unseal(sealKeys, userId, { text: sealedSeed, version: keyVersion })
  const step = stepOfCode(seed, code, ctx.now)
  if (step === null) fail('UNAUTHORIZED', 'INVALID_VERIFICATION_CODE')
  const isSealedAnew = sealKeys[0] !== undefined && keyVersion < sealKeys[0].version
  const anew = isSealedAnew ? await seal(sealKeys, userId, seed) : undefined
  return [
    ctx.db
      .update(totp)
      .set({ lastStep: step, ...set, ...(anew && { sealedSeed: anew.text, keyVersion: anew.version }) })
      .where(
        and(
          eq(totp.userId, userId),
          eq(totp.sealedSeed, sealedSeed),
          sql`totp.confirmed_at IS ${confirmedAt}`,
          lt(totp.lastStep, step),
        ),
      ),
    abortUnlessChanged(ctx.db, CODE_USED),
  ]
}
