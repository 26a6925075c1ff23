import { eq, type SQL, sql } from 'drizzle-orm'
import { guard } from '#db/guard.ts'
import { exchangeRates } from '#db/schema/money/rates.ts'
import type { Ctx } from '#domain/core/context.ts'

/** One rate: for a read, or behind the writes of a commit. */
export const selectRate = (ctx: Ctx, id: string) => ctx.db.select().from(exchangeRates).where(eq(exchangeRates.id, id))

/** A rate that an order or a payment froze keeps its values; only `isActive` may change (docs/money.md, Rates). */
export const RATE_FROZEN = guard('RATE_FROZEN', 'CONFLICT', {
  reason: 'IN_USE',
  message: 'Une commande ou un paiement a déjà compté avec ce taux : désactivez-le, et ajoutez-en un autre.',
})

/** Whether an order or a payment counted with the rate, at that point of a commit. */
export const isFrozen = (id: string): SQL =>
  sql`EXISTS (SELECT 1 FROM exchange_rates f WHERE f.id = ${id} AND f.frozen_at IS NOT NULL)`
