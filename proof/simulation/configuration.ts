import { fault, type Simulation } from './simulation.ts'

const OPEN = { minAmount: '1', maxAmount: '2000000', decimalsInAmount: 'TWO_PLACES', status: 'OPERATIONAL' }
const OFFERED = {
  countries: [
    {
      country: 'COD',
      providers: [
        {
          provider: 'AIRTEL_COD',
          currencies: ['USD', 'CDF'].map((currency) => ({ currency, operationTypes: { DEPOSIT: OPEN, PAYOUT: OPEN } })),
        },
      ],
    },
  ],
}

/** What gateway A offers, in its own words; undefined while it cannot be asked. */
export function configurationOfA(simulation: Simulation) {
  if (simulation.now >= simulation.gateways.downUntil.A && !(simulation.hasFaults && simulation.random.chance(0.05)))
    return OFFERED
  fault(simulation, 'configuration.unreachable')
  return undefined
}
