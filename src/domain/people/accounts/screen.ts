import * as z from 'zod'
import type { Ctx } from '#domain/core/context.ts'
import { fail, invalid } from '#kernel/failure.ts'

/** Fields that every form that creates an account has. */
export const screening = {
  website: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'À laisser vide : un champ que les personnes ne voient pas.' }),
  turnstileToken: z
    .string()
    .min(1)
    .max(2048)
    .optional()
    .meta({ description: 'Le jeton du widget Turnstile, là où le service le demande.' }),
}
type ScreenFields = { website?: string | undefined; turnstileToken?: string | undefined }

/**
 * Whether a machine fills the form: it filled the field that people do not see (docs/accounts.md, Creating an account). The caller then
 * answers as to a person and creates nothing. If the service has a Turnstile secret, the page's widget must have accepted its visitor too.
 * @throws 400 without a Turnstile token, or for a bad one; 503 if Turnstile cannot be reached
 */
export async function screen(ctx: Ctx, { website, turnstileToken }: ScreenFields): Promise<boolean> {
  if (website) return true
  const { turnstile } = ctx.providers
  if (!turnstile) return false
  const field = 'turnstileToken'
  if (turnstileToken === undefined) invalid(field, "Confirmez d'abord que vous n'êtes pas un robot.")
  const verdict = await turnstile.verify(turnstileToken)
  if (verdict === 'unavailable')
    fail('GATEWAY_UNAVAILABLE', { message: 'La vérification anti-robot est injoignable. Réessayez plus tard.' })
  if (verdict === 'machine') invalid(field, 'La vérification anti-robot a échoué ou expiré. Recommencez-la.')
  return false
}
