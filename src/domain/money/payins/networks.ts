import * as z from 'zod'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { decimalsOfOperator } from '#kernel/operators.ts'
import { COUNTRIES, countryCodes } from '#kernel/phone.ts'
import { PAYIN_RANGE } from './payer.ts'

export const NetworksView = z.object({
  countries: z.array(
    z.object({
      countryCode: f.country,
      networks: z.array(
        z.object({
          network: z.string(),
          currencies: z.array(z.object({ currency: f.currency, min: f.decimal, max: f.decimal, decimals: z.int() })),
        }),
      ),
    }),
  ),
})

/** Which phones can pay, in which currencies and between which amounts (docs/gateways.md, Networks). */
export const listNetworks = (): z.output<typeof NetworksView> => ({
  countries: countryCodes.map((countryCode) => ({
    countryCode,
    networks: COUNTRIES[countryCode].networks.map((network) => ({
      network,
      currencies: COUNTRIES[countryCode].currencies.map((currency) => ({
        currency,
        min: formatAmount(PAYIN_RANGE[currency].leastMinor, currency),
        max: formatAmount(PAYIN_RANGE[currency].mostMinor, currency),
        decimals: decimalsOfOperator(network, currency),
      })),
    })),
  })),
})
