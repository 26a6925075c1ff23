import { expect, it } from 'vitest'
import { decimalsOfOperator, nextStep, smallestStep } from '#kernel/operators.ts'

it.each([
  ['vodacom', 'CDF', 0, 100],
  ['VODACOM_MPESA_COD', 'CDF', 0, 100],
  ['vodacom', 'USD', 2, 1],
  ['airtel', 'CDF', 2, 1],
  ['mtn', 'RWF', 0, 1],
] as const)('%s takes %s with %i decimals, in steps of %i', (network, currency, decimals, step) => {
  expect(decimalsOfOperator(network, currency)).toBe(decimals)
  expect(smallestStep(network, currency)).toBe(step)
})

it.each([
  ['vodacom', 150_001, 150_100],
  ['vodacom', 150_100, 150_100],
  ['airtel', 150_001, 150_001],
])('%s is asked for %i as %i', (network, amount, asked) => expect(nextStep(amount, network, 'CDF')).toBe(asked))
