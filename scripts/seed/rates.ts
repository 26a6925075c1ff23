/** The value of one dollar in the other currencies. */
export const DEMO_RATES = [
  { quoteCurrency: 'CDF', rate: 2850 },
  { quoteCurrency: 'RWF', rate: 1465 },
] as const
