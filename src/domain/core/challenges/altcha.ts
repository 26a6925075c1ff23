import { hmac } from '../../../kernel/digest.ts'
import type { Ctx } from '../context.ts'

const secrets = new Map<string, string>()

/** What signs our challenges. It is worked out once, because a challenge is to cost one signature. */
export async function challengeSecret({ settings: { codeSecret } }: Ctx): Promise<string> {
  const secret = secrets.get(codeSecret) ?? (await hmac(codeSecret, 'challenge'))
  secrets.set(codeSecret, secret)
  return secret
}

/** The library of the proof of work, loaded when somebody is first asked for one: every start of the Worker would pay for it. */
export async function altcha() {
  const [{ createChallenge, verifySolution }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  return { createChallenge, verifySolution, deriveKey }
}
