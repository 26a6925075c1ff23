import { and, desc, eq, lte } from 'drizzle-orm'
import { exchangeRates } from '../../db/schema/catalogue.ts'
import type { Currency } from '../../kernel/money.ts'
import type { Ctx } from '../context.ts'

/** The rate in force: the latest active one whose time has come (contract.md section 4). A statement, for `readTogether`. */
export const rateInForce = (ctx: Ctx, base: Currency, quote: Currency) =>
  ctx.db
    .select({ id: exchangeRates.id, rateScaled: exchangeRates.rateScaled })
    .from(exchangeRates)
    .where(
      and(
        eq(exchangeRates.baseCurrency, base),
        eq(exchangeRates.quoteCurrency, quote),
        lte(exchangeRates.effectiveAt, ctx.now),
        eq(exchangeRates.isActive, true),
      ),
    )
    .orderBy(desc(exchangeRates.effectiveAt))
    .limit(1)
