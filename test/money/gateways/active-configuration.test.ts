import { afterEach, beforeAll, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { captureErrors } from '#testing/logged-errors.ts'
import { clearFaults, setFault } from '#testing/sandbox.ts'

let accountant: Person
beforeAll(async () => {
  accountant = await signUp('ACCOUNTANT')
})
afterEach(() => clearFaults())

type Country = {
  country: string
  providers: { provider: string; currencies: { currency: string; operationTypes: object }[] }[]
}
const read = async (query = '') => {
  const { data } = await call(accountant, 'GET', `/gatewayA/active-configuration${query}`)
  return data.countries as Country[]
}

it('tells whom gateway A reaches, and in what', async () => {
  const countries = await read()
  expect(countries.map(({ country }) => country).sort()).toEqual(['COD', 'RWA'])
  const vodacom = countries
    .flatMap(({ providers }) => providers)
    .find(({ provider }) => provider === 'VODACOM_MPESA_COD')
  const cdf = vodacom?.currencies.find(({ currency }) => currency === 'CDF')
  expect(cdf?.operationTypes).toMatchObject({ DEPOSIT: { decimalsInAmount: 'NONE' }, PAYOUT: {}, REFUND: {} })
})

it('filters, in either way of writing a country, and leaves out what is empty', async () => {
  for (const country of ['RWA', 'RW', 'rw']) {
    expect((await read(`?country=${country}`)).map((each) => each.country)).toEqual(['RWA'])
  }
  const payouts = await read('?operationType=PAYOUT&currency=USD')
  expect(payouts.map(({ country }) => country)).toEqual(['COD'])
  for (const { currencies } of payouts[0]?.providers ?? []) {
    expect(currencies.map(({ currency, operationTypes }) => [currency, Object.keys(operationTypes)])).toEqual([
      ['USD', ['PAYOUT']],
    ])
  }
  expect(await read('?country=KEN')).toEqual([])
  for (const query of ['?operationType=GIFT', '?country=Congo', '?currency=$', '?foo=1']) {
    expect((await call(accountant, 'GET', `/gatewayA/active-configuration${query}`)).status, query).toBe(400)
  }
})

it('answers 503 while gateway A does not answer', async () => {
  await setFault({ gateway: 'A', fault: 'down' })
  const errors = captureErrors()
  const down = await call(accountant, 'GET', '/gatewayA/active-configuration')
  expect([down.status, down.error?.code]).toEqual([503, 'GATEWAY_UNAVAILABLE'])
  expect(errors()).toEqual([expect.stringContaining('GATEWAY_UNAVAILABLE')])
  await clearFaults()
  expect(await read()).toHaveLength(2)
})

it('the configuration of gateway A is for finance', async () => {
  expect((await call(guest, 'GET', '/gatewayA/active-configuration')).status).toBe(401)
  for (const role of ['SUPPORT', 'SELLER', 'BUYER'] as const) {
    expect((await call(await signUp(role), 'GET', '/gatewayA/active-configuration')).status).toBe(403)
  }
})
