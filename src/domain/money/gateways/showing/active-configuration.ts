import * as z from 'zod'
import type { Ctx } from '#domain/core/context.ts'
import { COUNTRIES, countryCodes } from '#kernel/phone.ts'
import type { GatewayId } from '#providers/gateways.ts'
import { getConfiguration } from '../get-configuration.ts'

const OPERATION_TYPES = ['DEPOSIT', 'PAYOUT', 'REFUND'] as const
const word = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2,3}$/, { error: 'Un code de deux ou trois lettres est attendu.' })
  .meta({ json: { type: 'string', pattern: '^[A-Za-z]{2,3}$' } })

export const ReadConfiguration = z.strictObject({
  /** COD or RWA; CD and RW are understood. */
  country: word.optional(),
  operationType: z.enum(OPERATION_TYPES).optional(),
  currency: word.optional(),
})

const Operation = z.object({
  decimalsInAmount: z.string(),
  minAmount: z.string(),
  maxAmount: z.string(),
  status: z.string(),
})
const CurrencyView = z.object({
  currency: z.string(),
  operationTypes: z.partialRecord(z.enum(OPERATION_TYPES), Operation),
})
const ProviderView = z.object({ provider: z.string(), currencies: z.array(CurrencyView) })
const CountryView = z.object({ country: z.string(), providers: z.array(ProviderView) })

/** A gateway's active configuration (docs/gateways.md, Active configuration), with the limits that each operation has now. */
export const ConfigurationView = z.object({ countries: z.array(CountryView) }).meta({ id: 'ActiveConfiguration' })
type ConfigurationView = z.output<typeof ConfigurationView>

/**
 * Shows the operators that a gateway can reach now, with their currencies and decimals (docs/gateways.md, Active configuration). Countries
 * and operators of which the filters leave nothing are left out.
 * @throws 503 GATEWAY_UNAVAILABLE if it does not answer, or if its answer cannot be read
 */
export async function showActiveConfiguration(
  ctx: Ctx,
  gateway: GatewayId,
  filter: z.output<typeof ReadConfiguration> = {},
): Promise<ConfigurationView> {
  const configuration = await getConfiguration(ctx, gateway)
  const country = countryCodes.find((code) => code === filter.country)
  const wanted = country ? COUNTRIES[country].alpha3 : filter.country
  const offered = ({ operationTypes }: z.output<typeof CurrencyView>) =>
    Object.fromEntries(
      Object.entries(operationTypes).filter(([type]) => !filter.operationType || type === filter.operationType),
    )
  return {
    countries: configuration.countries
      .filter((each) => !wanted || each.country === wanted)
      .map((each) => ({
        country: each.country,
        providers: each.providers
          .map(({ provider, currencies }) => ({
            provider,
            currencies: currencies
              .filter(({ currency }) => !filter.currency || currency === filter.currency)
              .map((entry) => ({ currency: entry.currency, operationTypes: offered(entry) }))
              .filter(({ operationTypes }) => Object.keys(operationTypes).length > 0),
          }))
          .filter(({ currencies }) => currencies.length > 0),
      }))
      .filter(({ providers }) => providers.length > 0),
  }
}
