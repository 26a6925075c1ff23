import { hmac } from '#kernel/digest.ts'
import type { Ctx } from '../context.ts'

const secrets = new Map<string, string>()

/** The key that signs our challenges. It is derived once, because a challenge should cost one signature. */
export async function challengeSecret({ settings: { codeSecret } }: Ctx): Promise<string> {
  const secret = secrets.get(codeSecret) ?? (await hmac(codeSecret, 'challenge'))
  secrets.set(codeSecret, secret)
  return secret
}

/** Loads the proof-of-work library at the first challenge: otherwise every start of the Worker would pay for it. */
export async function altcha() {
  const [{ createChallenge, verifySolution }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  return { createChallenge, verifySolution, deriveKey }
}
