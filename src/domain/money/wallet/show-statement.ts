import * as z from 'zod'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { readStatement } from './read-statement.ts'
import { viewTransaction, WalletTransactionView } from './view.ts'

export const ShowStatement = z.strictObject({ month: f.month.optional() })

export const StatementView = z
  .object({
    month: f.month,
    currencies: z.array(
      z.object({
        currency: f.priceCurrency,
        /** Money available at the first instant of the month. */
        opening: f.decimal,
        /** Lines in the order in which they came. */
        lines: z.array(WalletTransactionView),
        closing: f.decimal,
      }),
    ),
  })
  .meta({ id: 'WalletStatement' })

/** Shows the caller's statement of a month (docs/money.md, Wallet). @throws 400 if it has not begun, 409 if it is too long */
export async function showStatement(
  ctx: Ctx,
  { month: asked }: z.output<typeof ShowStatement>,
): Promise<z.output<typeof StatementView>> {
  const { month, currencies } = await readStatement(ctx, asked)
  return {
    month,
    currencies: currencies.map(({ currency, openingMinor, lines, closingMinor }) => ({
      currency,
      opening: formatAmount(openingMinor, currency),
      lines: lines.map(viewTransaction),
      closing: formatAmount(closingMinor, currency),
    })),
  }
}
