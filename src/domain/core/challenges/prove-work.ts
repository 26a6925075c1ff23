import { Buffer } from 'node:buffer'
import * as z from 'zod'
import { guard } from '#db/guard.ts'
import { sha256 } from '#kernel/digest.ts'
import { CHALLENGE_TTL_MS } from '#kernel/limits.ts'
import { reportSecurity } from '#kernel/security.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { withinQuota } from '../codes/attempts.ts'
import { isUnderASecret } from '../codes/secrets.ts'
import { commit } from '../commit.ts'
import type { Ctx } from '../context.ts'
import { altcha, challengeSecret } from './altcha.ts'
import { ChallengeView } from './show.ts'

const USED = 'Cette vérification a déjà servi. Demandez-en une autre.'
const CHALLENGE_USED = guard('CHALLENGE_USED', 'TOO_MANY_REQUESTS', {
  reason: 'CHALLENGE_REQUIRED',
  message: USED,
  details: [{ field: 'x-challenge', message: USED }],
  retryAfter: 1,
})

/** Bytes of a solver's answer at most: JSON as base64. */
const MOST_BYTES = 2048
const Payload = z.object({
  challenge: ChallengeView,
  solution: z.object({ counter: z.int().nonnegative(), derivedKey: z.string().max(128) }),
})

/**
 * Checks a proof of work: the solution of a challenge of ours that has not expired; if Turnstile is in use, also a token of its widget.
 * @returns a function that uses up the proof, and refuses its second use with 429 CHALLENGE_REQUIRED; undefined for any other text
 */
export async function proveWork(ctx: Ctx, text: string): Promise<(() => Promise<void>) | undefined> {
  if (text.length > MOST_BYTES) return undefined
  const payload = readPayload(text)
  if (!payload) return (await isPerson(ctx, text)) ? async () => reportSecurity('challenge spent') : undefined
  const { verifySolution, deriveKey } = await altcha()
  const { challenge, solution } = payload
  const isSolved = await isUnderASecret(ctx, async (each) => {
    const hmacSignatureSecret = await challengeSecret(each)
    return (await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret })).verified
  })
  if (!isSolved || challenge.parameters.expiresAt * SECOND_MS < ctx.now) return undefined
  const once = { key: `challenge:${await sha256(challenge.signature)}`, max: 1, windowMs: CHALLENGE_TTL_MS + SECOND_MS }
  return async () => {
    await commit(ctx, withinQuota(ctx, once, CHALLENGE_USED))
    reportSecurity('challenge spent')
  }
}

function readPayload(text: string): z.output<typeof Payload> | undefined {
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(text, 'base64').toString())).data
  } catch {
    return undefined
  }
}

/** Turnstile itself remembers the used tokens. If it cannot be asked, only the proof of work is left. */
const isPerson = async ({ providers }: Ctx, token: string) =>
  providers.turnstile !== undefined && (await providers.turnstile.verify(token)) === 'person'
