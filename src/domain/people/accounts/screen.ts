import * as z from 'zod'
import { fail, invalid } from '../../../kernel/failure.ts'
import type { Ctx } from '../../core/context.ts'

/** Fields of every form that creates an account, beside its own. */
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
type Screened = { website?: string | undefined; turnstileToken?: string | undefined }

/**
 * Whether a new account is a machine's, as far as that shows (docs/accounts.md, Creating an account): it filled
 * the field that people do not see. The caller then answers as ever and creates nothing. Where the service has a Turnstile
 * secret, the page's widget must have taken its visitor for a person too.
 * @throws 400 without a token of Turnstile's, or for a bad one; 503 when it cannot be asked
 */
export async function screen(ctx: Ctx, { website, turnstileToken }: Screened): Promise<boolean> {
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
