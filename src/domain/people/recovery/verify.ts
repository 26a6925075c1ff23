import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { abortUnlessChanged } from '#db/guard.ts'
import { recoveries } from '#db/schema/core/recoveries.ts'
import { countAttempt, forgive } from '#domain/core/codes/attempts.ts'
import { compareCode } from '#domain/core/codes/check.ts'
import { TOKEN_USED } from '#domain/core/codes/guards.ts'
import { backupCodeGuess } from '#domain/core/codes/guesses.ts'
import { endTokens, issueToken, tokenText } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { tellOwner } from '#domain/core/owner/after-change.ts'
import { fail, invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'
import { useBackupCode } from '../totp/backup-codes.ts'
import { totpOrBackupCode } from '../totp/prove.ts'
import { destinationOf, findClaim, type RecoveryClaim, targetOf } from './find-claim.ts'
import { recoveryProven } from './notices.ts'
import { COMPLETE_TTL_MS, RECOVERY_METHODS, WAIT_MS } from './terms.ts'

export const VerifyRecovery = z
  .strictObject({
    recoveryId: f.idIn.max(64),
    code: f.code6.optional(),
    backupCode: totpOrBackupCode.optional(),
  })
  .meta(f.someOf('code', 'backupCode'))
export const ProvenRecoveryView = z.object({ recoveryToken: z.string(), availableAt: f.isoTime })

/**
 * Proves a recovery by the sent code, a backup code, or both, if both are right. The new password may be chosen 24 hours later: the owner
 * is told at once at every address, and a proved sign-in of theirs stops it (docs/decisions/0006-a-recovery-waits-a-day.md).
 * @throws 401 INVALID_VERIFICATION_CODE, 409 for a number alone that was not proved for 180 days, 410 for a code or recovery that is over,
 *   429 after five tries
 */
export async function verifyRecovery(
  ctx: Ctx,
  { recoveryId, code, backupCode }: z.output<typeof VerifyRecovery>,
): Promise<z.output<typeof ProvenRecoveryView>> {
  if (code === undefined && backupCode === undefined) invalid('code', 'Donnez le code reçu, ou un code de secours.')
  const { claim, identifier } = await findClaim(ctx, recoveryId)
  // Tries count for the identifier that was typed, in all its recoveries, whether or not an account has it.
  const use = { purpose: 'RECOVERY', person: recoveryId, account: identifier } as const
  const sent = code === undefined ? undefined : await compareCode(ctx, use, code)
  const guess = await backupCodeGuess(ctx, recoveryId, identifier)
  if (backupCode !== undefined) await countAttempt(ctx, guess)
  if (sent && !goesTo(claim, sent.target)) fail('GONE')
  if (sent && backupCode === undefined && isOldNumber(claim, sent.target)) {
    await commit(ctx, sent.giveBack)
    fail('CONFLICT', { message: TOO_OLD })
  }
  // A recovery without an account is refused by the same commit, so that it takes as long.
  const userId = claim?.id ?? ''
  const used = [
    ...(sent?.used ?? []),
    ...(backupCode === undefined ? [] : [...(await useBackupCode(ctx, userId, backupCode)), ...forgive(ctx, guess)]),
  ]
  const availableAt = ctx.now + WAIT_MS
  const facts = { recoveryId, availableAt, email: claim?.email ?? '' }
  const token = await issueToken(ctx, { purpose: 'RECOVERY', userId, ttlMs: WAIT_MS + COMPLETE_TTL_MS, facts })
  await commit(ctx, [
    ...used,
    ...prove(ctx, recoveryId, userId),
    endTokens(ctx, 'RECOVERY', userId),
    ...token.writes,
    ...tellOwner(ctx, userId, recoveryProven, { availableAt }),
  ])
  return { recoveryToken: tokenText(token), availableAt: iso(availableAt) }
}

/** Whether the code's destination still belongs to the account. */
const goesTo = (claim: RecoveryClaim | null, target: string) =>
  claim !== null && RECOVERY_METHODS.some((method) => targetOf(method, destinationOf(claim, method)) === target)

/** Whether the code went to a number that somebody else may have by now: such a code needs another proof beside it. */
const isOldNumber = (claim: RecoveryClaim | null, target: string) =>
  claim?.isPhoneOld === true && targetOf('PHONE', claim.phone) === target
const TOO_OLD =
  "Ce numéro n'a pas été confirmé sur ce compte depuis plus de 180 jours : le code reçu ne suffit pas. Donnez aussi un code de secours, si vous en avez, ou passez par l'adresse de secours."

const prove = (ctx: Ctx, recoveryId: string, userId: string): Write[] => [
  ctx.db
    .update(recoveries)
    .set({ provenAt: ctx.now, expiresAt: ctx.now + WAIT_MS + COMPLETE_TTL_MS })
    .where(
      and(
        eq(recoveries.id, recoveryId),
        eq(recoveries.userId, userId),
        isNull(recoveries.provenAt),
        isNull(recoveries.cancelledAt),
      ),
    ),
  abortUnlessChanged(ctx.db, TOKEN_USED),
]
