import * as z from 'zod'
import { CHALLENGE_TTL_MS } from '#kernel/limits.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { Ctx } from '../context.ts'
import { altcha, challengeSecret } from './altcha.ts'

/** An ALTCHA challenge (altcha.org), version 2. */
export const ChallengeView = z
  .object({
    parameters: z
      .object({
        algorithm: z.string(),
        nonce: z.string(),
        salt: z.string(),
        /** Rounds of each derivation. */
        cost: z.int(),
        keyLength: z.int(),
        /** The derived key must begin with it. */
        keyPrefix: z.string(),
        /** Seconds since 1970. */
        expiresAt: z.int(),
      })
      .meta({ id: 'ChallengeParameters' }),
    signature: z.string(),
  })
  .meta({ id: 'Challenge' })

/** Rounds of each of the 256 derivations that a solution takes on average: about a second on a cheap phone. */
const COST = 5_000

/**
 * Makes a proof of work, valid for ten minutes (docs/limits.md, Suspect addresses). It is signed and not stored, so that one costs a
 * signature and nothing else, however many are asked for.
 */
export async function showChallenge(ctx: Ctx): Promise<z.output<typeof ChallengeView>> {
  const { createChallenge, deriveKey } = await altcha()
  const { parameters, signature = '' } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    deriveKey,
    expiresAt: Math.floor((ctx.now + CHALLENGE_TTL_MS) / SECOND_MS),
    hmacSignatureSecret: await challengeSecret(ctx),
  })
  const { algorithm, nonce, salt, cost, keyLength, keyPrefix, expiresAt = 0 } = parameters
  return { parameters: { algorithm, nonce, salt, cost, keyLength, keyPrefix, expiresAt }, signature }
}
