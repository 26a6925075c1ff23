import * as z from 'zod'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { convertHalfUp, formatAmount, formatRate } from '#kernel/money.ts'
import { selectRatesInForce, wayBetween } from './between.ts'
import { requirePair } from './fields.ts'

export const PreviewConversion = z.strictObject({ amount: f.amount, from: f.currency, to: f.currency })

export const ConversionView = z
  .object({
    amount: f.decimal,
    from: f.currency,
    to: f.currency,
    rate: f.decimal,
    converted: f.decimal,
    rateId: f.id.nullable(),
  })
  .meta({ id: 'Conversion' })

/**
 * Converts an amount into another currency at the rate of now, rounded half up (docs/money.md, Rates). `rateId` is the rate that counts, in
 * either direction, and null through the dollar.
 * @throws 400 for one currency, 404 if no rate leads there
 */
export async function previewConversion(ctx: Ctx, { amount, from, to }: z.output<typeof PreviewConversion>) {
  requirePair(from, to)
  const amountMinor = f.amountOf(amount, from, 'amount')
  const way = wayBetween(await selectRatesInForce(ctx), from, to)
  const { rate, through } = way ?? fail('NOT_FOUND', { message: `Aucun taux de change de ${from} vers ${to}.` })
  return {
    ...{ amount: formatAmount(amountMinor, from), from, to },
    rate: formatRate(rate),
    converted: formatAmount(convertHalfUp(amountMinor, from, to, rate), to),
    rateId: through.length === 1 ? (through[0] ?? null) : null,
  }
}
