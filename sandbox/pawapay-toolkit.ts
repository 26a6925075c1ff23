import { Hono } from 'hono'
import { withFaults } from './fault-injection.ts'
import { COUNTRIES, countryCodes, PROVIDERS, providersOf } from './pawapay-providers.ts'
import { publicKeys } from './pawapay-signature.ts'
import type { RouteEnv } from './sandbox.ts'

const OPERATIONS = ['DEPOSIT', 'PAYOUT', 'REFUND']

type Filter = { country?: string; operationType?: string }
const wanted = ({ country, operationType }: Filter) => ({
  countries: countryCodes.filter((code) => !country || code === country),
  operations: OPERATIONS.filter((operation) => !operationType || operation === operationType),
})

function configuration(filter: Filter, callbackBase: string) {
  const { countries, operations } = wanted(filter)
  const operationTypes = (limits: { min: string; max: string; decimals: string }) =>
    Object.fromEntries(
      operations.map((operation) => [
        operation,
        {
          authType: operation === 'DEPOSIT' ? 'PROVIDER_AUTH' : undefined,
          minAmount: limits.min,
          maxAmount: limits.max,
          decimalsInAmount: limits.decimals,
          status: 'OPERATIONAL',
          callbackUrl: `${callbackBase}/${operation.toLowerCase()}s`,
        },
      ]),
    )
  return {
    companyName: 'Soko (sandbox)',
    signatureConfiguration: { signedRequestsOnly: false, signedCallbacks: true },
    countries: countries.map((country) => ({
      country,
      prefix: COUNTRIES[country].prefix,
      displayName: { en: COUNTRIES[country].en, fr: COUNTRIES[country].fr },
      providers: providersOf(country).map(({ provider, name, currencies }) => ({
        provider,
        displayName: name,
        nameDisplayedToCustomer: 'SOKO',
        currencies: Object.entries(currencies).map(([currency, limits]) => ({
          currency,
          displayName: currency,
          operationTypes: operationTypes(limits),
        })),
      })),
    })),
  }
}

/** Gateway A's own data: countries, providers and their limits, wallets, public keys. */
export const pawapayToolkit = new Hono<RouteEnv>()
  .get('/active-conf', (c) =>
    withFaults(c.env.sandbox, 'A', 'read', {
      act: () =>
        c.json(configuration(c.req.query(), `${c.env.sandbox.settings.MARKET_BASE_URL}/api/v1/gatewayA/callbacks`)),
      serverError: () => c.json({ failureReason: { failureCode: 'UNKNOWN_ERROR' } }, 500),
      refused: () => c.json({ failureReason: { failureCode: 'AUTHORISATION_ERROR' } }, 403),
    }),
  )
  .get('/availability', (c) => {
    const { countries, operations } = wanted(c.req.query())
    const operationTypes = Object.fromEntries(operations.map((operation) => [operation, 'OPERATIONAL']))
    return c.json(
      countries.map((country) => ({
        country,
        providers: providersOf(country).map(({ provider }) => ({ provider, operationTypes })),
      })),
    )
  })
  .post('/predict-provider', async (c) => {
    const body: Record<string, unknown> = await c.req.json().catch(() => ({}))
    const phoneNumber = String(body.phoneNumber ?? '').replace(/[\s+()-]/g, '')
    const found = Object.entries(PROVIDERS).find(
      ([, { country, prefixes }]) =>
        phoneNumber.length === 12 && prefixes.some((two) => phoneNumber.startsWith(COUNTRIES[country].prefix + two)),
    )
    if (!found || !/^\d+$/.test(phoneNumber)) {
      const failureReason = { failureCode: 'INVALID_PHONE_NUMBER', failureMessage: 'No provider for this number.' }
      return c.json({ failureReason }, 400)
    }
    return c.json({ country: found[1].country, provider: found[0], phoneNumber })
  })
  .get('/wallet-balances', (c) => {
    const { countries } = wanted(c.req.query())
    const balances = countries.flatMap((country) =>
      (country === 'COD' ? ['CDF', 'USD'] : ['RWF']).map((currency) => ({ country, balance: '10000000.00', currency })),
    )
    return c.json({ balances })
  })
  .get('/public-key/http', async (c) => c.json(await publicKeys(c.env.sandbox)))
