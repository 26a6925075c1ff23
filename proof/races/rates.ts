import { call, mustCall } from '#testing/running/call.ts'
import { memberOfStaff } from '#testing/running/people.ts'
import { countFault, race } from './race.ts'

const PATH = '/products/exchange-rates'
/** Far away, so that nothing is converted at it. */
const newRate = (year: number) => ({
  ...{ baseCurrency: 'CDF', quoteCurrency: 'RWF', rate: '0.46', effectiveAt: `${year}-01-01T00:00:00Z` },
})
let year = 2100
const aRate = () => newRate(year++ % 9000 || 2100)

export const rateRaces = [
  race({
    name: 'rate: one of a pair and an instant',
    operations: ['PUT /products/exchange-rates'],
    prepare: async (service) => ({ admin: await memberOfStaff(service, 'ADMIN'), rate: aRate() }),
    send: (service, { admin, rate }) => call(service, admin, 'PUT', PATH, rate),
    succeed: 'all',
    refusals: [],
    check: (service, { rate }) =>
      countFault(
        service,
        1,
        'rates of that instant',
        `SELECT count(*) AS n FROM exchange_rates WHERE base_currency = 'CDF' AND quote_currency = 'RWF'
         AND effective_at = unixepoch(?) * 1000`,
        rate.effectiveAt,
      ),
  }),
  race({
    name: 'rate: deleted once, and edited before only',
    operations: ['DELETE /products/exchange-rates/:id', 'PUT /products/exchange-rates/:id'],
    prepare: async (service) => {
      const admin = await memberOfStaff(service, 'ADMIN')
      const { id } = await mustCall(service, admin, 'POST', PATH, aRate())
      return { admin, id: id as string }
    },
    send: (service, { admin, id }, i) =>
      i % 2 === 0
        ? call(service, admin, 'DELETE', `${PATH}/${id}`)
        : call(service, admin, 'PUT', `${PATH}/${id}`, { rate: '0.47' }),
    succeed: { least: 1, most: 26 },
    refusals: ['404 NOT_FOUND'],
  }),
  race({
    name: 'rate: each of several edits keeps what it set',
    operations: ['PUT /products/exchange-rates/:id'],
    prepare: async (service) => {
      const admin = await memberOfStaff(service, 'ADMIN')
      const { id } = await mustCall(service, admin, 'POST', PATH, aRate())
      return { admin, id: id as string }
    },
    send: (service, { admin, id }, i) =>
      call(service, admin, 'PUT', `${PATH}/${id}`, i === 0 ? { isActive: false } : { source: `BCC ${i}` }),
    succeed: 'all',
    refusals: [],
    check: (service, { id }) =>
      countFault(
        service,
        1,
        'rates switched off',
        'SELECT count(*) AS n FROM exchange_rates WHERE id = ? AND is_active = 0',
        id,
      ),
  }),
]

export const ratesNotRaced: Record<string, string> = {
  'POST /products/exchange-rates': 'each adds a row of its own; the latest is in force',
  'POST /products/exchange-rates/preview': 'reads only',
}
