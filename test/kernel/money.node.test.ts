import { describe, expect, it } from 'vitest'
import {
  CURRENCIES,
  convert,
  currencies,
  formatAmount,
  formatRate,
  MAX_AMOUNT_MINOR,
  PRICE_CURRENCIES,
  parseAmount,
  RATE_SCALE,
  shareBps,
} from '#kernel/money.ts'

it('the currencies of the service, with their decimals', () => {
  expect(CURRENCIES).toEqual({ USD: { decimals: 2 }, CDF: { decimals: 2 }, RWF: { decimals: 0 } })
  expect(currencies).toEqual(['USD', 'CDF', 'RWF'])
  expect(PRICE_CURRENCIES).toEqual(['USD', 'CDF'])
})

describe('parseAmount', () => {
  it.each([
    ['12.5', 'USD', 1250],
    ['12.50', 'USD', 1250],
    ['0.05', 'CDF', 5],
    ['0', 'USD', 0],
    ['007', 'USD', 700],
    ['1250', 'RWF', 1250],
    [12, 'RWF', 12],
    [0.1, 'USD', 10],
    ['10000000000', 'USD', MAX_AMOUNT_MINOR],
    ['1000000000000', 'RWF', MAX_AMOUNT_MINOR],
  ] as const)('%s %s is %i', (amount, currency, minor) => {
    expect(parseAmount(amount, currency)).toBe(minor)
  })

  it.each([
    ['12.505', 'USD'],
    ['1.0', 'RWF'],
    ['1e3', 'USD'],
    [1e21, 'USD'],
    ['-1', 'USD'],
    ['+1', 'USD'],
    ['', 'USD'],
    ['.5', 'USD'],
    ['5.', 'USD'],
    [' 5', 'USD'],
    ['5 ', 'USD'],
    ['5.a', 'USD'],
    ['5.1a', 'USD'],
    ['a5', 'USD'],
    ['5,1', 'USD'],
    ['5x1', 'USD'],
    [Number.NaN, 'USD'],
    [Number.POSITIVE_INFINITY, 'USD'],
    ['10000000000.01', 'USD'],
    ['1000000000001', 'RWF'],
    ['00000000000001', 'RWF'],
  ] as const)('%s %s is refused', (amount, currency) => {
    expect(parseAmount(amount, currency)).toBeUndefined()
  })
})

it.each([
  [1250, 'USD', '12.50'],
  [5, 'USD', '0.05'],
  [0, 'CDF', '0.00'],
  [100, 'CDF', '1.00'],
  [-5, 'USD', '-0.05'],
  [1250, 'RWF', '1250'],
  [0, 'RWF', '0'],
  [-7, 'RWF', '-7'],
] as const)('formatAmount: %i %s is %s', (minor, currency, text) => {
  expect(formatAmount(minor, currency)).toBe(text)
})

describe('convert', () => {
  const at = (scaled: number) => ({ times: scaled, over: RATE_SCALE })

  it('keeps an amount at the rate one', () => {
    expect(RATE_SCALE).toBe(100_000_000)
    expect(convert(1234, 'USD', 'CDF', at(RATE_SCALE))).toBe(1234)
  })

  it.each([
    [1250, 'USD', 'CDF', 280_050_000_000, 3_500_625],
    // From cents to a currency without decimals: 12.50 USD at 1300.33 is 16254.125 RWF.
    [1250, 'USD', 'RWF', 130_033_000_000, 16_254],
    [16_254, 'RWF', 'USD', 76_903, 1250],
    // Half a unit goes up, less than half does not.
    [1, 'USD', 'CDF', 150_000_000, 2],
    [1, 'USD', 'CDF', 149_999_999, 1],
    [0, 'USD', 'CDF', 280_050_000_000, 0],
    // An amount above zero stays above zero.
    [13, 'CDF', 'USD', 35_708, 1],
  ] as const)('%i %s to %s at %i is %i', (minor, from, to, rate, result) => {
    expect(convert(minor, from, to, at(rate))).toBe(result)
  })

  it('divides by a rate that was set the other way round', () => {
    const inverted = { times: RATE_SCALE, over: 280_050_000_000 }
    // 12,987.00 CDF over 2,800.5 is 4.6374 USD; ten million times as much shows that no digit was lost before.
    expect(convert(1_298_700, 'CDF', 'USD', inverted)).toBe(464)
    expect(convert(1_000_000_000_000, 'CDF', 'USD', inverted)).toBe(357_079_093)
    expect([formatRate(inverted), formatRate(at(280_050_000_000))]).toEqual(['0.00035708', '2800.50000000'])
  })

  it('loses nothing on amounts beyond a float', () => {
    expect(convert(MAX_AMOUNT_MINOR - 1, 'USD', 'CDF', at(300_000_001))).toBe(3_000_000_009_997)
  })
})

it.each([
  [1000, 250, 25],
  [1, 5000, 1],
  [1, 4999, 0],
  [333, 8000, 266],
  [0, 8000, 0],
  [999, 10_000, 999],
  [MAX_AMOUNT_MINOR, 9999, 999_900_000_000],
])('shareBps: %i at %i is %i', (minor, bps, share) => {
  expect(shareBps(minor, bps)).toBe(share)
})
