import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { guard } from '#db/guard.ts'
import { withinQuota } from '#domain/core/codes/attempts.ts'
import type { Ctx } from '#domain/core/context.ts'
import { sha256 } from '#kernel/digest.ts'
import { fail } from '#kernel/failure.ts'
import type { GoogleClaim } from '#providers/google.ts'

const ID_TOKEN_USED = guard('ID_TOKEN_USED', 'UNAUTHORIZED', {
  reason: 'INVALID_CREDENTIALS',
  message: 'Cette connexion avec Google a déjà servi. Recommencez-la.',
})

export const idToken = z.string().min(1).max(8192)

/**
 * Checks an ID token of Google and gives its claim.
 * @returns also writes that use the token up, for the commit of a sign-in, a new account or a link: until then the token stays good. They
 *   know the token by its signed part, because a signature can be spelt in several ways
 * @throws 401 INVALID_CREDENTIALS, also for a token that was used before; 503 if Google's keys cannot be read
 */
export async function proveGoogle(ctx: Ctx, token: string): Promise<{ claim: GoogleClaim; used: Write[] }> {
  const answer = await ctx.providers.google.verify(token, ctx.now)
  if (answer.kind === 'unavailable')
    fail('GATEWAY_UNAVAILABLE', { message: 'Google est injoignable pour le moment. Réessayez plus tard.' })
  if (answer.kind === 'invalid') refuseToken("La connexion avec Google n'a pas pu être vérifiée. Recommencez-la.")
  const { claim } = answer
  const signed = token.slice(0, token.lastIndexOf('.'))
  const once = { key: `google:${await sha256(signed)}`, max: 1, windowMs: claim.endsAt - ctx.now }
  return { claim, used: withinQuota(ctx, once, ID_TOKEN_USED) }
}

export function refuseToken(message: string): never {
  fail('UNAUTHORIZED', { reason: 'INVALID_CREDENTIALS', message })
}
