import { CURRENCIES, type Money } from '#kernel/money.ts'
import { broke, type Simulation } from '../simulation.ts'

/* Amounts that the operators accept (docs/gateways.md, Providers), written down here apart from the service's own table. */

type Offer = { decimals: 'NONE' | 'TWO_PLACES'; least: string; most: string }
const DOLLARS: Offer = { decimals: 'TWO_PLACES', least: '1', most: '2500' }

export const OPERATORS: Record<string, { country: string; offers: Record<string, Offer> }> = {
  VODACOM_MPESA_COD: {
    country: 'COD',
    offers: { USD: DOLLARS, CDF: { decimals: 'NONE', least: '500', most: '5000000' } },
  },
  AIRTEL_COD: {
    country: 'COD',
    offers: { USD: DOLLARS, CDF: { decimals: 'TWO_PLACES', least: '0.50', most: '2000000' } },
  },
  MTN_MOMO_RWA: { country: 'RWA', offers: { RWF: { decimals: 'NONE', least: '100', most: '2000000' } } },
}

/** As gateway B and gateway A call the operator that takes no centimes of francs. */
const IN_WHOLE_FRANCS = ['vodacom', 'VODACOM_MPESA_COD']

/** A call that an operator cannot carry out: whoever makes it has charged or paid an amount that nobody can move. */
export function requireTaken(simulation: Simulation, operator: string, { amountMinor, currency }: Money): void {
  const minorPerMajor = 10 ** CURRENCIES[currency].decimals
  if (currency === 'CDF' && IN_WHOLE_FRANCS.includes(operator) && amountMinor % minorPerMajor !== 0)
    broke(simulation, 'M-Pesa is never asked to move centimes', `${operator} ${amountMinor} ${currency}`)
  const offer = OPERATORS[operator]?.offers[currency]
  if (offer && (amountMinor < Number(offer.least) * minorPerMajor || amountMinor > Number(offer.most) * minorPerMajor))
    broke(
      simulation,
      'no operator is asked to move less or more than it takes',
      `${operator} ${amountMinor} ${currency}`,
    )
}
