import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import type { Currency } from '#kernel/money.ts'
import { type RatesInForce, wayBetween } from './between.ts'

/**
 * Freezes the rates with which an order or payment counted between these currencies, in its commit; writes nothing if nothing was
 * converted. A rate that was corrected meanwhile stays free, because the order or payment did not count with it.
 */
export function freezeRates(ctx: Ctx, rates: RatesInForce, ways: [from: Currency, to: Currency][]): Write[] {
  const ids = new Set(ways.flatMap(([from, to]) => wayBetween(rates, from, to)?.through ?? []))
  if (ids.size === 0) return []
  const counted = rates.filter(({ id }) => id !== null && ids.has(id)).map(({ id, rateScaled }) => ({ id, rateScaled }))
  return [
    ctx.db.run(sql`
      UPDATE exchange_rates SET frozen_at = ${ctx.now} WHERE frozen_at IS NULL AND EXISTS (
        SELECT 1 FROM json_each(${JSON.stringify(counted)}) u
        WHERE u.value ->> 'id' = exchange_rates.id AND u.value ->> 'rateScaled' = exchange_rates.rate_scaled)
        AND id IN (SELECT value ->> 'id' FROM json_each(${JSON.stringify(counted)}))`),
  ]
}
