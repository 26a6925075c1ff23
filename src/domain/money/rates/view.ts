import * as z from 'zod'
import type { exchangeRates } from '#db/schema/money/rates.ts'
import * as f from '#kernel/fields.ts'
import { formatRate, RATE_SCALE } from '#kernel/money.ts'
import { iso } from '#kernel/time.ts'

export const ExchangeRateView = z
  .object({
    id: f.id,
    baseCurrency: f.currency,
    quoteCurrency: f.currency,
    rate: f.decimal,
    source: z.string(),
    effectiveAt: f.isoTime,
    isActive: z.boolean(),
    createdAt: f.isoTime,
  })
  .meta({ id: 'ExchangeRate' })

export type RateRow = typeof exchangeRates.$inferSelect

export const viewRate = (row: RateRow): z.output<typeof ExchangeRateView> => ({
  id: row.id,
  baseCurrency: row.baseCurrency,
  quoteCurrency: row.quoteCurrency,
  rate: formatRate({ times: row.rateScaled, over: RATE_SCALE }),
  source: row.source,
  effectiveAt: iso(row.effectiveAt),
  isActive: row.isActive,
  createdAt: iso(row.createdAt),
})
