import type { Ctx } from '#domain/core/context.ts'
import { fail, invalid } from '#kernel/failure.ts'
import { formatMoney } from '#kernel/format.ts'
import { CURRENCIES, MAX_AMOUNT_MINOR, type Money, parseAmount } from '#kernel/money.ts'
import { COUNTRIES, type CountryCode } from '#kernel/phone.ts'
import type { GatewayId } from '#providers/gateways.ts'
import { getConfiguration } from '../gateways/get-configuration.ts'

type PayoutTerms = Money & { provider: string; country: CountryCode }

/**
 * Refuses a payout that its gateway would refuse now: its active configuration says which providers, currencies, decimals
 * and limits it takes (docs/gateways.md, Active configuration). A gateway that tells nothing of them refuses for itself.
 * @throws 400 that names the field; 503 when the configuration cannot be read or the provider is closed
 */
export async function requireOffered(ctx: Ctx, gateway: GatewayId, wanted: PayoutTerms): Promise<void> {
  if (!ctx.providers.gateways[gateway].operators) return
  const { amountMinor, currency, provider, country } = wanted
  const configuration = await getConfiguration(ctx, gateway)
  const { alpha3 } = COUNTRIES[country]
  const providers = configuration.countries.find((each) => each.country === alpha3)?.providers ?? []
  const chosen =
    providers.find((each) => each.provider === provider) ??
    invalid('provider', `Opérateurs de ce pays : ${providers.map((each) => each.provider).join(', ')}.`)
  const offer =
    chosen.currencies.find((each) => each.currency === currency)?.operationTypes.PAYOUT ??
    invalid('currency', `${provider} ne verse pas en ${currency}.`)
  if (offer.status === 'CLOSED') {
    fail('GATEWAY_UNAVAILABLE', {
      message: `${provider} ne fait pas de versements pour le moment. Réessayez plus tard.`,
    })
  }
  const minorPerMajor = 10 ** CURRENCIES[currency].decimals
  if (offer.decimalsInAmount === 'NONE' && amountMinor % minorPerMajor !== 0) {
    invalid('amount', `${provider} ne prend que des montants entiers en ${currency}.`)
  }
  const leastMinor = parseAmount(offer.minAmount, currency) ?? 1
  const mostMinor = parseAmount(offer.maxAmount, currency) ?? MAX_AMOUNT_MINOR
  if (amountMinor < leastMinor || amountMinor > mostMinor) {
    const say = (bound: number) => formatMoney({ amountMinor: bound, currency })
    invalid('amount', `Le montant doit être entre ${say(leastMinor)} et ${say(mostMinor)}.`)
  }
}
