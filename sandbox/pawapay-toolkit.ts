import { type Context, Hono } from 'hono'
import { withFaults } from './fault-injection.ts'
import { isClosed } from './faults.ts'
import { COUNTRIES, countryCodes, fromHundredths, hundredths, PROVIDERS, providersOf } from './pawapay-providers.ts'
import { publicKeys } from './pawapay-signature.ts'
import type { RouteEnv, Sandbox } from './sandbox.ts'

const OPERATIONS = ['DEPOSIT', 'PAYOUT', 'REFUND']

type Filter = { country?: string; operationType?: string }
const filterOf = ({ country, operationType }: Filter) => ({
  countries: countryCodes.filter((code) => !country || code === country),
  operations: OPERATIONS.filter((operation) => !operationType || operation === operationType),
})

const wordOf = (sandbox: Sandbox, provider: string) => (isClosed(sandbox, provider) ? 'CLOSED' : 'OPERATIONAL')

function configuration(sandbox: Sandbox, filter: Filter, callbackBase: string) {
  const { countries, operations } = filterOf(filter)
  const operationTypes = (provider: string, limits: { min: string; max: string; decimals: string }) =>
    Object.fromEntries(
      operations.map((operation) => [
        operation,
        {
          authType: operation === 'DEPOSIT' ? 'PROVIDER_AUTH' : undefined,
          minAmount: limits.min,
          maxAmount: limits.max,
          decimalsInAmount: limits.decimals,
          status: wordOf(sandbox, provider),
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
          operationTypes: operationTypes(provider, limits),
        })),
      })),
    })),
  }
}

const broken = {
  serverError: () => Response.json({ failureReason: { failureCode: 'UNKNOWN_ERROR' } }, { status: 500 }),
  refused: () => Response.json({ failureReason: { failureCode: 'AUTHORISATION_ERROR' } }, { status: 403 }),
}

function availability(sandbox: Sandbox, filter: Filter) {
  const { countries, operations } = filterOf(filter)
  return countries.map((country) => ({
    country,
    providers: providersOf(country).map(({ provider }) => ({
      provider,
      operationTypes: Object.fromEntries(operations.map((operation) => [operation, wordOf(sandbox, provider)])),
    })),
  }))
}

function predict(c: Context<RouteEnv>, body: Record<string, unknown>) {
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
}

/** The fee under the fault `takesFee`, in hundredths: two per cent of the movement. */
const feeOf = (amount: string, faults: string) =>
  faults.split(',').includes('takesFee') ? Math.round(hundredths(amount) / 50) : 0

/**
 * The balance of each wallet: ten million, and all movements since. Money that goes out is taken when it is accepted,
 * and comes back if the movement fails.
 */
function wallets(sandbox: Sandbox, filter: Filter) {
  const moved = sandbox.rows<{ country: string; currency: string; kind: string; amount: string; faults: string }>(
    `SELECT country, currency, kind, amount, faults FROM movement WHERE gateway = 'A' AND (state = 'succeeded' OR (state = 'waiting' AND kind <> 'deposit'))`,
  )
  const balanceOf = (country: string, currency: string) =>
    moved
      .filter((each) => each.country === country && each.currency === currency)
      .reduce(
        (sum, { kind, amount, faults }) =>
          sum + (kind === 'deposit' ? 1 : -1) * hundredths(amount) - feeOf(amount, faults),
        hundredths('10000000'),
      )
  const balances = filterOf(filter).countries.flatMap((country) =>
    (country === 'COD' ? ['CDF', 'USD'] : ['RWF']).map((currency) => ({
      country,
      balance: fromHundredths(balanceOf(country, currency)),
      currency,
    })),
  )
  return { balances }
}

/** Gateway A's own data: countries, providers and their limits, wallets, public keys. */
export const pawapayToolkit = new Hono<RouteEnv>()
  .get('/active-conf', (c) =>
    withFaults(c.env.sandbox, 'A', 'read', {
      ...broken,
      act: () =>
        c.json(
          configuration(
            c.env.sandbox,
            c.req.query(),
            `${c.env.sandbox.settings.MARKET_BASE_URL}/api/v1/gatewayA/callbacks`,
          ),
        ),
    }),
  )
  .get('/availability', (c) =>
    withFaults(c.env.sandbox, 'A', 'read', {
      ...broken,
      act: () => c.json(availability(c.env.sandbox, c.req.query())),
    }),
  )
  .post('/predict-provider', (c) =>
    withFaults(c.env.sandbox, 'A', 'read', {
      ...broken,
      act: async () => predict(c, await c.req.json().catch(() => ({}))),
    }),
  )
  .get('/wallet-balances', (c) =>
    withFaults(c.env.sandbox, 'A', 'read', { ...broken, act: () => c.json(wallets(c.env.sandbox, c.req.query())) }),
  )
  .get('/public-key/http', async (c) => c.json(await publicKeys(c.env.sandbox)))
