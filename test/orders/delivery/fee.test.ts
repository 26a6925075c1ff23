import { describe, expect, it } from 'vitest'
import { deliveryFee } from '../../../src/domain/orders/delivery/fee.ts'

const rate = (from: string, to: string) => (from === 'USD' && to === 'CDF' ? { times: 2800, over: 1 } : undefined)
const zone = { feeMinor: 350, feeCurrency: 'USD' } as const

describe('the delivery fee', () => {
  it.each([
    ['of the zone in its own currency', zone, 'USD', 350],
    ['of the zone at the rate in force', zone, 'CDF', 980_000],
    ['without a zone, in USD', undefined, 'USD', 200],
    ['without a zone, in CDF', undefined, 'CDF', 560_000],
    ['where there is no rate', { feeMinor: 500_000, feeCurrency: 'CDF' }, 'USD', 200],
  ] as const)('%s', (_, place, currency, expected) => {
    expect(deliveryFee(place, currency, rate)).toBe(expected)
  })
})
