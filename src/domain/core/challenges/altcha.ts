import { hmac } from '../../../kernel/digest.ts'
import type { Ctx } from '../context.ts'

/** What signs our challenges. */
export const challengeSecret = (ctx: Ctx) => hmac(ctx.settings.codeSecret, 'challenge')

/** The library of the proof of work, loaded when somebody is first asked for one: every start of the Worker would pay for it. */
export async function altcha() {
  const [{ createChallenge, verifySolution }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  return { createChallenge, verifySolution, deriveKey }
}
