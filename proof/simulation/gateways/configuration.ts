import { fault, type Simulation } from '../simulation.ts'
import { OPERATORS } from './operators.ts'

/** Makes the configuration of gateway A, in its own words; undefined while it cannot be asked. */
export function configurationOfA(simulation: Simulation) {
  if (simulation.now >= simulation.gateways.downUntil.A && !(simulation.hasFaults && simulation.random.chance(0.05)))
    return { countries: ['COD', 'RWA'].map((country) => ({ country, providers: providersOf(simulation, country) })) }
  fault(simulation, 'configuration.unreachable')
  return undefined
}

/** Which operators are open, in gateway A's own words. */
export const availabilityOfA = (simulation: Simulation) =>
  ['COD', 'RWA'].map((country) => ({
    country,
    providers: Object.keys(OPERATORS)
      .filter((provider) => OPERATORS[provider]?.country === country)
      .map((provider) => {
        const word = isClosed(simulation, provider) ? 'CLOSED' : 'OPERATIONAL'
        return { provider, operationTypes: { DEPOSIT: word, PAYOUT: word, REFUND: word } }
      }),
  }))

const providersOf = (simulation: Simulation, country: string) =>
  Object.entries(OPERATORS)
    .filter(([, operator]) => operator.country === country)
    .map(([provider, { offers }]) => ({
      provider,
      currencies: Object.entries(offers).map(([currency, { decimals, least, most }]) => {
        const status = isClosed(simulation, provider) ? 'CLOSED' : 'OPERATIONAL'
        const operation = { minAmount: least, maxAmount: most, decimalsInAmount: decimals, status }
        return { currency, operationTypes: { DEPOSIT: operation, PAYOUT: operation } }
      }),
    }))

const isClosed = ({ gateways, now }: Simulation, provider: string) => (gateways.closedUntil.get(provider) ?? 0) > now
