import * as z from 'zod'
import { countAttempt } from '#domain/core/codes/attempts.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { PREDICTIONS } from '#kernel/limits.ts'
import { COUNTRIES, countryCodes } from '#kernel/phone.ts'
import type { GatewayId } from '#providers/gateways.ts'
import { unreachable } from '../get-configuration.ts'

export const PredictProvider = z.strictObject({ phoneNumber: f.phone })

/** The operator whose number it probably is, in a gateway's words; the person may choose another operator (docs/gateways.md, Phones). */
export const PredictionView = z
  .object({
    country: z.enum(countryCodes.map((code) => COUNTRIES[code].alpha3)),
    provider: z.string(),
    phoneNumber: z.string(),
  })
  .meta({ id: 'PredictedProvider' })

/**
 * Asks a gateway whose number this is.
 * @throws 400 for a number that nobody has; 429 for one who asks too often, before the gateway is asked; 503 if it does not say
 */
export async function predictProvider(
  ctx: Ctx,
  gateway: GatewayId,
  input: z.output<typeof PredictProvider>,
): Promise<z.output<typeof PredictionView>> {
  const phoneNumber = f.phoneOf(input.phoneNumber, 'phoneNumber')
  if (!countryCodes.some((code) => phoneNumber.startsWith(COUNTRIES[code].dialling))) refuseAbroad()
  await countAttempt(ctx, { key: `predictions:${actorOf(ctx).id}`, ...PREDICTIONS })
  const told = (await ctx.providers.gateways[gateway].operators?.predict(phoneNumber)) ?? unreachable()
  const country = countryCodes.find((code) => told.kind === 'known' && COUNTRIES[code].alpha3 === told.country)
  if (told.kind !== 'known' || !country) refuseUnknown()
  return { country: COUNTRIES[country].alpha3, provider: told.provider, phoneNumber }
}

function refuseAbroad(): never {
  invalid('phoneNumber', "Écrivez le numéro avec l'indicatif d'un de nos pays : +243 (Congo) ou +250 (Rwanda).")
}

function refuseUnknown(): never {
  invalid(
    'phoneNumber',
    "Aucun opérateur n'est connu pour ce numéro. Vérifiez-le, ou choisissez l'opérateur vous-même.",
  )
}
