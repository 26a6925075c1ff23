import type { Write } from '#db/client.ts'
import { countAttempt, forgetAttempts } from '#domain/core/codes/attempts.ts'
import { isUnderASecret } from '#domain/core/codes/secrets.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { sameText } from '#kernel/text.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { type Handover, handoverCode } from './handover-code.ts'

/**
 * Compares the code that was read out at a hand-over: five tries of a person in 15 minutes, counted before they
 * are compared. The next rider of a job has tries of their own.
 * @returns the writes that forget the tries, for the commit of the hand-over
 * @throws 401 INVALID_VERIFICATION_CODE, 429 after five tries
 */
export async function checkHandoverCode(ctx: Ctx, kind: Handover, orderId: string, typed: string): Promise<Write[]> {
  const key = `handover:${kind}:${orderId}:${actorOf(ctx).id}`
  await countAttempt(ctx, { key, max: 5, windowMs: 15 * MINUTE_MS })
  const isRight = async (as: Ctx) => sameText(typed, await handoverCode(as, kind, orderId))
  if (!(await isUnderASecret(ctx, isRight))) fail('UNAUTHORIZED', 'INVALID_VERIFICATION_CODE')
  return [forgetAttempts(ctx, key)]
}
